// SPDX-License-Identifier: MIT
// Which release of Thrust and libcu++ there is. An untried release may be the reason why a program does not compile, so
// cucc names it before any other message.
#include "driver.h"

#include <stdlib.h>
#include <string.h>

// Those of tools/toolkits.sh, by THRUST_VERSION: Debian 12 has Thrust 1.17.2 with libcu++ 1.8.1. A later patch of a
// release counts as known.
enum { OLDEST = 101702, NEXT = 300600 };
static const char known_releases[] = "Thrust 1.17 (Debian 12) to CCCL 3.5 (CUDA 13.5)";

// 300001 for 3.0.1; 0: it says none.
static long release_in(const char *thrust)
{
    struct text text = {0};
    if (!read_file(text_of("%s/thrust/version.h", thrust), &text))
        return 0;
    const char *version = strstr(text.begin, "#define THRUST_VERSION ");
    return version != NULL ? atol(version + strlen("#define THRUST_VERSION ")) : 0;
}

// Says nothing of a release that was tried.
void say_unknown_release(void)
{
    const char *thrust = find_thrust();
    if (thrust == NULL)
        return;
    const long release = release_in(thrust);
    if (release < OLDEST || release >= NEXT)
        fprintf(stderr,
                "cucc: %s has Thrust and libcu++ %ld.%ld.%ld, with which the CPU device was not tested: it works with "
                "those of %s; CUDA_HOME names the folder of another toolkit\n",
                thrust, release / 100000, release / 100 % 1000, release % 100, known_releases);
}

const char *older_release(void)
{
    const char *thrust = find_thrust();
    const long release = thrust != NULL ? release_in(thrust) : 0;
    return release < OLDEST || release >= NEXT - 100
               ? NULL
               : text_of(tr("%s has Thrust and libcu++ %ld.%ld.%ld, and a later release may have this name; CUDA_HOME "
                            "names the folder of another toolkit"),
                         thrust, release / 100000, release / 100 % 1000, release % 100);
}

// Whether the compiler has found an error in a header of CCCL, or in what one of them uses. cucc's headers in front of
// them are in a folder cccl_*.
bool blames_cccl(const char *messages)
{
    static const char *const parts[] = {"/cccl_", "/cuda/std/", "/cuda/__", "/thrust/", "/nv/target"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        if (strstr(messages, parts[i]) != NULL)
            return strstr(messages, "error: ") != NULL;
    return false;
}
