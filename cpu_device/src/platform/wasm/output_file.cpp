// SPDX-License-Identifier: MIT
// The files are in memory, and nobody else reads them while they are written.
#include "../output_file.h"

#include <cerrno>
#include <cstring>

namespace cpu_device
{
const char *output_path(const char *value, const char *&)
{
    return strdup(value);
}

const char *write_output(const char *path, const std::function<void(FILE *)> &write)
{
    FILE *f = fopen(path, "w");
    if (f == nullptr)
        return strerror(errno);
    write(f);
    const bool failed = ferror(f) != 0;
    return fclose(f) != 0 || failed ? strerror(errno) : nullptr;
}
} // namespace cpu_device
