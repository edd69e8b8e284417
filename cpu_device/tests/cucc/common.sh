#!/bin/sh
# SPDX-License-Identifier: MIT
# What the tests in this folder share; they set `cucc`, and end with the status $failed. Goes to an empty folder.
# shellcheck disable=SC2154
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

wrong() {
    echo "FAILED: cucc $*"
    sed 's/^/    /' log
    # shellcheck disable=SC2034 # the test's status
    failed=1
}

# The program that is built runs and says Yes.
builds() {
    rm -f out
    if "$cucc" "$@" >log 2>&1 && [ ! -s log ] && ./out >log 2>&1 && grep -q '^Yes' log; then return; fi
    wrong "$@"
}

# refuses TEXT ARGUMENT...: exit status 2 and this one line.
refuses() {
    text=$1
    shift
    "$cucc" "$@" >log 2>&1
    if [ $? = 2 ] && [ "$(cat log)" = "cucc: $text" ]; then return; fi
    wrong "$@"
}

# The smallest program that launches a kernel.
cat >yes.cu <<'END'
#include <stdio.h>
__global__ void set(int *a)
{
    *a = 1;
}
int main()
{
    int *dev_a, a = 0;
    cudaMalloc(&dev_a, sizeof a);
    set<<<1, 1>>>(dev_a);
    cudaMemcpy(&a, dev_a, sizeof a, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    printf(a == 1 ? "Yes\n" : "NO\n");
    return 0;
}
END

# write_parts: a program in parts: two .cu that share a kernel and a variable, and plain C++ that uses the API.
write_parts() {
    cat >shared.h <<'END'
#include <cuda_runtime.h>
extern __device__ int total;
__global__ void add(int n);
int twice(int n);
END
    cat >kernel.cu <<'END'
#include "shared.h"
__device__ int total;
__global__ void add(int n)
{
    atomicAdd(&total, n);
}
END
    cat >host.cpp <<'END'
#include "shared.h"
int twice(int n)
{
    int device = -1;
    return cudaGetDevice(&device) == cudaSuccess ? 2 * n + device : 0;
}
END
    cat >main.cu <<'END'
#include <stdio.h>
#include "shared.h"
int main()
{
    int sum;
    add<<<4, 32>>>(twice(3));
    cudaMemcpyFromSymbol(&sum, total, sizeof sum);
    printf(sum == 4 * 32 * 6 ? "Yes\n" : "NO, %d\n", sum);
    return 0;
}
END
}

# fake_compiler: makes `fake`, a compiler that compiles everything as g++ does, except for the device's sources: of each it
# makes an empty object, after MOMENT seconds (0), and writes a line into the file `compiled`. FAIL names a source that does
# not compile, VERSION the compiler's version (1).
fake_compiler() {
    cat >fake <<END
#!/bin/sh
case " \$* " in
*" -dM "*) ${CXX:-g++} "\$@" | sed "s/ __VERSION__ .*/ __VERSION__ \"\${VERSION:-1}\"/" ;;
*" -c "*.cpp*)
    echo "\$*" >>"$work/compiled"
    case " \$* " in *" \${FAIL:-none} "*) echo "no good: \$FAIL" >&2; exit 1 ;; esac
    sleep "\${MOMENT:-0}"
    for last; do
        case \$last in *.cpp) source=\$last ;; *.d.new) depfile=\$last ;; esac
    done
    { echo "it: \\\\" && sed -n 's/#include "\(.*\)"/\1 \\\\/p' "\$source" && echo "\$source"; } >"\$depfile"
    echo | exec ${CXX:-g++} -x c - -c -o "\$last"
    ;;
*) exec ${CXX:-g++} "\$@" ;;
esac
END
    chmod +x fake
}
