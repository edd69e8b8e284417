#!/bin/sh
# SPDX-License-Identifier: MIT
# both_passes.sh CUCC SOURCE_FOLDER: host and device are compiled separately, as with nvcc. Tests what must be the same
# in both, and how a message names its place. Needs g++'s plugin headers.
set -u
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

# A program's macros are not seen in the headers.
printf '%s\n' '#include <cooperative_groups.h>' '#include <cooperative_groups/reduce.h>' '#include <cuComplex.h>' '#include <stdio.h>' \
    '#if A + B + C + N + T != 15' '#error their values' '#endif' 'int main() { puts("Yes"); }' >letters.cu
builds -DA=1 -DB=2 -DC=3 -DN=4 -DT=5 letters.cu -o out

# Both passes: a kernel of a type without a name, statics, unnamed namespaces, bodies that differ, -arch.
cat >both.cu <<'EOF2'
#include <stdio.h>
static __device__ int counter = 3;
__constant__ float weights[] = {1, 2, 3};
__constant__ const float fixed[2] = {5, 6};
template <class T> __device__ T of_type = 4;
namespace
{
__device__ int hidden[4];
struct pair { int x; };
__device__ pair p;
__global__ void in_namespace(pair q, int *o) { o[0] = q.x + p.x + hidden[1]; }
}
__host__ __device__ int arch()
{
#ifdef __CUDA_ARCH__
    return __CUDA_ARCH__;
#else
    return -1;
#endif
}
static __global__ void with_static(int *o) { o[0] = counter + (int)weights[1] + (int)fixed[1] + of_type<int>; o[1] = arch(); }
template <class F> __global__ void run(F f, int *o) { o[threadIdx.x] = f(threadIdx.x); }
int main()
{
    int *o, h[2], ten = 10, sum = 0;
    pair one = {1};
    float w[3] = {7, 8, 9}, back[2];
    cudaMalloc(&o, sizeof h);
    cudaMemcpyToSymbol(counter, &ten, sizeof ten);
    cudaMemcpyToSymbol(hidden, &ten, sizeof ten, sizeof ten);
    cudaMemcpyToSymbol(p, &one, sizeof one);
    cudaMemcpyToSymbol(weights, w, sizeof weights);
    cudaMemcpyToSymbol(of_type<int>, &ten, sizeof ten);
    auto fetch = [&] { cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost); sum = 1000 * sum + h[0]; };
    in_namespace<<<1, 1>>>(one, o);
    fetch();
    run<<<1, 2>>>([=] __host__ __device__(int i) { return i + ten; }, o);
    fetch();
    with_static<<<1, 2>>>(o);
    fetch();
    cudaMemcpyFromSymbol(back, fixed, sizeof back);
    bool right = sum == 12010034 && h[1] == EXPECTED && arch() == -1 && back[1] == 6;
    cudaFree(o);
    printf(right ? "Yes\n" : "NO: %d, %d\n", sum, h[1]);
    return 0;
}
EOF2
builds --extended-lambda -Wall -Wextra -DEXPECTED=900 both.cu -o out
builds --extended-lambda -arch=sm_80 -DEXPECTED=800 both.cu -o out
cat >arch.cu <<'EOF2'
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ != EXPECTED
#error another architecture
#endif
EOF2
"$cucc" -c -gencode arch=compute_100a,code=sm_100a -DEXPECTED=1000 arch.cu >log 2>&1 || wrong -gencode arch=compute_100a,code=sm_100a
"$cucc" -c -arch=native -DEXPECTED=900 arch.cu >log 2>&1 || wrong -arch=native
"$cucc" -c -arch=sm_80 -DEXPECTED=900 arch.cu >log 2>&1 && wrong "-arch=sm_80 is not 800"

# The pass is asked for in a header, by an option, in a file of which the preprocessor names nothing, and by parts.
cat >on_device.cu <<'END'
#include <stdio.h>
#ifdef HEADER
#include HEADER
#endif
#define JOINED(a, b) a##b
#ifdef PARTS
#define WORD JOINED(__CUDA_, ARCH__)
#endif
#if WORD
#define ON_DEVICE 1
#else
#define ON_DEVICE 0
#endif
__global__ void ask(int *answer) { *answer = ON_DEVICE; }
int main()
{
    int *answer, copy = 0;
    cudaMalloc(&answer, sizeof copy);
    ask<<<1, 1>>>(answer);
    cudaMemcpy(&copy, answer, sizeof copy, cudaMemcpyDeviceToHost);
    puts(copy == 1 && ON_DEVICE == 0 ? "Yes" : "NO");
    return cudaFree(answer);
}
END
echo '#define WORD __CUDA_ARCH__' >word.h
builds '-DHEADER="word.h"' on_device.cu -o out
builds -DWORD=__CUDA_ARCH__ on_device.cu -o out
builds -imacros word.h on_device.cu -o out
builds -DPARTS on_device.cu -o out

