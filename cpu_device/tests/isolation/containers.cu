// SPDX-License-Identifier: MIT
// containers.cu: every container of the C++ library in host code, filled from what kernels computed, with the types
// that the device itself may be made of. The device's code is its own, so what the program does with these is right.
// CPU prints lanes: 496
// CPU prints all right
#include <algorithm>
#include <any>
#include <array>
#include <bitset>
#include <cstdint>
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

#include "kernels.h"

static int wrong;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            wrong++;                                                                                                   \
            fprintf(stderr, "line %d: %s\n", __LINE__, #condition);                                                    \
        }                                                                                                              \
    } while (0)

// Each of these gets the n numbers that the kernels left.
using numbers = std::vector<unsigned>;

static void sequences(const numbers &got)
{
    unsigned total = std::accumulate(got.begin(), got.end(), 0u);
    std::deque<unsigned> deque(got.begin(), got.end());
    std::list<unsigned> list;
    std::forward_list<unsigned> forward;
    std::vector<uint16_t> halves;
    std::vector<uint64_t> doubles;
    std::vector<const char *> names;
    std::vector<const void *> addresses;
    std::vector<std::pair<uint32_t, uint32_t>> pairs;
    std::vector<std::pair<const char *, const char *>> ranges;
    std::vector<std::vector<uint32_t>> rows(blocks);
    std::vector<bool> odd;
    for (unsigned i = 0; i < n; i++) {
        deque.push_front(deque.back());
        deque.pop_back();
        list.push_back(got[i]);
        forward.push_front(got[i]);
        halves.push_back((uint16_t)got[i]);
        doubles.push_back(2ull * got[i]);
        names.push_back("name");
        addresses.push_back(&got[i]);
        pairs.emplace_back(got[i], i);
        ranges.push_back({"begin", "end"});
        rows[i / threads].push_back(got[i]);
        odd.push_back(got[i] % 2 != 0);
    }
    list.sort();
    list.unique();
    forward.reverse();
    CHECK(deque == std::deque<unsigned>(got.begin(), got.end()));
    CHECK(list.size() == n && list.front() == 1 && list.back() == 3u * (n - 1) * (n - 1) + 1);
    CHECK(std::equal(forward.begin(), forward.end(), got.begin()));
    CHECK(std::accumulate(doubles.begin(), doubles.end(), 0ull) % (1ull << 32) == 2 * total);
    CHECK(halves.size() == n && names.size() == n && ranges.size() == n);
    CHECK(addresses.back() == &got.back());
    std::sort(pairs.begin(), pairs.end());
    CHECK(pairs[0].first == 1 && got[pairs[0].second] == 1);
    unsigned of_rows = 0;
    for (const auto &row : rows)
        of_rows += std::accumulate(row.begin(), row.end(), 0u);
    CHECK(of_rows == total);
    CHECK(std::count(odd.begin(), odd.end(), true) == n / 2); // 3*x*x+1 of the even x
}

static void associative(const numbers &got)
{
    std::unordered_map<unsigned, unsigned> h;
    h[5]++;
    CHECK(h.size() == 1 && h[5] == 1);
    std::unordered_map<uint32_t, uint32_t> seen;
    std::unordered_map<uint32_t, std::vector<uint32_t>> by_rest;
    std::unordered_map<const void *, uint32_t> by_address;
    std::unordered_map<uintptr_t, uint32_t> by_number;
    std::unordered_map<std::string, std::unordered_map<unsigned, unsigned>> nested;
    std::unordered_multimap<unsigned, unsigned> repeated;
    std::unordered_set<unsigned> set_of_all;
    std::map<const char *, size_t> by_pointer;
    std::map<std::string, unsigned> by_text;
    std::map<unsigned, unsigned> ordered;
    std::multimap<unsigned, unsigned> rests;
    std::set<std::string> texts;
    std::set<std::pair<const char *, int>> places;
    std::multiset<unsigned> bag;
    for (unsigned i = 0; i < n; i++) {
        seen[got[i]] = i;
        by_rest[got[i] % 7].push_back(got[i]);
        by_address[&got[i]] = i;
        by_number[reinterpret_cast<uintptr_t>(&got[i])]++;
        nested[std::to_string(got[i] % 11)][got[i] % 13]++;
        repeated.emplace(got[i] % 5, got[i]);
        set_of_all.insert(got[i]);
        by_pointer[reinterpret_cast<const char *>(&got[i])] = i;
        by_text[std::to_string(got[i])]++;
        ordered[got[i]] = i;
        rests.emplace(got[i] % 3, i);
        texts.insert(std::to_string(got[i] % 17));
        places.emplace("place", (int)got[i]);
        bag.insert(got[i] % 2);
    }
    size_t of_rests = 0, of_nested = 0;
    for (const auto &[rest, all] : by_rest)
        of_rests += all.size();
    for (const auto &[text, counts] : nested)
        for (const auto &[rest, count] : counts)
            of_nested += count;
    CHECK(of_rests == n && of_nested == n && repeated.size() == n && rests.count(1) == n); // 3*x*x+1 leaves 1 of 3
    CHECK(seen.size() == n && set_of_all.size() == n && by_address.size() == n && by_number.size() == n);
    CHECK(by_pointer.size() == n && by_text.size() == n && by_text["1"] == 1 && ordered.begin()->first == 1);
    CHECK(places.size() == n && texts.size() <= 17 && bag.count(0) == n / 2);
    for (unsigned i = 0; i < n; i++)
        CHECK(seen.at(got[i]) == i && by_address.at(&got[i]) == i && ordered.at(got[i]) == i);
    for (unsigned i = 0; i < n; i += 2)
        seen.erase(got[i]);
    CHECK(seen.size() == n / 2);
}

