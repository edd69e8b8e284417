#!/bin/sh
# SPDX-License-Identifier: MIT
# options.sh CUCC SOURCE_FOLDER: the options that cucc takes over from g++ and nvcc, several files, wrong arguments.
set -u
cucc=$1 source=$2 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"
dot=$source/chapter05/dot.cu
cp -r "$source/common" .

builds "$dot" -o out
builds -oout -O3 -Wall -Wextra -Werror "$dot"
builds "$dot" --output-file out -std=c++11
builds -std c++14 "$dot" -o out -O 3
builds --machine 64 --optimize 3 --define-macro X=1 -Werror all-warnings "$dot" -o out

# Warnings as errors, in what the host alone compiles too; but a kernel may have a type that no other file can name.
cat >lambda.cu <<'END'
#include <stdio.h>
template <class Function> __global__ void run(Function f) { f(); }
int main()
{
#if defined WARN && !defined __CUDA_ARCH__
    int unused = 1;
#endif
    run<<<1, 1>>>([] __device__ {});
    puts("Yes");
    return cudaDeviceSynchronize();
}
END
builds --extended-lambda -Wall -Werror lambda.cu -o out
"$cucc" -DWARN --extended-lambda -Wall -Werror lambda.cu -o out >log 2>&1 && wrong -DWARN -Wall -Werror lambda.cu
{ grep -q 'unused variable' log && grep -q 'all warnings being treated as errors' log; } || wrong -DWARN -Wall -Werror lambda.cu
builds -arch=sm_80 -gencode arch=compute_80,code=sm_80 -arch native "$dot" -o out -lineinfo -G -use_fast_math -lcudart
builds -expt-extended-lambda --expt-relaxed-constexpr -rdc=true -ftz=true -Xptxas -v -t4 "$dot" -o out
builds -Xcompiler '"-Wall",,-O2,' "$dot" -o out
builds -Xcompiler '-Wl\,-rpath\,/tmp,"-Wl,-rpath,/usr/lib"' -Xcompiler "'-DNAME=a b',-DTEXT=\\\"a\\\"" "$dot" -o out
builds -Xcompiler '-Wall -O2' -Xcompiler -Wextra,-Wshadow -Xlinker -rpath,/tmp "$dot" -o out
builds -I /tmp -I. -L /tmp -D NAME='"a b"' -DOTHER='a b' "$dot" -o out -lm
builds -std=c++98 -flto -fno-rtti -fno-exceptions -dlto "$dot" -o out
builds -std=gnu++98 "$dot" -o out

# in parts: two .cu that share a kernel and a variable, and plain C++ that uses the API
cat >shared.h <<'EOF'
#include <cuda_runtime.h>
extern __device__ int total;
__global__ void add(int n);
int twice(int n);
EOF
cat >kernel.cu <<'EOF'
#include "shared.h"
__device__ int total;
__global__ void add(int n)
{
    atomicAdd(&total, n);
}
EOF
cat >host.cpp <<'EOF'
#include "shared.h"
int twice(int n)
{
    int device = -1;
    return cudaGetDevice(&device) == cudaSuccess ? 2 * n + device : 0;
}
EOF
cat >main.cu <<'EOF'
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
EOF
builds kernel.cu host.cpp main.cu -o out
{ "$cucc" -c kernel.cu && "$cucc" -dc main.cu -o main_part.o && "$cucc" -c host.cpp; } >log 2>&1 || wrong -c
builds kernel.o main_part.o host.o -o out

