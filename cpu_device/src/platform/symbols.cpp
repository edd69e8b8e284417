// SPDX-License-Identifier: MIT
// The program reads its own symbol table, and those of its modules: which function a kernel's body belongs to, and
// which shared variables it has.
//
// A kernel `void dot(float *)` passes its body as a lambda (rewrite/kernels.c). By the Itanium C++ ABI the type of that
// lambda is Z3dotPfEUlvE_, the function is _Z3dotPf, and a shared variable `cache` in the body is the thread-local
// symbol _ZZZ3dotPfENUlvE_clEvE5cache.
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <vector>

#include "../../include/cpu_device/interface.h"
#include "kernel_name.h"
#include "raw_symbols.h"
#include "symbols.h"

namespace cpu_device
{
struct symbol_table {
    struct variable {
        std::string name;
        size_t size, offset;
    };
    std::vector<variable> thread_local_variables;
    std::map<const void *, std::string> functions;
    std::map<uintptr_t, variable> variables; // by address
    std::vector<thread_local_variable> in_shared;

    explicit symbol_table(const code_image &image)
    {
        read(image);
        list_thread_locals();
    }

    void read(const code_image &image)
    {
        for_each_symbol(image, [&](symbol_kind kind, const char *name, uintptr_t value, size_t size) {
            switch (kind) {
            case symbol_kind::thread_local_variable: thread_local_variables.push_back({name, size, value}); break;
            case symbol_kind::function: functions.emplace(reinterpret_cast<const void *>(value), name); break;
            case symbol_kind::variable: variables[value] = {name, size, 0}; break;
            }
        });
    }

