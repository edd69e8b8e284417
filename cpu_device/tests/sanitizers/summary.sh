#!/bin/sh
# SPDX-License-Identifier: MIT
# summary.sh ROWS...: what measure.sh measured, as docs/results/sanitizers-*.txt has it: the bugs that the tools, the CPU
# device, both or neither report, and the right programs of which they say something; how many programs of each group and kind
# the tools report; and then each program with what was found in it. What a tool also says of the fixed version, by the
# comments of the program, is no finding; and a program that needs more GPUs than there were was not run. The CPU device
# reports each planted bug, as its tests make sure, and none of those in not_found, where the comments of some programs hold
# a false alarm of its own.
set -u
[ $# -gt 0 ] || {
    sed -n 's/^# summary.sh/usage: summary.sh/p' "$0" >&2
    exit 2
}
cat "$@" | grep '^# ' | sed 's/^# //' | awk '!seen[$0]++'
alarms=$(cd "$(dirname "$0")/../not_found" && grep -lE '^// CPU (finds|says)' -- *.cu | sed 's/[.]cu$//' | tr '\n' ' ')
said_of_fixed=$(cd "$(dirname "$0")/../planted" &&
    awk '/^\/\/ (fixed-)?[a-z]+ exits 3$/ { said[FILENAME, $2] = 1; names[FILENAME] }
         END {
             split("memcheck racecheck synccheck initcheck", tools, " ")
             for (name in names)
                 for (t in tools)
                     if ((name, "fixed-" tools[t]) in said && !((name, tools[t]) in said)) {
                         program = name
                         gsub(/^[.]\/|[.]cu$/, "", program)
                         printf "planted/%s:%s ", program, tools[t]
                     }
         }' ./*.cu)
cat "$@" | grep -v '^#' | sort -u | awk -F '\t' -v alarms=" $alarms" -v of_fixed=" $said_of_fixed" '
    BEGIN { count = split("memcheck racecheck synccheck initcheck", tools, " ") }
    # The tool said something, or stopped the program with its own status.
    function is_found(name, tool, status, text) {
        return (status == 3 || text != "") && !index(of_fixed, " " name ":" tool " ")
    }
    function kind_of(name) {
        sub(/^[^\/]*\//, "", name)
        sub(/_.*/, "", name)
        return name
    }
    $2 == "nvcc" { not_built[$1] = $4; next }
    {
        if (!seen[$1]++) order[++programs] = $1
        plain[$1] = plain[$1] # a row, if only of one tool
        if ($2 == "plain") plain[$1] = $3 == 124 || $3 == 137 ? "hangs" : "exit " $3
        else {
            runs[$1]++
            if (!is_found($1, $2, $3, $4)) next
            found[$1] = found[$1] (found[$1] == "" ? "" : "; ") $2 ": " ($4 == "" ? "exit status 3" : $4)
            by[$1, $2] = 1
        }
    }
    END {
        for (i = 1; i <= programs; i++) {
            name = order[i]
            if (runs[name] < count || plain[name] == "exit 77") { incomplete++; continue }
            group = name
            sub(/\/.*/, "", group)
            all[group]++
            any[group] += found[name] != ""
            hangs[group] += plain[name] == "hangs"
            for (t = 1; t <= count; t++) tool_found[group, tools[t]] += by[name, tools[t]]
            what = ""
            if (group == "planted") what = found[name] == "" ? "ours" : "both"
            else if (group != "not_found") what = found[name] == "" ? "" : "false"
            else if (!index(alarms, " " substr(name, 11) " ")) what = found[name] == "" ? "neither" : "theirs"
            if (what != "") verdicts[what]++
            if (what == "theirs") names_of_theirs = names_of_theirs " " substr(name, 11)
            if (group == "planted") {
                kind = kind_of(name)
                kinds[kind]++
                kind_found[kind] += found[name] != ""
            }
        }
        printf "\nbugs that a tool reports, and the CPU device does not: %d%s\n", verdicts["theirs"], names_of_theirs == "" ? "" : ":" names_of_theirs
        printf "bugs that both report:                                 %d\n", verdicts["both"]
        printf "bugs that the CPU device reports, and no tool:         %d\n", verdicts["ours"]
        printf "bugs that neither reports:                             %d\n", verdicts["neither"]
        printf "right programs of which a tool says something:         %d of %d\n", verdicts["false"], all["fixed"] + all["sound"]
        printf "right programs with a false alarm of the CPU device:   %d\n", split(alarms, words, " ")
        printf "\n%-12s %9s %6s %9s %9s %9s %9s %9s\n", "group", "programs", "hang", "memcheck", "racecheck", "synccheck", "initcheck", "any tool"
        last = split("planted fixed sound not_found", groups, " ")
        for (g = 1; g <= last; g++) {
            group = groups[g]
            if (!(group in all)) continue
            printf "%-12s %9d %6d", group, all[group], hangs[group]
            for (t = 1; t <= count; t++) printf " %9d", tool_found[group, tools[t]]
            printf " %9d\n", any[group]
        }
        if (incomplete) printf "not run under all four tools: %d\n", incomplete
        for (name in not_built) printf "not built: %s: %s\n", name, not_built[name] | "sort"
        close("sort")
        printf "\n%-24s %9s %9s\n", "kind of planted bug", "programs", "any tool"
        for (kind in kinds) printf "%-24s %9d %9d\n", kind, kinds[kind], kind_found[kind] | "sort"
        close("sort")
        print ""
        for (i = 1; i <= programs; i++)
            printf "%-44s %-8s  %s\n", order[i], plain[order[i]], found[order[i]] == "" ? "-" : found[order[i]]
    }'