# C is C, whatever is said of C++; it may call CUDA's API
cat >c_part.c <<'EOF'
#include <cuda_runtime.h>
int twice(int class)
{
    int there[2] = {class, 0}, *dev;
    struct cudaDeviceProp properties;
    if (cudaMalloc((void **)&dev, sizeof there) || cudaGetDeviceProperties(&properties, 0) || properties.warpSize != 32)
        return 0;
    cudaMemcpy(dev, there, sizeof *dev, cudaMemcpyHostToDevice);
    cudaMemcpy(there + 1, dev, sizeof *dev, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    return sizeof 'a' == sizeof(int) ? there[0] + there[1] : 0;
}
EOF
cat >c_main.cu <<'EOF'
#include <stdio.h>
extern "C" int twice(int n);
int main()
{
    printf(twice(21) == 42 ? "Yes\n" : "NO\n");
    return 0;
}
EOF
builds -std=c++17 c_part.c c_main.cu -o out
"$cucc" -c -std=c99 -Werror c_part.c >log 2>&1 || wrong -c c_part.c
builds c_part.o c_main.cu -o out

# Names of the C++ library are free for a program that says using namespace std, as far as its <cmath> leaves them so,
# which nvcc includes too.
cat >names.cu <<'EOF'
#include <stdio.h>
using namespace std;
float *array;
__global__ void fill(float *a)
{
    a[threadIdx.x] = 1;
}
int main()
{
    float one[32];
    cudaMalloc(&array, sizeof one);
    fill<<<1, 32>>>(array);
    cudaMemcpy(one, array, sizeof one, cudaMemcpyDeviceToHost);
    cudaFree(array);
    printf(one[31] == 1 ? "Yes\n" : "NO\n");
    return 0;
}
EOF
if printf '#include <cmath>\nusing namespace std;\nfloat *array, *copy = array;\n' |
    "${CXX:-g++}" -std=c++17 -x c++ -c - -o names.o 2>log; then
    builds names.cu -o out
fi

# Each file has its own device variables, as with nvcc, unless device code is relocatable.
for n in 1 2; do
    cat >own_$n.cu <<EOF
__device__ int value;
__constant__ float factor[2];
__global__ void set$n()
{
    value += $n;
}
int value$n()
{
    int sum = 0;
    set$n<<<1, 1>>>();
    cudaMemcpyFromSymbol(&sum, value, sizeof sum);
    return sum;
}
EOF
done
cat >own_main.cu <<'EOF'
#include <stdio.h>
int value1(), value2();
int main()
{
    printf(value1() == 1 && value2() == 2 ? "Yes\n" : "NO\n");
    return 0;
}
EOF
builds -Wall -Wextra own_1.cu own_2.cu own_main.cu -o out
"$cucc" -rdc=true own_1.cu own_2.cu own_main.cu -o out >log 2>&1 && wrong -rdc=true with two definitions
grep -q "multiple definition of .value'" log || wrong -rdc=true with two definitions
printf '__device__ int total;\n#include "shared.h"\n__global__ void add(int n) { atomicAdd(&total, n); }\n' >kernel_alone.cu
builds -rdc=true kernel_alone.cu host.cpp main.cu -o out

# The default stream is a matter of each file: the legacy one waits for a kernel in another stream, a thread's does not.
cat >default.h <<'EOF'
#ifdef OWN
#define CUDA_API_PER_THREAD_DEFAULT_STREAM
#endif
#include <cuda_runtime.h>
#ifdef __cplusplus
extern "C"
#endif
int NAME(cudaEvent_t event)
{
    int looks = 0;
    cudaError_t error = cudaEventRecord(event, 0);
    if (error != cudaSuccess)
        return 0;
    while ((error = cudaStreamQuery(0)) == cudaErrorNotReady && looks++ < (WAITS ? 20 : 10000)) {
        struct timespec moment = {0, 1000000};
        nanosleep(&moment, NULL);
    }
    return error == (WAITS ? cudaErrorNotReady : cudaSuccess);
}
EOF
for name in legacy legacy_c own own_c own_option own_macro; do
    case $name in legacy*) waits=1 ;; *) waits=0 ;; esac
    case $name in *_c) file=$name.c ;; *_option | *_macro) file=$name.cu ;; *) file=$name.cpp ;; esac
    {
        case $name in own | own_c) echo '#define OWN' ;; esac
        printf '#define NAME %s\n#define WAITS %s\n#include "default.h"\n' $name $waits
    } >"$file"
