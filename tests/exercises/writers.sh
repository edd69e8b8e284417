#!/bin/sh
# SPDX-License-Identifier: MIT
# writers.sh GRADE CUCC_BUILD [WRITER...]: the right solutions as ten writers would put them, three writers for each solution:
# all pass; of all writers, or of these. A writer changes the form (macros, templates, classes, lambdas, headers, types, layout), never what the kernel
# does. GRADE is apps/grader/grade.sh.
set -u
grade=$1
export CUCC_BUILD="$2"
shift 2
here=$(realpath -- "$0") && here=${here%/*}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
course=$work/course

# The parts of a solution: what stands before the kernel; its parameters; their names; its body, with the braces.
take_apart() { # FILE
    sed '/^__global__ void /,$d' "$1" >"$work/head"
    sed -n 's/^__global__ void [a-z_]*(\(.*\))$/\1/p' "$1" >"$work/parameters"
    sed 's/, */\n/g' "$work/parameters" | sed 's/.*[ *&]//' | paste -s -d , | sed 's/,/, /g' >"$work/names"
    sed -n '/^__global__ void /,$p' "$1" | sed 1d >"$work/body"
    kernel=$(sed -n 's/^__global__ void \([a-z_]*\)(.*/\1/p' "$1")
    parameters=$(cat "$work/parameters") names=$(cat "$work/names")
}
# What follows an #include of the judge belongs to the head; some writers put something in front of it.
written_by() { # WRITER FILE: to stdout
    take_apart "$2"
    case $1 in
    ann) # macros for CUDA's words, as C programmers like them
        cat "$work/head"
        printf '#define KERNEL __global__ void\n#define BARRIER() do { __syncthreads(); } while (0)\n#define TID \\\n    (threadIdx.x)\n'
        printf 'KERNEL %s(%s)\n' "$kernel" "$parameters"
        sed 's/__syncthreads();/BARRIER();/; s/threadIdx\.x/TID/g' "$work/body"
        ;;
    bo) # a device function does it, a template over the block's size that nobody knows
        cat "$work/head"
        printf 'template <int unused = 0>\n__device__ __forceinline__ void\nsolve(%s)\n' "$parameters" && cat "$work/body"
        printf '\n__global__ void __launch_bounds__(1024) %s(%s) { solve<>(%s); }\n' "$kernel" "$parameters" "$names"
        ;;
    cho) # a function object
        cat "$work/head"
        printf 'namespace {\nstruct Solver {\n  __device__ void operator()(%s) const\n' "$parameters" && cat "$work/body"
        printf '};\n}  // namespace\n\n__global__ void %s(%s)\n{\n  Solver{}(%s);\n}\n' "$kernel" "$parameters" "$names"
        ;;
    dee) # a lambda
        cat "$work/head"
        printf '__global__ void %s(%s)\n{\n    auto body = [=]() mutable\n' "$kernel" "$parameters" && cat "$work/body"
        printf '    ;\n    body();\n}\n'
        ;;
    eva) # a header of her own, with a guard and a version for both sides
        cat "$work/head"
        printf '#include "eva.cuh"\n#ifdef __CUDACC__\n__global__ void %s(%s)\n' "$kernel" "$parameters" && cat "$work/body"
        printf '#endif\n'
        ;;
    fen) # tabs, carriage returns, Chinese comments, and no newline at the end
        {
            cat "$work/head" && printf '/* 作者：冯 */\n__global__ void %s(%s)\n' "$kernel" "$parameters"
            sed 's/^\(    \)*/&\t/; s|^\(.*;\)$|\1 // 下一步|' "$work/body"
        } | sed 's/$/\r/' | head -c -2
        ;;
    gil) # a class with static members, in a namespace
        cat "$work/head"
        printf 'namespace homework::gil {\nclass Exercise {\npublic:\n    static __device__ void run(%s);\n};\n' "$parameters"
        printf 'inline __device__ void Exercise::run(%s)\n' "$parameters" && cat "$work/body"
        printf '}\nusing homework::gil::Exercise;\n__global__ void %s(%s)\n{\n\tExercise::run(%s);\n}\n' "$kernel" "$parameters" "$names"
        ;;
    hal) # what an earlier attempt left: dead code, printf, an unused kernel, apostrophes under #if 0
        cat "$work/head"
        printf "#include <stdio.h>\n#include <iostream>\n#if 0\nit doesn't work yet\n#endif\n"
        printf '__global__ void first_try(float *a, int n)\n{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n) a[i] *= 2;\n}\n'
        printf '__global__ void %s(%s)\n' "$kernel" "$parameters"
        sed '2i\    const bool debug = false;\n    if (debug) printf("block %d\\n", (int)blockIdx.x);' "$work/body"
        ;;
    ivo) # declares first, defines later; attributes; types of his own
        cat "$work/head"
        printf 'typedef unsigned int u32;\nusing index_t = long long;\nenum class side { left, right };\n[[maybe_unused]] static __device__ u32 twice(u32 x);\n'
        printf '__device__ void work_of_%s(%s);\n__global__ void %s(%s) { return work_of_%s(%s); }\n' \
            "$kernel" "$parameters" "$kernel" "$parameters" "$kernel" "$names"
        printf '__device__ void work_of_%s(%s)\n' "$kernel" "$parameters" && cat "$work/body"
        printf '__device__ u32 twice(u32 x) { return 2u * x; }\n'
        ;;
    joy) # everything in as few lines as the preprocessor lets her
        grep '^#' "$work/head"
        { grep -v '^#' "$work/head" && printf '__global__ void %s(%s)\n' "$kernel" "$parameters" && cat "$work/body"; } |
            sed 's|//.*||' | tr '\n' ' ' | tr -s ' '
        echo
        ;;
    esac
}

writers='ann bo cho dee eva fen gil hal ivo joy' turn=0
for solution in "$here"/right/*.cu; do
    for offset in 0 3 6; do # another three of the ten for the next solution
        number=$(((turn + offset) % 10 + 1))
        writer=$(echo "$writers" | cut -d ' ' -f $number)
        case " $* " in '  ' | *" $writer "*) ;; *) continue ;; esac
        mkdir -p "$course/$writer"
        written_by "$writer" "$solution" >"$course/$writer/${solution##*/}"
    done
    turn=$((turn + 1))
done
[ ! -d "$course/eva" ] || printf '#ifndef EVA_CUH\n#define EVA_CUH\n#include <cuda_runtime.h>\n#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 500\n#error too old\n#endif\n%s\n#endif\n' \
    '__host__ __device__ inline int my_min(int a, int b) { return a < b ? a : b; }' >"$course/eva/eva.cuh"

count=$(find "$course" -name '*.cu' | wc -l) failed=0
TMPDIR=$work "$grade" "$course" "$work/results" 2 >"$work/out" 2>&1 || {
    echo "status $?: $(cat "$work/out")"
    failed=1
}
[ "$count" -ge 20 ] || {
    echo "there are only $count solutions"
    failed=1
}
jq -r 'select(.passed | not) | .file + ": " + .why' "$work/results/grades.json" >"$work/refused"
[ ! -s "$work/refused" ] || {
    cat "$work/refused"
    failed=1
}
[ $failed != 0 ] || echo "$count solutions pass"
exit $failed
