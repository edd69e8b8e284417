// SPDX-License-Identifier: MIT
#include "cuda_format.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <vector>

namespace cpu_device
{
namespace
{
// One conversion as C has it: "%-8.3lu" is flags, width, precision, size and letter.
class conversion
{
  public:
    explicit conversion(const char *percent) : begin_(percent)
    {
        const char *at = percent + 1;
        const auto skip = [&at](const char *set) {
            const size_t length = strspn(at, set);
            at += length;
            return std::string(at - length, length);
        };
        flags_ = skip("-+ #0'I");
        width_ = skip("0123456789*");
        if (*at == '.') {
            ++at;
            precision_ = "." + skip("0123456789*");
        }
        size_ = skip("hljztLq");
        letter_ = *at;
        end_ = at + (letter_ != '\0');
    }
    const char *end() const
    {
        return end_;
    }
    std::string text() const
    {
        return {begin_, end_};
    }
    char letter() const
    {
        return letter_;
    }
    bool is_percent() const
    {
        return end_ == begin_ + 2 && letter_ == '%';
    }
    // Whether the kernel stores its argument.
    bool kernel_knows() const
    {
        return is_one_of("diouxXpeEfFgGaAcs") && (size_.empty() || size_ == "h" || size_ == "l" || size_ == "ll") &&
               flags_.find_first_of("'I") == std::string::npos && precision_.find('*') == std::string::npos;
    }
    bool host_knows() const
    {
        conversion without_size = *this;
        if (size_ == "hh")
            without_size.size_.clear();
        return without_size.kernel_knows();
    }
    bool is_floating() const
    {
        return is_one_of("eEfFgGaA");
    }
    bool is_integer() const
    {
        return is_one_of("diouxX");
    }
    bool is_signed() const
    {
        return is_one_of("di");
    }
    bool is_long() const
    {
        return size_ == "l" || size_ == "ll" || size_ == "j" || size_ == "z" || size_ == "t" || size_ == "q";
    }
    // The size of its argument in bytes; 0 if it takes none.
    size_t argument_size() const
    {
        if (is_floating() || is_one_of("psn") || (is_integer() && is_long()))
            return 8;
        return is_integer() || is_one_of("c") ? 4 : 0;
    }
    int stars() const
    {
        return (width_ == "*") + (precision_ == ".*");
    }
    const std::string &size() const
    {
        return size_;
    }
    // With another size, and numbers in place of the stars.
    std::string with(const char *size, const int *numbers) const
    {
        std::string result = "%" + flags_;
        result += width_ == "*" ? std::to_string(*numbers++) : width_;
        result += precision_ != ".*" ? precision_ : *numbers < 0 ? "" : "." + std::to_string(*numbers);
        return result + size + letter_;
    }

  private:
    bool is_one_of(const char *letters) const
    {
        return letter_ != '\0' && strchr(letters, letter_) != nullptr;
    }

    const char *begin_, *end_;
    std::string flags_, width_, precision_, size_;
    char letter_;
};

// The arguments of the call, where CUDA's compiler puts them: each at a multiple of its size.
class argument_memory
{
  public:
    void put(const void *value, size_t size)
    {
        bytes_.resize((bytes_.size() + size - 1) / size * size);
        bytes_.insert(bytes_.end(), static_cast<const char *>(value), static_cast<const char *>(value) + size);
    }
    void put(int value)
    {
        put(&value, sizeof value);
    }
    void put(const conversion &c, va_list *arguments);
    // The next value of this size. A GPU reads on after the end; here come zeros.
    uint64_t take(size_t size)
    {
        uint64_t value = 0;
        next_ = (next_ + size - 1) / size * size;
        if (next_ + size <= bytes_.size())
            memcpy(&value, &bytes_[next_], size);
        next_ += size;
        return value;
    }

  private:
    std::vector<char> bytes_;
    size_t next_ = 0;
};

uint64_t integer_argument(const conversion &c, va_list *arguments)
{
    const std::string &size = c.size();
    if (size == "l")
        return c.is_signed() ? (uint64_t)va_arg(*arguments, long) : va_arg(*arguments, unsigned long);
    if (size == "z")
        return va_arg(*arguments, size_t);
    if (size == "t")
        return (uint64_t)va_arg(*arguments, ptrdiff_t);
    return va_arg(*arguments, unsigned long long);
}

void argument_memory::put(const conversion &c, va_list *arguments)
{
    for (int i = 0; i < c.stars(); ++i)
        put(va_arg(*arguments, int));
    if (c.is_floating()) {
        const double value = c.size() == "L" ? (double)va_arg(*arguments, long double) : va_arg(*arguments, double);
        put(&value, sizeof value);
    } else if (c.argument_size() == 8) {
        const uint64_t value =
            c.is_integer() ? integer_argument(c, arguments) : (uintptr_t)va_arg(*arguments, const void *);
        put(&value, sizeof value);
    } else if (c.argument_size() == 4) {
        put(va_arg(*arguments, int));
    }
}

// What the kernel stores: 8 bytes for each argument of a conversion that it knows, and then the format.
class stored_call
{
  public:
    stored_call(const char *form, va_list *arguments) : form_(form), form_size_(strlen(form) + 1)
    {
        argument_memory memory;
        for_each(form, [&](const conversion &c) { memory.put(c, arguments); });
        for_each(form, [&](const conversion &c) {
            for (int i = 0; c.kernel_knows() && i < c.stars(); ++i)
                slots_.push_back(memory.take(4));
            if (c.kernel_knows())
                slots_.push_back(memory.take(c.argument_size()));
        });
    }
    size_t arguments() const
    {
        return slots_.size();
    }
    bool has_more() const
    {
        return next_ < slots_.size();
    }
    // The host does not stop at the last one, and takes the format for more.
    uint64_t take()
    {
        if (has_more())
            return slots_[next_++];
        const size_t at = (next_++ - slots_.size()) * 8;
        uint64_t value = 0;
        if (at < form_size_)
            memcpy(&value, form_ + at, form_size_ - at < 8 ? form_size_ - at : 8);
        return value;
    }