done
cat >default_main.cu <<'EOF'
#include <stdio.h>
extern "C" int legacy(cudaEvent_t), legacy_c(cudaEvent_t);
extern "C" int own(cudaEvent_t), own_c(cudaEvent_t), own_option(cudaEvent_t), own_macro(cudaEvent_t);
__global__ void wait_for(volatile int *go)
{
    while (*go == 0)
        __nanosleep(1000);
}
int main()
{
    int right = 0;
    volatile int *go;
    cudaStream_t stream;
    cudaEvent_t event;
    cudaEventCreate(&event);
    cudaMallocHost((void **)&go, sizeof *go);
    cudaStreamCreate(&stream);
    for (auto run : {own, legacy, own_c, legacy_c, own_option, own_macro}) {
        *go = 0;
        wait_for<<<1, 1, 0, stream>>>(go);
        right += run(event);
        *go = 1;
        cudaDeviceSynchronize();
    }
    cudaFreeHost((void *)go);
    printf(right == 6 ? "Yes\n" : "NO, %d\n", right);
    return 0;
}
EOF
{
    "$cucc" --default-stream per-thread -c own_option.cu &&
        "$cucc" -c -DCUDA_API_PER_THREAD_DEFAULT_STREAM own_macro.cu
} >log 2>&1 || wrong --default-stream
builds -default-stream=legacy default_main.cu legacy.cpp legacy_c.c own.cpp own_c.c own_option.o own_macro.o -o out

# What build systems ask for: files by -x cu, response files, what is only preprocessed, dependencies in names with blanks,
# a static library, the step that links device code, what is said.
mkdir 'a folder'
cp "$dot" 'a folder/no suffix'
builds -x cu 'a folder/no suffix' -o out
printf '%s\n' "-DNAME='a b' \"-DOTHER=a 'b'\"" "-o out -I$source/common" >options.rsp
builds --options-file options.rsp "$dot"
builds @options.rsp "$dot"
{ "$cucc" -E "$dot" >log 2>&1 && grep -q '__global__ void dot' log; } || wrong -E
{ "$cucc" -E "$dot" -o dot.ii >log 2>&1 && [ ! -s log ] && grep -q '__global__ void dot' dot.ii; } || wrong -E -o
{ "$cucc" -M "$dot" >log 2>&1 && grep -q '^dot.o: .*dot.cu' log && grep -q cuda_runtime.h log; } || wrong -M
{ "$cucc" -MM "$dot" -MT 'a target' -o dot.d >log 2>&1 && grep -q '^a target: .*dot.cu' dot.d; } || wrong -MM
{ "$cucc" -MD -MF 'a folder/dot.d' -c "$dot" -o 'a folder/dot.o' >log 2>&1 && grep -q 'dot\\.o: .*dot.cu\|dot.o: .*dot.cu' 'a folder/dot.d'; } ||
    wrong -MD -MF 'a folder/dot.d'
{ "$cucc" -rdc=true -c kernel.cu host.cpp -I. && "$cucc" -lib kernel.o host.o -o libparts.a; } >log 2>&1 || wrong -lib
builds -rdc=true main.cu -L. -lparts -o out
{ "$cucc" -rdc=true -shared -dlink kernel.o -o linked.o && "$cucc" -lib kernel.cu -rdc=true -o libkernel.a; } >log 2>&1 ||
    wrong -dlink
builds -rdc=true main.cu linked.o host.o libkernel.a -o out
# What nvcc takes in either spelling, and means nothing here
builds --display-error-number -time times -opt-info inline -brief-diag=true -diag-error 20 --diag-warn=20 \
    -Wdefault-stream-launch -Wmissing-launch-bounds -Wext-lambda-captures-this --Wno-deprecated-gpu-targets -t=0 \
    --split-compile 0 --x=cu --m64 -noprof -cudadevrt none -ldir . -no-compress -compress-mode=size --fassociative-math \
    -fdevice-time-trace=trace --source-in-ptx -link --no-align-double -keep --keep-dir . "$dot" -o out
builds --std=c++17 --optimize=1 --ftemplate-depth 500 --no-exceptions --x cu --output-file=out --Werror all-warnings \
    --compiler-options=-Wall --linker-options=-rpath,/tmp --Wno-deprecated-declarations "$dot"
{ "$cucc" --list-gpu-arch && "$cucc" --list-gpu-code; } >log 2>&1 || wrong --list-gpu-arch
{ grep -qx compute_90 log && grep -qx sm_90 log; } || wrong --list-gpu-arch

