// SPDX-License-Identifier: MIT
// cucc --vscode: tasks and a launch configuration for Visual Studio Code, which compile, check and debug the open file.
// The reports of the check get into the editor as lines of GCC's (cucc-reports), which it knows.
#include "driver.h"

#include <errno.h>
#include <string.h>

static const char tasks[] =
    "{\n"
    "  \"version\": \"2.0.0\",\n"
    "  \"tasks\": [\n"
    "    {\n"
    "      \"label\": \"cucc: compile\",\n"
    "      \"type\": \"process\",\n"
    "      \"command\": \"%s/cucc\",\n"
    "      \"args\": [\"-G\", \"${file}\", \"-o\", \"${fileDirname}/${fileBasenameNoExtension}\"],\n"
    "      \"problemMatcher\": \"$gcc\",\n"
    "      \"group\": {\"kind\": \"build\", \"isDefault\": true}\n"
    "    },\n"
    "    {\n"
    "      \"label\": \"cucc: check\",\n"
    "      \"type\": \"process\",\n"
    "      \"command\": \"sh\",\n"
    "      \"args\": [\"-c\", \"file=$(mktemp) && { CPU_DEVICE_REPORT=$file \\\"$1\\\"; status=$?; \\\"$2\\\" gcc "
    "\\\"$file\\\"; "
    "rm \\\"$file\\\"; exit $status; }\",\n"
    "        \"sh\", \"${fileDirname}/${fileBasenameNoExtension}\", \"%s/cucc-reports\"],\n"
    "      \"dependsOn\": \"cucc: compile\",\n"
    "      \"problemMatcher\": \"$gcc\",\n"
    "      \"group\": {\"kind\": \"test\", \"isDefault\": true}\n"
    "    }\n"
    "  ]\n"
    "}\n";

static const char launch[] = "{\n"
                             "  \"version\": \"0.2.0\",\n"
                             "  \"configurations\": [\n"
                             "    {\n"
                             "      \"name\": \"cucc: debug\",\n"
                             "      \"type\": \"cppdbg\",\n"
                             "      \"request\": \"launch\",\n"
                             "      \"MIMode\": \"gdb\",\n"
                             "      \"program\": \"${fileDirname}/${fileBasenameNoExtension}\",\n"
                             "      \"cwd\": \"${workspaceFolder}\",\n"
                             "      \"preLaunchTask\": \"cucc: compile\"\n"
                             "    }\n"
                             "  ]\n"
                             "}\n";

// As JSON has it between quotes.
static char *escaped(const char *path)
{
    struct text text = {0};
    append(&text, "", 0);
    for (; *path != '\0'; ++path) {
        if (*path == '"' || *path == '\\')
            append(&text, "\\", 1);
        append(&text, path, 1);
    }
    return text.begin;
}

void write_vscode(const struct cucc *cucc)
{
    const char *files[] = {".vscode/tasks.json", ".vscode/launch.json"}, *here = escaped(cucc->here);
    char *texts[] = {text_of(tasks, here, here), text_of("%s", launch)};
    for (int i = 0; i < 2; ++i)
        if (exists(files[i]))
            die("%s is there already", files[i]);
    make_folders(".vscode");
    for (int i = 0; i < 2; ++i) {
        if (!write_file(files[i], texts[i], strlen(texts[i])))
            die("can't write %s: %s", files[i], strerror(errno));
        printf("%s\n", files[i]);
    }
}
