// SPDX-License-Identifier: MIT
// cuRAND's generators for the host to call. The numbers and their order are those of cuRAND: many threads, each with a
// subsequence of its own, give one result (or a pair of normal ones) in turn. They are made when the call is made, and
// reach device memory when its turn in the stream has come.
#include "../../include/curand_kernel.h"

#include <cmath>
#include <mutex>
#include <set>
#include <vector>

#include "../library_call.h"
#include "directions.h"

using namespace cpu_device_library;

namespace
{
enum class shape { bits, uniform, uniform_double, normal, normal_double, log_normal, log_normal_double, poisson };

struct request {
    shape of;
    double mean, deviation; // of normal numbers; the mean of Poisson's
};

// One result from a generator that stands at it, or two.
template <class State> void make(State *state, const request &r, void *output, size_t at)
{
    float *f = static_cast<float *>(output) + at;
    double *d = static_cast<double *>(output) + at;
    switch (r.of) {
    case shape::bits: static_cast<unsigned *>(output)[at] = curand(state); break;
    case shape::uniform: *f = curand_uniform(state); break;
    case shape::uniform_double: *d = curand_uniform_double(state); break;
    case shape::normal:
    case shape::log_normal: {
        const float2 z = curand_normal2(state);
        const float mean = (float)r.mean, deviation = (float)r.deviation;
        f[0] = fmaf(z.x, deviation, mean);
        f[1] = fmaf(z.y, deviation, mean);
        break;
    }
    case shape::normal_double:
    case shape::log_normal_double: {
        const double2 z = curand_normal2_double(state);
        d[0] = fma(z.x, r.deviation, r.mean);
        d[1] = fma(z.y, r.deviation, r.mean);
        break;
    }
    case shape::poisson: break;
    }
}

// How many events a Poisson process has, by inversion of its distribution: from far below the mean, where nothing is.
unsigned poisson(double uniform, double lambda)
{
    double k = floor(std::max(0.0, lambda - 9 * sqrt(lambda)));
    double probability = exp(k * log(lambda) - lambda - lgamma(k + 1)), sum = probability;
    const double end = lambda + 12 * sqrt(lambda) + 40;
    while (sum < uniform && k < end) {
        ++k;
        probability *= lambda / k;
        sum += probability;
    }
    return (unsigned)k;
}

bool is_normal(shape s)
{
    return s >= shape::normal && s <= shape::log_normal_double;
}
bool is_double(shape s)
{
    return s == shape::uniform_double || s == shape::normal_double || s == shape::log_normal_double;
}
size_t size_of(shape s)
{
    return is_double(s) ? sizeof(double) : sizeof(float);
}

// The threads of XORWOW and of MRG32k3a, as far as they were needed.
template <class State> class threads_in_turn
{
  public:
    void begin(unsigned long long seed, unsigned long long offset, size_t threads)
    {
        seed_ = seed;
        offset_ = offset;
        count_ = threads;
        next_ = (size_t)(offset % threads);
        states_.clear();
    }
    void fill(const request &r, void *output, size_t count)
    {
        const size_t step = is_normal(r.of) ? 2 : 1;
        for (size_t i = 0; i < count; i += step) {
            State &state = thread(next_);
            if (r.of == shape::poisson)
                static_cast<unsigned *>(output)[i] = poisson(curand(&state) * 0x1p-32 + 0x1p-33, r.mean);
            else
                make(&state, r, output, i);
            next_ = (next_ + 1) % count_;
        }
    }

  private:
    State &thread(size_t number)
    {
        while (states_.size() <= number) {
            if (states_.empty()) {
                curand_init(seed_, 0, 0, &first_);
            } else if constexpr (std::is_same_v<State, curandStateMRG32k3a>) {
                skipahead_subsequence(1, &first_);
            } else {
                skipahead_sequence(1, &first_);
            }
            State state = first_;
            skipahead((offset_ + count_ - 1 - states_.size()) / count_, &state);
            states_.push_back(state);
        }
        return states_[number];
    }

    unsigned long long seed_ = 0, offset_ = 0;
    size_t count_ = 1, next_ = 0;
    State first_; // of the last of them, at offset 0
    std::vector<State> states_;
};

// Philox keeps no state but the number of the next result: each of 65536 threads gives four of them in turn. Four
// doubles are made of eight numbers, but the next call goes on as if they were made of four.
void fill_by_philox(unsigned long long seed, unsigned long long first, const request &r, void *output, size_t count)
{
    constexpr unsigned long long threads = 65536;
    curandStatePhilox4_32_10 state;
    char results[4 * sizeof(double)];
    const size_t size = size_of(r.of);
    for (size_t i = 0; i < count;) {
        const unsigned long long four = (first + i) / 4, round = four / threads;
        const size_t begin = (size_t)((first + i) % 4), n = std::min(4 - begin, count - i);
        const unsigned long long start = (first / 4 + threads - 1 - four % threads) / threads; // of the thread's rounds
        curand_init(seed, four % threads, 4 * round + (is_double(r.of) ? 4 * (round - start) : 0), &state);
        for (size_t k = 0; k < 4; ++k) {
            if (r.of == shape::poisson) {
                const unsigned made = poisson(curand(&state) * 0x1p-32 + 0x1p-33, r.mean);
                memcpy(results + k * size, &made, size);
            } else if (r.of == shape::uniform_double) {
                const double2 two = curand_uniform2_double(&state);
                memcpy(results + k * size, &two, 2 * size);
                ++k;
            } else {
                make(&state, r, results, k);
                k += is_normal(r.of);
            }
        }
        memcpy(static_cast<char *>(output) + i * size, results + begin * size, n * size);
        i += n;
    }
}

void make_log(const request &r, void *output, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (r.of == shape::log_normal)
            static_cast<float *>(output)[i] = expf(static_cast<float *>(output)[i]);
        else if (r.of == shape::log_normal_double)
            static_cast<double *>(output)[i] = exp(static_cast<double *>(output)[i]);
}
} // namespace