    void list_thread_locals()
    {
        for (const auto &v : thread_local_variables) {
            std::string name = demangled(v.name.c_str());
            static const std::set<std::string> own = {"threadIdx", "blockIdx", "blockDim", "gridDim",
                                                      "cpu_device_threads"};
            if (name.rfind("cpu_device::", 0) == 0 || own.count(name)) // the runtime's own
                continue;
            size_t scope = name.rfind("::");
            bool guard = name.rfind("guard variable for ", 0) == 0 || name == "__tls_guard";
            in_shared.push_back({v.offset, v.size, scope == std::string::npos ? name : name.substr(scope + 2), guard});
        }
    }
};

namespace
{
const symbol_table &symbols_of(const code_image &image)
{
    static const symbol_table *program = new symbol_table(the_program());
    return image.symbols != nullptr ? *image.symbols : *program;
}

// Z3dotPfEUlvE_ is Z3dotPfE, the scope, and UlvE_, the lambda; where no other file can know the lambda, clang makes
// that Z3dotPfE3$_0.
size_t scope_length(const std::string &type)
{
    const size_t lambda = type.rfind("UlvE"), dollar = type.rfind("$_");
    return lambda != std::string::npos ? lambda : dollar != std::string::npos && dollar > 0 ? dollar - 1 : 0;
}
} // namespace

bool is_constant(const char *address)
{
    for (const auto &[name, section] : image_of(address).sections)
        if (name.compare(0, 20, "cpu_device_constants") == 0 && address >= section.begin && address < section.end)
            return true;
    return false;
}

std::string kernel_symbol(const char *body_type)
{
    std::string type = body_type;
    size_t scope = scope_length(type);
    return scope > 0 ? "_" + type.substr(0, scope - 1) : "";
}

const char *name_with_arguments(const char *name, const char *body_type)
{
    if (strchr(body_type, 'I') == nullptr) // which begins the arguments of a template
        return name;
    constexpr size_t most = 100;
    static std::mutex &mutex = *new std::mutex;
    static auto &known = *new std::map<const char *, const char *>; // by the type
    std::lock_guard<std::mutex> lock(mutex);
    const char *&found = known[body_type];
    if (found != nullptr)
        return found;
    const std::string whole = short_function_name(kernel_symbol(body_type).c_str());
    // What the device's own libraries call their functors says nothing to who reads it.
    const bool fits =
        whole.find('<') != std::string::npos && whole.size() <= most && whole.find("cpu_device::") == std::string::npos;
    return found = fits ? strdup(whole.c_str()) : name;
}

namespace
{
size_t static_shared_size_in(const symbol_table &symbols, const std::string &type)
{
    size_t scope = scope_length(type);
    std::string prefix = "_ZZ" + type.substr(0, scope) + "N" + type.substr(scope) + "clEvE";
    size_t sum = 0;
    for (const auto &variable : symbols.thread_local_variables)
        if (variable.name.compare(0, prefix.size(), prefix) == 0)
            sum += variable.size;
    return sum;
}

std::string mangled(const std::string &symbol) // of extern "C", as C++ would have it
{
    return symbol.compare(0, 2, "_Z") == 0 ? symbol : "_Z" + std::to_string(symbol.size()) + symbol;
}
} // namespace

size_t static_shared_size(const char *body_type)
{
    return static_shared_size_in(symbols_of(image_of(body_type)), body_type);
}

size_t static_shared_size_of(const void *kernel)
{
    const symbol_table &symbols = symbols_of(image_of(kernel));
    auto found = symbols.functions.find(kernel);
    return found == symbols.functions.end()
               ? 0
               : static_shared_size_in(symbols, mangled(found->second).substr(1) + "EUlvE_");
}

const std::vector<thread_local_variable> &thread_local_variables(const code_image &image)
{
    return symbols_of(image).in_shared;
}

program_variable variable_at(const void *address)
{
    const code_image &image = image_of(address);
    const auto &all = symbols_of(image).variables;
    const auto p = reinterpret_cast<uintptr_t>(address);
    const auto after = all.upper_bound(p);
    if (after == all.begin() || p - std::prev(after)->first >= std::prev(after)->second.size)
        return {};
    const auto &[begin, variable] = *std::prev(after);
    return {demangled(variable.name.c_str()), p - begin, variable.size, image.unloaded};
}

#ifdef __wasm__ // its symbols do not say which variables are constant
bool is_of_host(const char *)
{
    return false;
}
#else
bool is_of_host(const char *address)
{
    static const std::map<const char *, const char *> *all = [] { // their begins and ends
        auto *made = new std::map<const char *, const char *>;
        for (const auto &[value, v] : symbols_of(the_program()).variables) {
            const auto begin = reinterpret_cast<const char *>(value);
            const char *const name = v.name.c_str();
            const bool fits =
                strncmp(name, "_Z", 2) != 0 || strncmp(name, "_ZL", 3) == 0 || strncmp(name, "_ZZ4mainE", 9) == 0;
            if (fits && in_changeable_data(begin))
                made->emplace(begin, begin + v.size);
        }
        for (const char *section : {"cpu_device_variables", "cpu_device_managed"}) {
            const auto [from, to] = section_of(the_program(), section);
            for (auto v = reinterpret_cast<const variable *>(from); v < reinterpret_cast<const variable *>(to); ++v)
                made->erase(static_cast<const char *>(const_cast<const void *>(v->address)));
        }
        return made;
    }();
    const auto after = all->upper_bound(address);
    return after != all->begin() && address < std::prev(after)->second;
}
#endif

bool is_body_of(const char *body_type, const void *kernel)
{
    const code_image &image = image_of(kernel);
    if (&image_of(body_type) != &image)
        return false;
    auto found = symbols_of(image).functions.find(kernel);
    return found != symbols_of(image).functions.end() && mangled(found->second) == kernel_symbol(body_type);
}

const void *kernel_of_body(const char *body_type)
{
    for (const auto &[address, name] : symbols_of(image_of(body_type)).functions)
        if (is_body_of(body_type, address))
            return address;
    return nullptr;
}

// --- modules ---

const symbol_table *read_symbols(const code_image &image)
{
    return new symbol_table(image);
}

std::vector<const void *> functions_in(const code_image &image)
{
    std::vector<const void *> all;
    for (const auto &[address, name] : symbols_of(image).functions)
        all.push_back(address);
    return all;
}

const void *function_in(const code_image &image, const std::string &symbol)
{
    for (const auto &[address, name] : symbols_of(image).functions)
        if (name == symbol)
            return address;
    return nullptr;
}

const char *function_symbol(const void *function)
{
    const auto &functions = symbols_of(image_of(function)).functions;
    auto found = functions.find(function);
    return found == functions.end() ? nullptr : found->second.c_str();
}

std::pair<char *, size_t> variable_in(const code_image &image, const std::string &symbol)
{
    for (const auto &[address, variable] : symbols_of(image).variables)
        if (variable.name == symbol)
            return {reinterpret_cast<char *>(address), variable.size};
    return {nullptr, 0};
}
} // namespace cpu_device
