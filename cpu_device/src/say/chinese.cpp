// SPDX-License-Identifier: MIT
// The Chinese of everything the device says: the catalogue as a table, of which each entry is msgid "ENGLISH" msgstr
// "CHINESE".
#include "report.h"

namespace cpu_device
{
namespace
{
constexpr const char *chinese[] = {"", ""
#define msgid ,
#define msgstr ,
#include "../../po/zh_CN.po"
};
} // namespace

void speak_chinese()
{
    translate_with(chinese, sizeof chinese / sizeof *chinese);
}
} // namespace cpu_device
