// SPDX-License-Identifier: MIT
// open LIBRARY...: C that knows nothing of CUDA; each library is opened, asked twice, and closed.
#include <dlfcn.h>
#include <stdio.h>

typedef int histogram_of(const unsigned char *bytes, int n, int from, unsigned counts[256]);

enum { n = 10000 };

static int asks(histogram_of *histogram)
{
    static unsigned char bytes[n];
    unsigned counts[256];
    int wrong = 0;
    for (int i = 0; i < n; i++)
        bytes[i] = (unsigned char)(i % 100);
    for (int call = 1; call <= 2; call++) {
        if (histogram(bytes, n, 10 * call, counts) != call)
            wrong++;
        for (int value = 0; value < 256; value++)
            wrong += counts[value] != (value < 10 * call || value >= 100 ? 0 : n / 100);
    }
    return wrong;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        void *library = dlopen(argv[i], RTLD_NOW);
        histogram_of *histogram = library == NULL ? NULL : (histogram_of *)dlsym(library, "histogram");
        if (histogram == NULL) {
            fprintf(stderr, "%s\n", dlerror());
            return 1;
        }
        printf("%d wrong\n", asks(histogram));
        dlclose(library);
    }
    return 0;
}
