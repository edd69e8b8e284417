// SPDX-License-Identifier: MIT
#include "../output_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "../text.h"

namespace cpu_device
{
const char *output_path(const char *value, const char *&problem)
{
    struct stat status;
    bool there = stat(value, &status) == 0;
    if (there && S_ISDIR(status.st_mode)) {
        problem = strerror(EISDIR);
        return nullptr;
    }
    char *path = realpath(value, nullptr);
    std::string folder = value, name = base_name(value);
    folder = name == folder ? "." : folder.substr(0, folder.size() - name.size());
    bool whole = path != nullptr;
    if (!whole && !name.empty()) // not there yet, or a pipe by way of /dev/stdout
        path = realpath(folder.c_str(), nullptr);
    if (path == nullptr) {
        problem = strerror(errno);
        return nullptr;
    }
    std::string file = whole ? path : std::string(path) + "/" + name;
    free(path);
    // a file is written beside, and then takes the old one's place
    std::string beside = file.substr(0, file.rfind('/') + 1);
    if (((!there || S_ISREG(status.st_mode)) && ::access(beside.c_str(), W_OK | X_OK) != 0) ||
        (there && ::access(file.c_str(), W_OK) != 0)) {
        problem = strerror(errno);
        return nullptr;
    }
    return strdup(file.c_str());
}

const char *write_output(const char *path, const std::function<void(FILE *)> &write)
{
    struct stat status;
    bool special = stat(path, &status) == 0 && !S_ISREG(status.st_mode); // /dev/stdout, a pipe
    std::string beside = std::string(path) + ".XXXXXX";
    int file = special ? -1 : mkstemp(beside.data());
    FILE *f = special ? fopen(path, "w") : file < 0 ? nullptr : fdopen(file, "w");
    if (f == nullptr)
        return strerror(errno);
    write(f);
    int failed = fflush(f) != 0 || ferror(f) ? errno : 0;
    if (!special && !failed) {
        mode_t mask = umask(0);
        umask(mask);
        if (fchmod(file, 0666 & ~mask) != 0)
            failed = errno;
    }
    if (fclose(f) != 0 && !failed)
        failed = errno;
    if (!special && !failed && rename(beside.c_str(), path) != 0)
        failed = errno;
    if (!special && failed)
        unlink(beside.c_str());
    return failed ? strerror(failed) : nullptr;
}
} // namespace cpu_device
