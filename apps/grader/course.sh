#!/bin/sh
# SPDX-License-Identifier: MIT
# course.sh FOLDER: makes what an instructor needs to teach a course, in a new FOLDER: students/ (a repository to hand out,
# without solutions), submissions/ (empty) and grade, which grades them, pages/ (the chapter's races) and slides.html, and
# README.md, which explains how it is used. It is made beside FOLDER and renamed.
# Exit status: 0; 1 it could not be made, and stderr says why; 2 bad usage.
# shellcheck disable=SC2317 # functions that are called through others
set -u
here=$(realpath -- "$0") && here=${here%/*} && root=${here%/apps/grader}
# shellcheck disable=SC1091 # say.sh is not checked by itself
. "$root/tools/say.sh"

die() {
    echo "course: $*" >&2
    exit "${status:-1}"
}

# translate FOLDER: the exercises' tasks and comments in Chinese, as ./run reset writes them; an exercise that is not as it is
# handed out stays as it is.
translate() {
    for exercise in "$1"/exercises/start/*.cu; do
        name=${exercise##*/}
        cmp -s "$exercise" "$1/exercises/$name" || continue
        CUCC_BUILD=${CUCC_BUILD:-$work/judge} "$1/apps/grader/check.sh" --reset "${name%.cu}" || return
    done
    rm -f "$1/exercises/.progress"
}

# copy_for_students FOLDER: what they get, as it is committed: an exercise that is solved here is handed out with its hole.
copy_for_students() {
    parts='run LICENSE cmake tools common chapter05 cpu_device exercises apps/grader'
    mkdir -p "$1/.github/workflows" "$1/apps"
    if [ "$(git -C "$root" rev-parse --show-toplevel 2>/dev/null)" = "$root" ]; then
        # shellcheck disable=SC2086 # a list
        git -C "$root" archive HEAD $parts | tar -x -C "$1" || return
    else
        text "course: this is no git clone: the exercises are handed out as they are here" \
            "course：这里不是 git 克隆：练习按现在的样子发下去" >&2 && echo >&2
        for part in $parts; do
            cp -R "$root/$part" "$1/$part" || return
        done
    fi
    [ -z "$chinese" ] || translate "$1" >/dev/null || return
    sed "s#{{ vars.JUDGE }}#{{ vars.JUDGE || '$repository' }}#; s#CPU_DEVICE_LANGUAGE: en#CPU_DEVICE_LANGUAGE: $(text en zh)#" \
        "$here/classroom/check.yml" >"$1/.github/workflows/check.yml"
    cp "$here/classroom/STUDENTS$(text '' .zh-CN).md" "$1/README.md" || return
    for text in "$1"/exercises/README*.md; do # up to what is for instructors
        sed -i '/^## \(For instructors\|.*教师\)/,$d' "$text" || return
    done
    rm -rf "$1/apps/grader/course.sh" "$1/apps/grader/classroom"
}

# make_grade FILE: the grading line. Earlier results are kept beside the new ones.
make_grade() {
    cat >"$1" <<EOF
#!/bin/sh
# grade [SUBMISSIONS [RESULTS]]: grades a folder of submissions (submissions/) into RESULTS (results/).
here=\$(realpath -- "\$0") && here=\${here%/*}
results=\${2:-\$here/results}
# what was not finished goes on
[ ! -e "\$results/index.html" ] || mv "\$results" "\$results-\$(date -r "\$results" +%Y%m%d-%H%M%S)" || exit 1
exec '$(echo "$root" | sed "s/'/'\\\\''/g")/run' grade "\${1:-\$here/submissions}" "\$results"
EOF
    chmod +x "$1"
}

# make_slides FOLDER: its slides.html, of its pages, in the order of tools/pages.txt.
make_slides() {
    sed -n 's/^\([a-z0-9_]*\): .*/\1/p' "$root/tools/pages.txt" | while read -r name; do
        [ -e "$1/pages/$name.html" ] || continue
        about=$("$root/tools/program.sh" --list | sed -n "s/^$name\(: \|：\)//p" | sed 's/&/\&amp;/g; s/</\&lt;/g; s/"/\&quot;/g')
        echo "<a href=\"pages/$name.html#lecture\" title=\"$name: $about\">$name</a>"
    done >"$work/slides"
    [ -s "$work/slides" ] || return
    sed -e "/<!-- slides -->/{r $work/slides" -e 'd;}' -e "s/lang=\"en\"/lang=\"$(text en zh-CN)\"/
        s/Races, a slide each/$(text '&' 数据竞争的幻灯片)/; s/a launch, step by step/$(text '&' 逐步看一次启动)/" \
        "$here/classroom/slides.html" >"$1/slides.html"
}

make_readme() {
    judge=$(text "set the repository's variable \`JUDGE\` to the address of a clone of the collection that GitHub can read." \
        "请把仓库的变量 \`JUDGE\` 设为整个项目的一个克隆的地址，GitHub 要能读取它。")
    [ -z "$repository" ] || judge=$(text "it fetches the judge from <$repository>, so that nobody can change it." \
        "它从 <$repository> 获取评判程序，所以没有人能改动它。")
    awk -v root="$root" -v judge="$judge" '{
        while ((i = index($0, "@JUDGE@")) > 0) $0 = substr($0, 1, i - 1) judge substr($0, i + 7)
        while ((i = index($0, "@ROOT@")) > 0) $0 = substr($0, 1, i - 1) root substr($0, i + 6)
        print
    }' "$here/classroom/INSTRUCTOR$(text '' .zh-CN).md" >"$1"
}

case $#${1:-} in
1[!-]*) ;;
*) status=2 die "usage: course.sh FOLDER" ;;
esac
[ ! -e "$1" ] || status=2 die "$1 is there already; name a new folder"
repository=$("$root/tools/repository.sh") || repository=''
parent=$(dirname -- "$1") && mkdir -p -- "$parent" || exit 1
work=$(mktemp -d) || exit 1
log=$work/log
made=$(realpath -- "$parent")/.course.$$
trap 'rm -rf "$work" "$made"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$made/submissions" || exit 1
text "course: the exercises" "course：练习" && echo
with_progress "$(text "course: copying" "course：正在复制")" copy_for_students "$made/students" || die "the exercises cannot be copied"
cat "$log" >&2
text "course: the pages of the races (a minute or two)" "course：数据竞争的网页（需要一两分钟）" && echo
BUILD=${BUILD:-$root/build} "$root/tools/show.sh" --all "$made/pages" >"$work/pages" || die "the pages cannot be made"
with_progress "$(text "course: the slides" "course：正在制作幻灯片")" make_slides "$made" || die "there are no pages"
{ make_grade "$made/grade" && make_readme "$made/README.md" && mv "$made" "$1"; } || die "$1 cannot be written"
races=$(grep -c . "$work/pages") exercises=$(find "$1/students/exercises" -maxdepth 1 -name '*.cu' | grep -c .)
text "course: $1/README.md says how to use it; $races races as pages and slides, $exercises exercises" \
    "course：用法见 $1/README.md；$races 个数据竞争的网页和幻灯片，$exercises 道练习" && echo
