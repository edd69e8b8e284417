// SPDX-License-Identifier: MIT
// library.cu: strings, streams, regular expressions, threads, exceptions, algorithms, time and random numbers of the
// C++ library in host code, beside kernels.
// CPU prints lanes: 496
// CPU prints all right
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <numeric>
#include <random>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "kernels.h"

static std::atomic<int> wrong{0};

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            wrong++;                                                                                                   \
            std::cerr << "line " << __LINE__ << ": " << #condition << '\n';                                            \
        }                                                                                                              \
    } while (0)

using numbers = std::vector<unsigned>;

static void strings(const numbers &got)
{
    std::string all;
    for (unsigned number : got)
        all += std::to_string(number) + (number % 2 ? "," : ";");
    CHECK(std::count(all.begin(), all.end(), ',') == n / 2);
    CHECK(all.substr(0, all.find_first_of(",;")) == std::to_string(got[0]));
    all.insert(0, "begin ").replace(0, 5, "BEGIN").append(100, '!');
    CHECK(all.rfind("BEGIN ", 0) == 0 && all.back() == '!');

    std::ostringstream out;
    for (unsigned number : got)
        out << std::hex << std::setw(8) << std::setfill('0') << number << ' ';
    std::istringstream in(out.str());
    unsigned long long total = 0;
    for (unsigned number; in >> std::hex >> number;)
        total += number;
    CHECK(out.str().size() == 9u * n && total == std::accumulate(got.begin(), got.end(), 0ull));

    std::smatch match;
    std::string line = "kernel dot<32>, block (3,0,0), at dot.cu:42";
    CHECK(std::regex_search(line, match, std::regex(R"(block \((\d+),(\d+),(\d+)\), at (\w+\.cu):(\d+))")));
    CHECK(match[1] == "3" && match[4] == "dot.cu" && std::stoi(match[5]) == 42);
    CHECK(std::regex_replace(line, std::regex("[0-9]+"), "#") == "kernel dot<#>, block (#,#,#), at dot.cu:#");
}

static void files(const numbers &got)
{
    char path[] = "/tmp/library_XXXXXX";
    int file = mkstemp(path);
    CHECK(file >= 0);
    {
        std::ofstream out(path, std::ios::binary);
        out.write(reinterpret_cast<const char *>(got.data()), n * sizeof(unsigned));
    }
    numbers again(n);
    std::ifstream in(path, std::ios::binary);
    CHECK(in.read(reinterpret_cast<char *>(again.data()), n * sizeof(unsigned)) && again == got);
    remove(path);
    close(file);
    std::fstream missing("/nowhere/at/all");
    CHECK(!missing);
}

class kernel_failed : public std::runtime_error
{
  public:
    explicit kernel_failed(cudaError_t error)
        : std::runtime_error(std::string("a launch failed: ") + cudaGetErrorName(error)), code(error)
    {
    }
    cudaError_t code;
};

static void launch_or_throw(const buffers &dev, int size)
{
    square<<<blocks, size>>>(dev.a, dev.b);
    if (cudaError_t error = cudaGetLastError())
        throw kernel_failed(error);
}

static void exceptions(const buffers &dev, const numbers &got)
{
    int caught = 0;
    for (int size : {threads, 4096, threads, 0}) {
        try {
            launch_or_throw(dev, size);
        } catch (const kernel_failed &failed) {
            caught += failed.code == cudaErrorInvalidValue && std::string(failed.what()).size() > 20;
        }
    }
    CHECK(caught == 2);
    try {
        CHECK(got.at(n) == 0);
    } catch (const std::out_of_range &) {
        caught++;
    }
    try {
        std::vector<char>(~0ull / 4).resize(1);
    } catch (const std::exception &) {
        caught++;
    }
    try {
        try {
            throw 42;
        } catch (int number) {
            std::throw_with_nested(std::logic_error(std::to_string(number)));
        }
    } catch (const std::logic_error &error) {
        try {
            std::rethrow_if_nested(error);
        } catch (int number) {
            caught += number == 42;
        }
    }
    CHECK(caught == 5);
    HANDLE_ERROR(cudaDeviceSynchronize());
}

static void host_threads(const numbers &in)
{
    std::mutex mutex;
    std::condition_variable all_ready;
    unsigned ready = 0;
    std::vector<std::future<bool>> results;
    for (int i = 0; i < 4; i++)
        results.push_back(std::async(std::launch::async, [&, i] {
            std::unique_lock<std::mutex> lock(mutex);
            ready++;
            all_ready.notify_all();
            all_ready.wait(lock, [&] { return ready == 4; });
            lock.unlock();
            buffers dev; // each thread has its own
            numbers got(n);
            bool right = true;
            for (int round = 0; round <= i; round++)
                right &= run_kernels(dev, in.data(), got.data());
            return right;
        }));
    std::promise<int> promise;
    std::thread other([&] { promise.set_value((int)ready); });
    CHECK(promise.get_future().get() <= 4);
    other.join();
    for (auto &result : results)
        CHECK(result.get());
    std::packaged_task<unsigned(unsigned)> task([](unsigned x) { return x + 1; });
    auto answer = task.get_future();
    std::thread(std::move(task), 41).join();
    CHECK(answer.get() == 42);
}

static void algorithms(const buffers &dev)
{
    auto start = std::chrono::steady_clock::now();
    std::mt19937 random(12345);
    numbers in(n), got(n), sorted;
    std::iota(in.begin(), in.end(), 0u);
    for (int round = 0; round < 3; round++) {
        std::shuffle(in.begin(), in.end(), random);
        CHECK(run_kernels(dev, in.data(), got.data()));
        sorted = got;
        std::stable_sort(sorted.begin(), sorted.end(), std::greater<>());
        std::transform(sorted.begin(), sorted.end(), sorted.begin(), [](unsigned y) { return (y - 1) / 3; });
        for (unsigned i = 0; i < n; i++)
            CHECK(sorted[i] == (n - 1 - i) * (n - 1 - i));
        std::partial_sort(got.begin(), got.begin() + 10, got.end());
        CHECK(got[9] == 3 * 9 * 9 + 1 && *std::max_element(got.begin(), got.end()) == 3u * (n - 1) * (n - 1) + 1);
    }
    std::uniform_real_distribution<double> uniform(0, 1);
    double sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += uniform(random);
    CHECK(sum > 400 && sum < 600);
    CHECK(std::chrono::steady_clock::now() - start > std::chrono::nanoseconds(0));
}

int main(void)
{
    numbers in(n), got(n);
    std::iota(in.rbegin(), in.rend(), 0u);
    {
        buffers dev;
        CHECK(run_kernels(dev, in.data(), got.data()));
        strings(got);
        files(got);
        exceptions(dev, got);
        algorithms(dev);
        host_threads(in);
        CHECK(run_kernels(dev, in.data(), got.data()));
    }
    if (wrong == 0)
        std::cout << "all right" << std::endl;
    return wrong != 0;
}
