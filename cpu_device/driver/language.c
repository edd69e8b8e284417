// SPDX-License-Identifier: MIT
// English or Chinese: the catalogue as a table, of which each entry is msgid "ENGLISH" msgstr "CHINESE".
#include "driver.h"

#include <stdlib.h>
#include <string.h>

static const char *const chinese[] = {"", ""
#define msgid ,
#define msgstr ,
#include "../po/zh_CN.po"
};

static bool speaks_chinese(void)
{
    for (const char *const *name = (const char *const[]){"CPU_DEVICE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", NULL};
         *name != NULL; ++name) {
        const char *value = getenv(*name);
        if (value != NULL && *value != '\0')
            return begins_with(value, "zh");
    }
    return false;
}

const char *tr(const char *english)
{
    if (speaks_chinese())
        for (size_t i = 0; i < sizeof chinese / sizeof *chinese; i += 2)
            if (strcmp(chinese[i], english) == 0 && chinese[i + 1][0] != '\0')
                return chinese[i + 1];
    return english;
}