  private:
    template <class F> static void for_each(const char *form, F f)
    {
        while ((form = strchr(form, '%')) != nullptr) {
            const conversion c(form);
            f(c);
            form = c.end();
        }
    }

    const char *form_;
    size_t form_size_, next_ = 0;
    std::vector<uint64_t> slots_;
};

template <class T> std::string c_text(const std::string &form, T value)
{
    char few[128];
    const int length = snprintf(few, sizeof few, form.c_str(), value);
    if (length < (int)sizeof few)
        return length < 0 ? "" : few;
    std::string text((size_t)length, '\0');
    snprintf(text.data(), text.size() + 1, form.c_str(), value);
    return text;
}

// The values that the host passes on to C's printf() for one piece of the format, which ends with a conversion that it
// knows. A conversion that it does not know, before that one, takes its values. C then finds whatever a register holds:
// here what an H200's host found.
struct passed_values {
    std::deque<uint64_t> integers;
    std::deque<double> numbers;

    uint64_t integer()
    {
        uint64_t value = (uint64_t)-1806173944;
        if (!integers.empty()) {
            value = integers.front();
            integers.pop_front();
        }
        return value;
    }
    double number()
    {
        double value = 0;
        if (!numbers.empty()) {
            value = numbers.front();
            numbers.pop_front();
        }
        return value;
    }
};

// A NaN that a GPU has computed has no sign.
double without_sign_of_nan(double value)
{
    return std::isnan(value) ? std::fabs(value) : value;
}

std::string integer_text(const conversion &c, const int *numbers, uint64_t value)
{
    const std::string form = c.with("ll", numbers);
    if (c.is_long())
        return c_text(form, (long long)value);
    if (c.size() == "h")
        return c_text(form, c.is_signed() ? (long long)(int16_t)value : (long long)(uint16_t)value);
    if (c.size() == "hh")
        return c_text(form, c.is_signed() ? (long long)(int8_t)value : (long long)(uint8_t)value);
    return c_text(form, c.is_signed() ? (long long)(int32_t)value : (long long)(uint32_t)value);
}

std::string text_of(const conversion &c, passed_values &values)
{
    int numbers[2] = {};
    for (int i = 0; i < c.stars(); ++i)
        numbers[i] = (int)values.integer();
    if (c.is_floating())
        return c_text(c.with("", numbers), without_sign_of_nan(values.number()));
    if (c.is_integer())
        return integer_text(c, numbers, values.integer());
    const bool is_passed = !values.integers.empty();
    switch (c.letter()) {
    case 'c': return c_text(c.with("", numbers), (int)values.integer());
    case 'p': return c_text(c.with("", numbers), (const void *)(uintptr_t)values.integer());
    case 's': {
        const char *text = is_passed ? (const char *)(uintptr_t)values.integer() : nullptr;
        return c_text(c.with("", numbers), text == nullptr ? "(null)" : text);
    }
    default: return c.text();
    }
}

// A piece with conversions that the host does not know, and one that it knows, at its end.
std::string piece_text(const char *at, const char *end, passed_values &values)
{
    std::string text;
    while (at < end) {
        if (*at != '%') {
            text += *at++;
            continue;
        }
        const conversion c(at);
        if (c.letter() == 's' && c.size() == "l")
            return ""; // text that is no wide text: C's printf() gives up
        text += c.letter() == '%' ? "%" : text_of(c, values);
        at = c.end();
    }
    return text;
}
} // namespace

kernel_line format_in_kernel(const char *form, va_list list)
{
    va_list arguments;
    va_copy(arguments, list);
    stored_call call(form, &arguments);
    va_end(arguments);
    kernel_line line = {"", (int)call.arguments()};
    const char *piece = form;
    bool unknown = false; // in this piece
    for (const char *at = form; (at = strchr(at, '%')) != nullptr;) {
        const conversion c(at);
        at = c.end();
        if (!c.is_percent() && !c.host_knows()) {
            unknown = true;
            continue;
        }
        if (unknown && !call.has_more())
            break;
        passed_values values;
        for (int i = 0; i < c.stars(); ++i)
            values.integers.push_back(call.take());
        if (const uint64_t value = c.is_percent() ? 0 : call.take(); c.is_floating())
            memcpy(&values.numbers.emplace_back(), &value, sizeof value);
        else if (!c.is_percent())
            values.integers.push_back(value);
        line.text += piece_text(piece, at, values);
        piece = at;
        unknown = false;
    }
    line.text += piece; // as it stands
    return line;
}
} // namespace cpu_device
