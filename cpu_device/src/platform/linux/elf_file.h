// SPDX-License-Identifier: MIT
// A program or a library as a file, mapped to be read: its sections, which are not all in memory.
#pragma once

#include <cstddef>
#include <fcntl.h>
#include <link.h>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cpu_device
{
class elf_file
{
  public:
    explicit elf_file(const std::string &name)
    {
        const int file = open(name.c_str(), O_RDONLY | O_CLOEXEC);
        struct stat status;
        if (file < 0)
            return;
        if (fstat(file, &status) == 0 && (size_t)status.st_size >= sizeof(ElfW(Ehdr))) {
            void *image = mmap(nullptr, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
            if (image != MAP_FAILED) {
                image_ = static_cast<const char *>(image);
                size_ = (size_t)status.st_size;
            }
        }
        close(file);
    }
    ~elf_file()
    {
        if (image_ != nullptr)
            munmap(const_cast<char *>(image_), size_);
    }
    elf_file(const elf_file &) = delete;
    elf_file &operator=(const elf_file &) = delete;

    const char *at(size_t offset) const
    {
        return image_ + offset;
    }
    // Calls function(name, header) for each; not at all where there is no such file.
    template <class Function> void for_each_section(Function function) const
    {
        if (image_ == nullptr)
            return;
        auto header = reinterpret_cast<const ElfW(Ehdr) *>(image_);
        if (header->e_shoff + header->e_shnum * sizeof(ElfW(Shdr)) > size_ || header->e_shstrndx >= header->e_shnum)
            return;
        auto sections = reinterpret_cast<const ElfW(Shdr) *>(image_ + header->e_shoff);
        for (int i = 0; i < header->e_shnum; ++i)
            function(image_ + sections[header->e_shstrndx].sh_offset + sections[i].sh_name, sections[i]);
    }
    const ElfW(Shdr) & section(size_t number) const
    {
        auto header = reinterpret_cast<const ElfW(Ehdr) *>(image_);
        return reinterpret_cast<const ElfW(Shdr) *>(image_ + header->e_shoff)[number];
    }

  private:
    const char *image_ = nullptr;
    size_t size_ = 0;
};
} // namespace cpu_device
