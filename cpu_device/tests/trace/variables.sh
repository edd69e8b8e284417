#!/bin/sh
# SPDX-License-Identifier: MIT
# variables.sh ROOT BUILD: with cucc -trace, a trace has the value of each variable at each access, but none for a
# variable that has no value yet or is not a number.
set -u
root=$1
export CUCC_BUILD="$2/cucc"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cat >"$work/mine.cu" <<'END'
struct pair { int a, b; };
enum way { up, down };
template <class T, enum way way> __device__ T twice(const T &x, int *out)
{
    T inner = x + x;
    out[1] = 0;
    return inner;
}
__global__ void kernel(int *out, int n, float)
{
    int late, several = 1, array[2] = {5, 6}, after = 2;
    const float half = .5f;
    pair p = {3, 4};
    int *pointer = out;
    for (int i = 0; i < 2; ++i)
        for (unsigned char c = 254; c >= 254; ++c)
            if (c == 254)
                out[i] = c;
            else
                out[i] = -1;
    late = n;
    out[2] = late;
    {
        double wide = half;
        bool odd = n % 2;
        out[3] = (int)wide + odd;
    }
    switch (n) {
    case 7: several = twice<int, up>(p.a, out); break;
    }
    int &same = after;
    same = -5;
    *pointer = several + array[0];
}
int main()
{
    int *out;
    cudaMalloc(&out, 16);
    kernel<<<1, 1>>>(out, 7, 0);
    return cudaFree(out);
}
END
"$root/cpu_device/cucc" -trace -Wall -Wextra -Werror -o "$work/mine" "$work/mine.cu" || exit 1
(cd "$work" && CPU_DEVICE_TRACE=page.html ./mine) || exit 1
# which event, how many variables the thread has before it, name, value
tr -d '\n' <"$work/page.html" | sed 's/.*"variables":\[\(.*\)\],"changes":\[\([^]]*\)\],"variable_values":"\([^"]*\)".*/\1\n\2\n\3\n/' | awk '
NR == 1 { gsub(/],\[/, " "); gsub(/[][]/, ""); split($0, names, " ") }
NR == 2 { count = split($0, change, ",") }
NR == 3 { split($0, values, " ") }
END {
    for (i = 1; i <= count; i += 5) {
        split(names[change[i + 4] + 1], name, ",")
        print change[i], change[i + 3], change[i + 4] < 0 ? "ends" : name[1] name[2] name[3] " " values[++used]
    }
}' | tr -d '"' >"$work/seen"
cat >"$work/expected" <<'END'
0 0 ni4 7
0 2 severali4 1
0 3 afteri4 2
0 4 halff4 3f000000
0 5 ii4 0
0 6 cu1 fe
1 6 ends
1 6 cu1 ff
2 6 ends
2 5 ends
2 5 ii4 1
2 6 cu1 fe
3 6 ends
3 6 cu1 ff
4 6 ends
4 5 ends
4 1 latei4 7
5 5 widef8 3fe0000000000000
5 6 oddb1 1
6 6 ends
6 5 ends
6 5 inneri4 6
7 5 ends
7 2 severali4 6
7 3 afteri4 fffffffb
7 5 samei4 fffffffb
8 5 ends
8 4 ends
8 3 ends
8 2 ends
8 1 ends
8 0 ends
END
diff "$work/expected" "$work/seen"
