#!/bin/sh
# SPDX-License-Identifier: MIT
# hints.sh CUCC SOURCE: after an error that beginners meet, one line says what to write; and after errors that only look like
# these, none does.
set -u

cucc=$1 source=$2
# shellcheck disable=SC1091 # checked by itself
. "$source/cpu_device/tests/cucc/common.sh"

# The source of standard input does not compile.
compiles_not() {
    cat >x.cu
    ! "$cucc" -c x.cu -o x.o >log 2>&1 || wrong x.cu
}

# hint LINE [MOST]: the note for that source; all that is said has at most MOST lines.
hint() {
    compiles_not
    if [ "$(grep -c ': note: ' log)" != 1 ] || ! grep -qxF "$1" log || [ "$(wc -l <log)" -gt "${2:-9}" ]; then
        echo "    expected: $1" >>log
        wrong x.cu
    fi
}

no_hint() {
    compiles_not
    ! grep -q ': note: ' log || wrong x.cu
}

spaces() {
    [ -e "$(${CXX:-g++} -print-file-name=plugin)/include/gcc-plugin.h" ] || return 0
    hint 'x.cu:1: note: write __global__ in front of hello(), so that it is a kernel' <<'END'
void hello(int *a) { *a = 1; }
int main() { hello<<<1, 4>>>(nullptr); }
END
    hint 'x.cu:2: note: write __host__ __device__ in front of square(), so that kernels can call it, too' <<'END'
int twice(int x);
int square(int x) { return x * x; }
__global__ void k(int *a) { *a = square(*a); }
int main() { k<<<1, 4>>>(nullptr); }
END
    # A function of a library cannot be changed.
    no_hint <<'END'
#include <stdlib.h>
__global__ void k(int *a) { *a = rand(); }
int main() { k<<<1, 4>>>(nullptr); }
END
    hint 'x.cu:2:15: note: launch the kernel: k<<<blocks, threads>>>(...)' <<'END'
__global__ void k(int *a) { *a = 1; }
int main() { k(nullptr); }
END
    hint 'x.cu:2:34: note: a kernel cannot read a variable of the host: pass the value of scale as an argument, or declare it __device__' <<'END'
int scale = 3;
__global__ void k(int *a) { *a = scale; }
int main() { k<<<1, 4>>>(nullptr); }
END
}

launches() {
    for arguments in '' 7; do
        hint 'x.cu:2:19: note: a launch has three brackets on each side: hello<<<blocks, threads>>>(...)' 12 <<END
__global__ void hello(${arguments:+int}) {}
int main() { hello<<1, 4>>($arguments); }
END
    done
    no_hint <<'END'
struct pair { int a; };
int main() { pair p = {1}; return p << 4; }
END
}

arrays() {
    for size in n 'blockDim.x' '2 * n + 1'; do
        compiles_not <<END
__global__ void k(int n)
{
    __shared__ int cache[$size];
    cache[0] = 1;
}
int main() { k<<<1, 4>>>(4); }
END
        grep -q '^x.cu:3:.*: note: the size of a __shared__ array is a constant' log || wrong x.cu
    done
}

addresses() {
    for call in 'cudaMalloc(d, 4)' 'cudaMallocManaged(d, 4)' 'cudaMallocHost(d, 4)' 'cudaMallocAsync(d, 4, 0)'; do
        name=${call%%(*}
        compiles_not <<END
int main()
{
    int *d;
    $call;
}
END
        grep -q "^x.cu:4:.*: note: $name() stores the pointer in d, so it takes the address: &d\$" log || wrong x.cu
        ! grep -q candidate log || wrong x.cu
    done
    # Another mistake in the same call.
    compiles_not <<'END'
int main()
{
    int *d;
    cudaMalloc(&d);
}
END
    ! grep -q 'takes the address' log || wrong x.cu
}

spaces
launches
arrays
addresses
exit "${failed:?}"