# A program that nowhere asks for the pass is preprocessed once, one that asks twice: a wrapper of the compiler counts.
cat >counting <<'END'
#!/bin/sh
case " $* " in *" -E "*) echo "$*" >>"$COUNTED" ;; esac
exec g++ "$@"
END
chmod +x counting
for times in 1 2; do
    : >counted
    [ $times = 1 ] || echo '// __CUDA_ARCH__' >>yes.cu
    COUNTED=$PWD/counted builds -ccbin "$PWD/counting" yes.cu -o out
    [ "$(grep -c yes.cu counted)" = $times ] || { cp counted log && wrong "yes.cu: to be preprocessed this often: $times"; }
done

# What is the host's alone, the device's pass leaves out, but for what device code calls: no function of it is in that
# pass's object file.
cat >keeping <<'END'
#!/bin/sh
g++ "$@" || exit
for file; do
    case $file in */device.o) cp "$file" "$KEPT" ;; esac
done
END
chmod +x keeping
cat >hosts.cu <<'END'
#include <stdio.h>
#include <string>
#include <vector>
struct shape {
    virtual double area() const;
    virtual ~shape();
    double doubled() const { return 2 * area(); }
};
double shape::area() const { return 1; }
shape::~shape() { puts("Yes"); }
template <class T> struct table {
    std::vector<T> all;
    table() { all.reserve(3); }
    ~table();
    void put(T value) { all.push_back(value); }
};
template <class T> table<T>::~table() { all.clear(); }
template class table<int>;
template <class T> T first_of(const std::vector<T> &all) { return all[0]; }
template int first_of(const std::vector<int> &);
static int counted() { static int count; return ++count; }
std::string name = "name " + std::to_string(counted());
static int begun, *shared;
[[gnu::constructor]] static void begins() { begun = 1; }
[[gnu::destructor]] void finishes() { cudaFree(shared); }
constexpr int squared(int x) { return x * x; }
template <class T> __device__ T twice(T x) { return x + x; }
template __device__ int twice(int);
struct counter {
    int x;
    __device__ virtual int get();
    __device__ counter(int value) : x(value) {}
};
__device__ int counter::get() { return x; }
template <class T> __global__ void set(T *out)
{
    counter three(3), *volatile any = &three;
    *out = twice(squared(any->get()));
}
template __global__ void set(int *);
int main()
{
    cudaMallocManaged(&shared, sizeof *shared);
    set<<<1, 1>>>(shared);
    cudaDeviceSynchronize();
    table<int> rows;
    rows.put(*shared);
    const shape one;
    return name != "name 1" || first_of(rows.all) != 18 || one.doubled() != 2 || !begun;
}
END
KEPT=$PWD/kept.o builds -Wall -Wextra --expt-relaxed-constexpr -ccbin "$PWD/keeping" hosts.cu -o out
if command -v nm >/dev/null; then
    nm -C kept.o >log
    grep -q 'T counter::get()' log || wrong 'hosts.cu: the object of the device has no counter::get()'
    grep -E ' (shape|table|first_of|counted|begins|finishes|main|std::)' log && wrong 'hosts.cu: functions of the host'
fi

# For NVRTC, what is not said to be the device's is the host's, and that is refused.
cat >compiles.cu <<'END'
#include <nvrtc.h>
#include <stdio.h>
int main()
{
    static char log[1000];
    nvrtcProgram program;
    nvrtcCreateProgram(&program, "\n\nint f(int i)\n{\n    return i;\n}\n", "tried.cu", 0, NULL, NULL);
    nvrtcResult result = nvrtcCompileProgram(program, 0, NULL);
    nvrtcGetProgramLog(program, log);
    printf("%s: %s", nvrtcGetErrorString(result), log);
    return 0;
}
END
"$cucc" compiles.cu -lnvrtc -o compiles && CUCC=$cucc ./compiles >log 2>&1
{ grep -q '^NVRTC_ERROR_COMPILATION: ' log && grep -q '^tried.cu(3): error: ' log; } ||
    wrong 'a function of the host for NVRTC'

# A message stands in the source's line and column, and names the kernel, once for both passes.
cat >message.cu <<'EOF2'
__global__ void draw(int *o) { int unused; o[0] = undeclared; }
int main() { int *o = 0; draw<<<1, 1>>>(o); wrong(); }
EOF2
"$cucc" message.cu >log 2>&1
cat >expected <<'EOF2'
message.cu: In kernel draw:
message.cu:1:51: error: ‘undeclared’ was not declared in this scope
message.cu: In function ‘int main()’:
message.cu:2:45: error: ‘wrong’ was not declared in this scope
EOF2
grep '^message' log | cmp -s - expected || wrong 'a message in a kernel'
script -qec "'$cucc' message.cu" /dev/null | tr -d '\r' | sed 's/\x1b\[[0-9;]*[mK]//g' >log # with colours
grep '^message' log | cmp -s - expected || wrong 'a message in a kernel, on a terminal'
exit $failed
