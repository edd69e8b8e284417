// SPDX-License-Identifier: MIT
// What the judge says, in Chinese: the catalogues as tables, of which each entry is msgid "ENGLISH" msgstr "CHINESE".
#include "judging.h"

// clang-format off
#define msgid }, {
#define msgstr ,
const struct message chinese_messages[] = {{"", ""
#include "../../exercises/po/messages.zh_CN.po"
#include "../../exercises/po/comments.zh_CN.po"
}, {NULL, NULL}};
// What judge/*.h say within the program: text_in_words() finds the format by the text.
const struct message chinese_verdicts[] = {{"", ""
#include "../../exercises/po/verdicts.zh_CN.po"
}, {NULL, NULL}};