static void adaptors_and_values(const numbers &got)
{
    std::priority_queue<unsigned> largest(got.begin(), got.end());
    std::priority_queue<unsigned, std::vector<unsigned>, std::greater<unsigned>> smallest(got.begin(), got.end());
    std::queue<unsigned> queue;
    std::stack<unsigned> stack;
    std::array<unsigned, threads> array = {};
    std::bitset<n> bits;
    for (unsigned i = 0; i < n; i++) {
        queue.push(got[i]);
        stack.push(got[i]);
        array[i % threads] += got[i];
        bits.set(i, got[i] % 2 != 0);
    }
    CHECK(largest.top() == 3u * (n - 1) * (n - 1) + 1 && smallest.top() == 1);
    CHECK(queue.front() == got.front() && stack.top() == got.back() && bits.count() == n / 2);
    CHECK(std::accumulate(array.begin(), array.end(), 0u) == std::accumulate(got.begin(), got.end(), 0u));

    std::tuple<std::string, bool, unsigned> tuple("text long enough to lie on the heap", true, got[0]);
    std::optional<unsigned> some = got[1], none;
    std::variant<int, std::string, std::vector<unsigned>> variant = got;
    std::any any = std::string("another text that lies on the heap");
    std::string_view view = std::get<0>(tuple);
    CHECK(std::get<2>(tuple) == got[0] && view.substr(0, 4) == "text" && *some == got[1] && !none);
    CHECK(std::get<2>(variant) == got && std::any_cast<std::string>(any).size() == 34);
    variant = "changed";
    CHECK(std::get<1>(variant) == "changed");

    auto shared = std::make_shared<const numbers>(got);
    std::weak_ptr<const numbers> weak = shared;
    std::shared_ptr<const void> untyped = shared;
    std::unique_ptr<unsigned[]> unique(new unsigned[n]);
    std::copy(shared->begin(), shared->end(), unique.get());
    CHECK(weak.use_count() == 2 && unique[n - 1] == got[n - 1]);
    shared.reset();
    CHECK(!weak.expired());
    untyped.reset();
    CHECK(weak.expired());

    unsigned calls = 0;
    std::vector<std::function<void()>> functions;
    for (unsigned i = 0; i < 100; i++)
        functions.push_back([&calls, i, got] { calls += got[i] > 0; });
    for (const auto &function : functions)
        function();
    CHECK(calls == 100);
}

int main(void)
{
    buffers dev;
    numbers in(n), got(n);
    std::iota(in.begin(), in.end(), 0u);
    std::unordered_map<unsigned, unsigned> before; // lives while kernels run
    for (unsigned number : in)
        before[number % 10]++;
    CHECK(run_kernels(dev, in.data(), got.data()));
    sequences(got);
    associative(got);
    std::reverse(in.begin(), in.end());
    CHECK(run_kernels(dev, in.data(), got.data()));
    adaptors_and_values(got);
    associative(got);
    CHECK(run_kernels(dev, in.data(), got.data()));
    CHECK(before.size() == 10 && before[n % 10] >= n / 10);
    if (wrong == 0)
        puts("all right");
    return wrong != 0;
}
