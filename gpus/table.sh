#!/bin/sh
# SPDX-License-Identifier: MIT
# table.sh: writes the tables of README.md and README.zh-CN.md anew, from docs/results/gpus-*.txt, which bench/gpus.sh
# records. --check: says whether they are up to date.
set -u
cd "$(dirname "$0")" || exit 1

# tables LANGUAGE: of all machines; one line where there are none.
tables() {
    for result in ../docs/results/gpus-*.txt; do
        [ -e "$result" ] || {
            [ "$1" = zh ] && echo '还没有测量过。' || echo 'Nothing was measured yet.'
            return
        }
        awk -v language="$1" -v log_file="$result" '
            function in_english(en, zh) { return language == "zh" ? zh : en }
            function size(bytes,    unit) {
                split("B KiB MiB GiB", units, " ")
                for (unit = 1; bytes >= 1024 && unit < 4; unit++) bytes /= 1024
                return sprintf("%.4g %s", bytes, units[unit])
            }
            /^GPU: / && !machine { machine = $0; sub(/^GPU: */, "", machine); sub(/, .*/, "", machine) }
            /^== / { command = $0 }
            { fields = split($0, f, ",") }
            command ~ /dot_gpus/ && command !~ /no-wait/ && fields == 7 && f[1] ~ /^[0-9]+$/ {
                if (!(f[2] in seen)) { seen[f[2]] = 1; sizes[++count] = f[2] }
                alone[f[2], f[1]] = f[3]; row[f[2], f[1]] = f[4]
                if (f[1] > gpus) gpus = f[1]
                if (!(f[1] in counted)) { counted[f[1]] = 1; counts[++kinds] = f[1] }
            }
            command ~ /sums_gpus/ && fields == 9 && f[1] ~ /^[0-9]+$/ { sums[f[1]] = $0 }
            $1 ~ /^(lessons|nccl-tests),/ {
                us[f[1], f[2], f[3]] = f[4]; bus[f[1], f[2], f[3]] = f[6]
                if (f[1] == "lessons") { reduced[++reductions] = f[3]; by[reductions] = f[2] }
            }
            command ~ /barrier_gpus/ && /us a round/ && command !~ /device/ {
                kernels = $2; on = $5; time = $0; sub(/ us a round.*/, "", time); sub(/.*; /, "", time); barrier[on] = time
            }
            command ~ /barrier_gpus/ && command ~ /scope device/ && /^(Yes|NO)/ {
                outcome = /had not ended/ ? in_english("did not end", "没有结束") : /^Yes/ ? in_english("right", "正确") : in_english("wrong", "错误")
                match(command, /--gpus [0-9]+/); on = substr(command, RSTART + 7, RLENGTH - 7)
                device[on] = device[on] (device[on] == "" ? "" : ", ") outcome
            }
            function smallest(    i, k, t) {
                for (i = 1; i <= count; i++) for (k = i + 1; k <= count; k++)
                    if (sizes[k] + 0 < sizes[i] + 0) { t = sizes[i]; sizes[i] = sizes[k]; sizes[k] = t }
            }
            END {
                print "### " machine ", " gpus " GPU" (gpus > 1 && language != "zh" ? "s" : "") " ([" in_english("log", "日志") "](" log_file "))\n"
                smallest()
                heading = in_english("| dot product |", "| 点积 |"); line = "| ---: |"
                for (k = 1; k <= kinds; k++) {
                    g = counts[k]
                    heading = heading in_english(" " g " GPU" (g > 1 ? "s" : "") ", alone | in a row |", " " g " 个 GPU，单次 | 连续 |")
                    line = line " ---: | ---: |"
                }
                print heading in_english(" times as fast on " gpus ", in a row |", " " gpus " 个的加速比，连续 |")
                print line " ---: |"
                for (i = 1; i <= count; i++) {
                    n = sizes[i]
                    printf "| %s |", size(8 * n)
                    for (k = 1; k <= kinds; k++)
                        printf " %s us | %s us |", alone[n, counts[k]], row[n, counts[k]]
                    printf " %.2f |\n", (row[n, gpus] > 0 ? row[n, 1] / row[n, gpus] : 0)
                }
                if (reductions > 0) {
                    print in_english("\n| GPUs | all-reduce | waited for each time | in a row, as nccl-tests | busbw, each | busbw, in a row |",
                                     "\n| GPU 数 | 全归约 | 每次都等待 | 连续（同 nccl-tests） | busbw，每次等待 | busbw，连续 |")
                    print "| ---: | ---: | ---: | ---: | ---: | ---: |"
                    for (i = 1; i <= reductions; i++) {
                        g = by[i]; b = reduced[i]
                        printf "| %d | %s | %s us | %s us | %s GB/s | %s GB/s |\n", g, size(b), us["lessons", g, b], us["nccl-tests", g, b], bus["lessons", g, b], bus["nccl-tests", g, b]
                    }
                }
                print in_english("\n| GPUs | matrix | row sums | partial column sums | their reduction | each GPU sends |",
                                 "\n| GPU 数 | 矩阵 | 行和 | 部分列和 | 归约 | 每个 GPU 发送 |")
                print "| ---: | ---: | ---: | ---: | ---: | ---: |"
                for (g = 1; g <= gpus; g++)
                    if (g in sums) {
                        split(sums[g], f, ",")
                        printf "| %d | %s | %s us | %s us | %s us | %s |\n", g, size(f[4]), f[5], f[6], f[7], size(f[8])
                    }
                print in_english("\n| GPUs | a round of the barrier | flags of device scope, each run |", "\n| GPU 数 | 一轮屏障 | 设备作用域的标志，每次运行 |")
                print "| ---: | ---: | --- |"
                for (g = 1; g <= gpus; g++)
                    if (g in barrier)
                        printf "| %d | %s us | %s |\n", g, barrier[g], device[g]
                print ""
            }' "$result"
    done
}

status=0
for page in README.md README.zh-CN.md; do
    fresh=$(mktemp) || exit 1
    language=en
    [ "$page" = README.md ] || language=zh
    {
        sed '/^<!-- measured/q' "$page"
        echo
        tables $language | sed '$ { /^$/d; }'
        echo
        sed -n '/^<!-- end of what was measured/,$p' "$page"
    } >"$fresh"
    if [ "${1:-}" != --check ]; then
        cat "$fresh" >"$page"
    elif ! cmp -s "$fresh" "$page"; then
        echo "gpus/$page is not what gpus/table.sh makes of docs/results:"
        diff "$page" "$fresh"
        status=1
    fi
    rm -f "$fresh"
done
exit $status