namespace
{
const curandDirectionVectors32_t *directions()
{
    static const curandDirectionVectors32_t *all = [] {
        auto *made = new curandDirectionVectors32_t[sobol::dimensions];
        for (size_t d = 0; d < sobol::dimensions; ++d)
            sobol::make_vectors(d, made[d]);
        return made;
    }();
    return all;
}

// All numbers of the first dimension, from `first` on, then all of the second, and so on.
void fill_by_sobol(unsigned dimensions, unsigned first, const request &r, void *output, size_t count)
{
    const size_t each = count / dimensions;
    for (unsigned d = 0; d < dimensions; ++d) {
        curandStateSobol32 state;
        curand_init(directions()[d], first, &state);
        for (size_t i = d * each; i < (d + 1) * each; ++i)
            switch (r.of) {
            case shape::bits: static_cast<unsigned *>(output)[i] = curand(&state); break;
            case shape::uniform: static_cast<float *>(output)[i] = curand_uniform(&state); break;
            case shape::uniform_double: static_cast<double *>(output)[i] = curand_uniform_double(&state); break;
            case shape::normal:
            case shape::log_normal:
                static_cast<float *>(output)[i] = fmaf(curand_normal(&state), (float)r.deviation, (float)r.mean);
                break;
            case shape::normal_double:
            case shape::log_normal_double:
                static_cast<double *>(output)[i] = fma(curand_normal_double(&state), r.deviation, r.mean);
                break;
            case shape::poisson:
                static_cast<unsigned *>(output)[i] = poisson(curand(&state) * 0x1p-32 + 0x1p-33, r.mean);
            }
    }
}
} // namespace

struct curandGenerator_st {
    const curandRngType_t type;
    const bool on_host;
    cudaStream_t stream = nullptr;
    unsigned long long seed = 0, offset = 0; // the offset counts results
    curandOrdering_t order = CURAND_ORDERING_PSEUDO_DEFAULT;
    bool begun = false;
    unsigned dimensions = 1; // of quasirandom numbers
    threads_in_turn<curandStateXORWOW> xorwow;
    threads_in_turn<curandStateMRG32k3a> mrg;

    curandGenerator_st(curandRngType_t t, bool host) : type(t), on_host(host) {}
    bool is_quasi() const
    {
        return type == CURAND_RNG_QUASI_SOBOL32;
    }
    void fill(const request &r, void *output, size_t count)
    {
        if (is_quasi()) {
            fill_by_sobol(dimensions, (unsigned)offset, r, output, count);
            offset += count / dimensions;
            make_log(r, output, count);
            return;
        }
        if (type == CURAND_RNG_PSEUDO_PHILOX4_32_10) {
            fill_by_philox(seed, offset, r, output, count);
        } else if (type == CURAND_RNG_PSEUDO_XORWOW) {
            if (!begun)
                xorwow.begin(seed, offset, 4096);
            xorwow.fill(r, output, count);
        } else {
            if (!begun)
                mrg.begin(seed, offset, order == CURAND_ORDERING_PSEUDO_LEGACY ? 4096 : 81920);
            mrg.fill(r, output, count);
        }
        begun = true;
        offset += count;
        make_log(r, output, count);
    }
};