# Outputs without a name go where -odir says.
mkdir objects
{ "$cucc" -odir objects -rdc=true -MD -c kernel.cu host.cpp && "$cucc" --output-directory=objects -M kernel.cu -o objects/m.d; } >log 2>&1 ||
    wrong -odir
for name in kernel.o host.o kernel.d m.d; do
    [ -s objects/$name ] || wrong -odir: $name
done
refuses "the output's folder none/ does not exist" -odir none -c kernel.cu

# The compiler of the host may be a wrapper, such as mpicxx; and cucc itself, where make has CXX=cucc.
printf '#!/bin/sh\nexec "%s" -DWRAPPED "$@"\n' "${CXX:-g++}" >wrapper
chmod +x wrapper
printf '#ifndef WRAPPED\n#error not asked\n#endif\n#include "%s"\n' "$dot" >wrapped.cu
builds -ccbin ./wrapper wrapped.cu -o out
builds --compiler-bindir="$PWD/wrapper" wrapped.cu -o out
builds -ccbin gcc "$dot" -o out
builds -ccbin none "$dot" -o out
(CXX=$cucc && export CXX && builds "$dot" -o out && exit "$failed") || failed=1

# An archive may stand in front of what needs it.
builds -rdc=true libparts.a main.cu -o out

rm -f a.out
{ "$cucc" -run "$dot" >log 2>&1 && grep -q '^Yes' log && [ ! -e a.out ]; } || wrong -run
printf 'int main() { return 7; }\n' >seven.cu
"$cucc" --run seven.cu >log 2>&1
[ $? = 7 ] || wrong --run seven.cu
printf 'int main(int count, char **) { return count; }\n' >count.cu
"$cucc" --run -run-args a,b count.cu >log 2>&1
[ $? = 3 ] || wrong --run -run-args a,b count.cu
{ "$cucc" -dryrun "$dot" -o dry >log 2>&1 && grep -q '^#\$ .*-arch compute_90' log && [ ! -e dry ]; } || wrong -dryrun
for part in bin/nvcc include/cuda_runtime.h include/cublas.h lib64/libcudart.so lib64/libcudart_static.a version.json; do
    [ -e "$("$cucc" --toolkit)/$part" ] || wrong --toolkit: "$part"
done

# Digraphs; a zero in a literal
cat >digraphs.cu <<'EOF'
#include <stdio.h>
__global__ void k(int *a)
<%
    a<:0:> = 1;
%>
int main()
<%
    int *dev_a, a;
    cudaMalloc(&dev_a, sizeof a);
    k<<<1, 1>>>(dev_a);
    cudaMemcpy(&a, dev_a, sizeof a, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    printf(a == 1 ? "Yes\n" : "NO\n");
    return 0;
%>
EOF
builds digraphs.cu -o out
printf '#include <stdio.h>\nconst char a[] = "1\0002";\n__global__ void k() {}\nint main()\n{\n    k<<<1, 1>>>();\n    printf(sizeof a == 4 ? "Yes\\n" : "NO\\n");\n}\n' >zero.cu
builds -w zero.cu -o out

refuses 'no such file: none.cu' none.cu
refuses 'no input file' -o out
refuses '-o needs a value' "$dot" -o
refuses '--default-stream=own: own is not legacy, null or per-thread' --default-stream=own "$dot"
refuses '-S is not supported' -S "$dot"
refuses '-x is cu, c or c++, not f77' -x f77 "$dot"
refuses "can't read the options in none.rsp" @none.rsp
refuses '-c with -o takes one file' -c kernel.cu main.cu -o both.o
"$cucc" >log 2>&1
[ $? = 2 ] || wrong '(no argument)'
for option in --help -h; do
    { "$cucc" $option >log 2>&1 && grep -q "^usage" log; } || wrong $option
done
for option in --version -V; do
    { "$cucc" $option >log 2>&1 && grep -qx 'Cuda compilation tools, release 13.0, V13.0.[0-9]*' log; } || wrong $option
done
exit "$failed"