namespace
{
std::mutex generators_mutex;
std::set<curandGenerator_t> &generators = *new std::set<curandGenerator_t>;

curandStatus_t refused(curandStatus_t status, const char *why)
{
    cpu_device_library_refuses(why);
    return status;
}

curandStatus_t begin(const cpu_device_library_call &call, curandGenerator_t generator)
{
    if (cpu_device_library_begins(&call))
        return CURAND_STATUS_PREEXISTING_FAILURE;
    std::lock_guard<std::mutex> lock(generators_mutex);
    return generators.count(generator)
               ? CURAND_STATUS_SUCCESS
               : refused(CURAND_STATUS_NOT_INITIALIZED,
                         "The generator was not made by curandCreateGenerator(), or was destroyed.");
}

curandStatus_t create(const cpu_device_library_call &call, curandGenerator_t *generator, curandRngType_t type,
                      bool on_host)
{
    if (cpu_device_library_begins(&call))
        return on_host ? CURAND_STATUS_PREEXISTING_FAILURE : CURAND_STATUS_INITIALIZATION_FAILED;
    if (generator == nullptr)
        return refused(CURAND_STATUS_NOT_INITIALIZED,
                       "A null pointer where the address of a generator should be, as &generator.");
    if (type == CURAND_RNG_PSEUDO_DEFAULT)
        type = CURAND_RNG_PSEUDO_XORWOW;
    if (type == CURAND_RNG_QUASI_DEFAULT)
        type = CURAND_RNG_QUASI_SOBOL32;
    if (type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_PSEUDO_MRG32K3A &&
        type != CURAND_RNG_PSEUDO_PHILOX4_32_10 && type != CURAND_RNG_QUASI_SOBOL32)
        return refused(CURAND_STATUS_TYPE_ERROR,
                       "The CPU device has the generators XORWOW, MRG32k3a, Philox and Sobol32 "
                       "alone: no Mersenne Twister, and no scrambled Sobol or one of 64 bits.");
    std::lock_guard<std::mutex> lock(generators_mutex);
    *generator = *generators.insert(new curandGenerator_st(type, on_host)).first;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t generate(const cpu_device_library_call &of, curandGenerator_t generator, const request &r, void *output,
                        size_t count)
{
    library_call call(of);
    if (curandStatus_t status = begin(of, generator))
        return status;
    if (generator->is_quasi() && count % generator->dimensions != 0)
        return refused(CURAND_STATUS_LENGTH_NOT_MULTIPLE, "The count is no multiple of the number of dimensions.");
    if (is_normal(r.of) && count % 2 != 0 && !generator->is_quasi() &&
        generator->type != CURAND_RNG_PSEUDO_PHILOX4_32_10)
        return refused(CURAND_STATUS_LENGTH_NOT_MULTIPLE, "Normal numbers come in pairs: the count must be even.");
    if (r.of == shape::poisson && !(r.mean > 0 && r.mean <= 400000))
        return refused(CURAND_STATUS_OUT_OF_RANGE, "lambda must be above 0, and no more than 400000.");
    if (count == 0)
        return CURAND_STATUS_SUCCESS;
    if (generator->on_host) {
        if (output == nullptr || cpu_device_on_device(output))
            return refused(CURAND_STATUS_LAUNCH_FAILURE,
                           "This generator is one of curandCreateGeneratorHost(), and the output no host memory.");
        generator->fill(r, output, count);
        cpu_device_library_writes_host(output, count * size_of(r.of));
        return CURAND_STATUS_SUCCESS;
    }
    call.uses(vector("outputPtr", output, size_of(r.of), (long long)count, 1, use::writes));
    std::vector<char> made(count * size_of(r.of));
    generator->fill(r, made.data(), count);
    const cudaError_t error = call.queue(
        generator->stream, false, [made = std::move(made), output] { memcpy(output, made.data(), made.size()); });
    return error ? CURAND_STATUS_LAUNCH_FAILURE : CURAND_STATUS_SUCCESS;
}
} // namespace

#define CALL(name) cpu_device_library_call LIBRARY_CALL(name)

curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type)
{
    return create(CALL("curandCreateGenerator"), generator, type, false);
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type)
{
    return create(CALL("curandCreateGeneratorHost"), generator, type, true);
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator)
{
    if (curandStatus_t status = begin(CALL("curandDestroyGenerator"), generator))
        return status;
    std::lock_guard<std::mutex> lock(generators_mutex);
    generators.erase(generator);
    delete generator;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int *version)
{
    if (version == nullptr)
        return CURAND_STATUS_OUT_OF_RANGE;
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetProperty(libraryPropertyType type, int *value)
{
    if (value == nullptr || type < MAJOR_VERSION || type > PATCH_LEVEL)
        return CURAND_STATUS_OUT_OF_RANGE;
    const int versions[] = {CURAND_VER_MAJOR, CURAND_VER_MINOR, CURAND_VER_PATCH};
    *value = versions[type];
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream)
{
    if (curandStatus_t status = begin(CALL("curandSetStream"), generator))
        return status;
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

// The offset stays as it is.
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed)
{
    if (curandStatus_t status = begin(CALL("curandSetPseudoRandomGeneratorSeed"), generator))
        return status;
    if (generator->is_quasi())
        return refused(CURAND_STATUS_TYPE_ERROR, "The generator is one of quasirandom numbers, which have no seed.");
    generator->seed = seed;
    generator->begun = false;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset)
{
    if (curandStatus_t status = begin(CALL("curandSetGeneratorOffset"), generator))
        return status;
    generator->offset = offset;
    generator->begun = false;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order)
{
    if (curandStatus_t status = begin(CALL("curandSetGeneratorOrdering"), generator))
        return status;
    if (generator->is_quasi() && order != CURAND_ORDERING_QUASI_DEFAULT)
        return refused(CURAND_STATUS_OUT_OF_RANGE, "Quasirandom numbers have the ordering QUASI_DEFAULT alone.");
    if (!generator->is_quasi() && order != CURAND_ORDERING_PSEUDO_BEST && order != CURAND_ORDERING_PSEUDO_DEFAULT &&
        order != CURAND_ORDERING_PSEUDO_LEGACY)
        return refused(CURAND_STATUS_OUT_OF_RANGE, "The CPU device has the orderings BEST, DEFAULT and LEGACY alone.");
    generator->order = order;
    generator->begun = false;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t *vectors[], curandDirectionVectorSet_t set)
{
    if (vectors == nullptr || set != CURAND_DIRECTION_VECTORS_32_JOEKUO6)
        return refused(CURAND_STATUS_OUT_OF_RANGE,
                       "The CPU device has the direction vectors CURAND_DIRECTION_VECTORS_32_JOEKUO6 alone, of 21 "
                       "dimensions.");
    *vectors = const_cast<curandDirectionVectors32_t *>(directions());
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned int dimensions)
{
    if (curandStatus_t status = begin(CALL("curandSetQuasiRandomGeneratorDimensions"), generator))
        return status;
    if (generator->is_quasi()) {
        if (dimensions == 0 || dimensions > sobol::dimensions)
            return refused(CURAND_STATUS_OUT_OF_RANGE, "The CPU device has quasirandom numbers of 1 to 21 dimensions.");
        generator->dimensions = dimensions;
        generator->begun = false;
        return CURAND_STATUS_SUCCESS;
    }
    return refused(CURAND_STATUS_TYPE_ERROR, "The generator is one of pseudorandom numbers, which have no dimensions.");
}

curandStatus_t curandGenerateSeeds(curandGenerator_t generator)
{
    return begin(CALL("curandGenerateSeeds"), generator);
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int *output, size_t count)
{
    return generate(CALL("curandGenerate"), generator, {shape::bits, 0, 0}, output, count);
}

curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long *, size_t)
{
    if (curandStatus_t status = begin(CALL("curandGenerateLongLong"), generator))
        return status;
    return refused(CURAND_STATUS_TYPE_ERROR, "Only quasirandom generators of 64 bits give these.");
}

curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *output, size_t count)
{
    return generate(CALL("curandGenerateUniform"), generator, {shape::uniform, 0, 0}, output, count);
}

curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *output, size_t count)
{
    return generate(CALL("curandGenerateUniformDouble"), generator, {shape::uniform_double, 0, 0}, output, count);
}

curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *output, size_t count, float mean, float stddev)
{
    return generate(CALL("curandGenerateNormal"), generator, {shape::normal, mean, stddev}, output, count);
}

curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double *output, size_t count, double mean,
                                          double stddev)
{
    return generate(CALL("curandGenerateNormalDouble"), generator, {shape::normal_double, mean, stddev}, output, count);
}

curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *output, size_t count, float mean,
                                       float stddev)
{
    return generate(CALL("curandGenerateLogNormal"), generator, {shape::log_normal, mean, stddev}, output, count);
}

curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double *output, size_t count, double mean,
                                             double stddev)
{
    return generate(CALL("curandGenerateLogNormalDouble"), generator, {shape::log_normal_double, mean, stddev}, output,
                    count);
}

curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int *output, size_t count, double lambda)
{
    return generate(CALL("curandGeneratePoisson"), generator, {shape::poisson, lambda, 0}, output, count);
}
