#!/bin/sh
# SPDX-License-Identifier: MIT
# site.sh BUILD: the site, in BUILD/site: the repository's texts, with what the demo has left in BUILD (launch pages, outputs,
# pictures) and the playground, if ./run playground has built it. MkDocs with its theme Material makes the pages (site/*.yml), from
# texts whose links lead to where the site has things (site/links.awk): the English ones at the top, the Chinese ones in zh/.
# The folder is complete in itself: any web server may publish it. From the file it opens too, but without the search.
set -u
root=$(realpath -- "$0") && root=${root%/tools/site.sh}
build=$(realpath -- "$1") && work=$build/site.work || exit 1
# shellcheck disable=SC1091 # say.sh is not checked by itself
. "$root/tools/say.sh"
log=$work/log # of what takes long (with_progress)
export LC_ALL=C.UTF-8 CPU_DEVICE_LANGUAGE=en
rm -rf "$work" && mkdir -p "$work/en" "$work/zh" && cd "$root" || exit 1

# into PATH: the file PATH below $work, from stdin.
into() {
    mkdir -p "$(dirname "$work/$1")" && cat >"$work/$1"
}

# links LANGUAGE PATH FILE: the text FILE, which the repository has as PATH, with links as the site has them.
links() {
    awk -f site/links.awk -v from="$2" -v language="$1" -v wanted="$work/wanted" "$work/there" "$3"
}

# fenced LANGUAGE [OPTION...]: stdin as a block of code.
fenced() {
    printf '\n``` { .%s }\n' "$*"
    cat
    printf '```\n'
}

# The first page: with the chapter's report about the picture, and the code from one line that it names to the other.
home() { # LANGUAGE TEXT CHAPTER
    report=$(awk -v RS= '/=========.*shared_bitmap_unsynced\.cu:/' "$3" | sed 's/^ *=* *//')
    lines=$(printf '%s\n' "$report" | sed -n 's/.*shared_bitmap_unsynced\.cu:\([0-9]*\).*/\1/p' | sort -n)
    first=${lines%%[!0-9]*} last=${lines##*[!0-9]}
    exercises=$(find exercises -maxdepth 1 -name '*.cu' | grep -c .)
    sed "s|@exercises@|$exercises|; $absent" "$2" | links "$1" "${2#site/}" - | while IFS= read -r text; do
        case $text in
        @code@) sed -n "$first,${last}p" chapter05/shared_bitmap_unsynced.cu | sed 's/^    //' |
            fenced "cuda linenums=$first hl_lines=\"1 $((last - first + 1))\"" ;;
        @report@) printf '%s\n' "$report" | fenced text .report ;;
        *) printf '%s\n' "$text" ;;
        esac
    done | into "$1/index.md"
}

# What an exercise says at its top, and its hints, folded.
task() { # NAME
    sed -n '2s|^// \([^.]*\).*|# \1|p; 3,$ { /^\/\//!q; s|^// \{0,1\}||; /^    /!s/[][_*`<>\\]/\\&/g; p; }' "exercises/$1.cu"
    sed 's/&/\&amp;/g; s/</\&lt;/g' "exercises/hints/$1.txt" |
        awk '{ printf "\n<details><summary>Hint %d</summary><p>%s</p></details>\n", NR, $0 }'
}

# What the demo has of a lesson: its picture, output and reports.
shown() { # NAME
    [ ! -e "$work/en/pictures/$1.png" ] || printf '\n![the picture of %s](../pictures/%s.png)\n' "$1" "$1"
    [ -s "$build/report/$1.out" ] || return 0
    printf '\n## Its output\n'
    fenced text <"$build/report/$1.out"
    ! grep '^=========' "$build/report/$1.err" >"$work/reports" || {
        printf '\n## What the CPU device reports\n'
        fenced text .report <"$work/reports"
    }
}

# The pages of the path on which PATTERN is, as buttons: the lesson, and its exercises.
step() { # PATTERN
    grep -v '^#' chapter05/path.txt | grep "^[^|]*$1" | while IFS='|' read -r page _ exercises; do
        echo "[The lesson](../${page% }.md){ .md-button }"
        for exercise in $exercises; do
            [ "$exercise" = "$name" ] || echo "[Exercise: $exercise](../exercises/$exercise.cu.md){ .md-button }"
        done
    done
}

# The page of a lesson or an exercise, with its source, in which the reported lines are marked.
program() { # PATH
    name=${1##*/} && name=${name%.cu} lines=''
    printf -- '---\nhide: [toc]\n---\n\n' # for long lines
    case $1 in
    exercises/*) task "$name" ;;
    *) printf '# %s\n\n%s\n' "$name" "$(tools/program.sh --list |
        awk -v name="$name: " 'sub("^" name, "") { gsub(/[_*<]/, "\\\\&"); print toupper(substr($0, 1, 1)) substr($0, 2) }')" ;;
    esac
    echo
    [ ! -e "$work/en/trace-$name.html" ] || echo "[Watch the launch](../trace-$name.html){ .md-button }"
    ! grep -qxF "$1" "$build/playground/programs.txt" 2>/dev/null ||
        echo "[Try it in your browser](../playground/index.html#program=$1){ .md-button }"
    case $1 in exercises/*) step "|[^|]*|.* $name\\b" ;; *)
        step "| [^|]*\\b$name\\b[^|]*|"
        shown "$name"
        lines=$(grep -aos "\b$name\.cu:[0-9]*" "$build/report/$name.err" | sed 's/.*://' | sort -nu | paste -sd ' ' -)
        ;;
    esac
    printf '\n## %s\n' "$1"
    fenced "cuda linenums=1 ${lines:+hl_lines=\"$lines\"}" <"$1"
}

# The list of the lessons, with a line each.
programs() { # LANGUAGE TITLE WATCH
    printf '# %s\n\n| | |\n| --- | --- |\n' "$2"
    CPU_DEVICE_LANGUAGE=$1 tools/program.sh --list | sed 's/：/: /' | while IFS= read -r line; do
        name=${line%%: *} launch=''
        [ ! -e "$work/en/trace-$name.html" ] || launch="[$3](../trace-$name.html)"
        printf '| [%s](../%s) | %s %s |\n' "$name" "$(tools/lessons.sh "$name")" "$(echo "${line#*: }" | sed 's/[_*<|]/\\&/g')" "$launch"
    done | links "$1" programs/index.md - | sed 's/^| \[\([^]]*\)_/| [\1\\_/'
}

# What there is besides the texts: launch pages, pictures, the playground. `absent` deletes what leads to what is not there.
absent=''
for page in "$build"/show/*.html; do
    [ ! -e "$page" ] || cp "$page" "$work/en/trace-${page##*/}" || exit 1
done
[ ! -e "$build/pictures" ] || cp -R "$build/pictures" "$work/en/pictures" || exit 1
[ -e "$work/en/trace-shared_bitmap_unsynced.html" ] || absent='/trace-shared_bitmap_unsynced/d'
if [ -e "$build/playground/index.html" ]; then
    cp -R "$build/playground" "$work/en" && sed -i 's/ id="home" hidden/ id="home"/' "$work/en/playground/index.html" || exit 1
else
    absent="$absent; /playground\\/index.html/d"
fi
address=$(tools/repository.sh) && absent="$absent; s|@repository@|$address|" || absent="$absent; /@repository@/d"
{ find . -path ./.git -prune -o -path './build*' -prune -o -print | sed 's|^\./||' && find "$work/en" | sed "s|^$work/en/||"; } >"$work/there"


find ./*.md bench chapter05 common cpu_device docs exercises findings gpus modern -name '*.md' -print |
    sed 's|^\./||' >"$work/texts"
texts() {
    while IFS= read -r path; do
        page=${path%.md} && page=${page%.zh-CN} language=en
        [ "$page.md" = "$path" ] || language=zh
        [ "$page" != README ] || page=overview # the first page is another
        links "$language" "$path" "$path" | into "$language/$page.md"
        echo "$path"
    done <"$work/texts"
}
with_progress "$(text 'site: the texts' '网站：各篇文字')" texts || exit 1
home en site/home.md chapter05/shared_bitmap.md
home zh site/home.zh-CN.md chapter05/shared_bitmap.zh-CN.md
programs en 'The programs' watch | into en/programs/index.md
programs zh 程序 逐步观看 | into zh/programs/index.md

# The menus: pages, lessons and exercises in their order.
for suffix in .md .zh-CN.md; do
    sed -n 's|^\([a-z0-9]*/[a-z_]*\) .*|\1|p' chapter05/path.txt | while IFS= read -r page; do
        # the title without the programs
        echo "      - \"$(sed 's/^# //; s/[:：] *\[.*//; q' "$page$suffix")\": $page.md"
    done >"$work/pages$suffix"
done
tools/lessons.sh | sed 's|^\([^ ]*\).*|      - \1.cu.md|' >"$work/lessons"
for exercise in exercises/*.cu; do
    sed -n "2s|^// \([0-9]*\).*|\1       - $exercise.md|p" "$exercise"
done | sort -n | sed 's/^[0-9]* //' >"$work/exercises"
pages_of_programs() {
    sed 's/ *- //; s/\.md$//' "$work/lessons" "$work/exercises" | while IFS= read -r path; do
        program "$path" | into "en/$path.md"
        echo "$path"
    done
}
with_progress "$(text 'site: pages of the programs' '网站：各个程序的页面')" pages_of_programs || exit 1
cp site/mkdocs.yml "$work" && into theme/main.html <site/main.html && cp site/site.* "$work/en" && cp site/site.* "$work/zh" || exit 1
for language in en zh; do
    suffix=.md
    [ $language = en ] || suffix=.zh-CN.md
    sed -e "/# pages/r $work/pages$suffix" -e "/# lessons/r $work/lessons" -e "/# exercises/r $work/exercises" -e "$absent" "site/$language.yml" >"$work/$language.yml"
done

# Files that are no pages, as text; of a folder the list of what it has.
sort -u "$work/wanted" | while IFS= read -r path; do
    case $path in
    *.png | *.svg | *.txt) into "en/${path#.}" <"$path" ;;
    chapter05/*.cu | modern/*.cu | gpus/*.cu | exercises/*.cu) ;;
    *) if [ -d "$path" ]; then ls "$path"; else cat "$path"; fi | into "en/${path#.}.txt" ;;
    esac
done

for language in en zh; do
    folder=$work/site search=Search
    [ $language = en ] || folder=$folder/zh search=搜索
    with_progress "$(text "site: all pages, $language" "网站：全部页面，$language")" mkdocs build -q -f "$work/$language.yml" -d "$folder" || {
        grep -v WARNING "$log" >&2
        exit 1
    }
    # The search has a name; a header without text is none; and english/ is the way out of the Chinese site.
    find "$folder" -name '*.html' ! -name 'trace-*' ! -path '*/playground/*' -exec sed -i -E \
        "s|role=\"dialog\"|role=\"dialog\" aria-label=\"$search\"|; s|<th[^>]*></th>|<td></td>|g; s|=\"([./]*)english/|=\"\1../|g" {} +
    # The search needs a text once: in its sections.
    sed -i -E 's/("location":"[^"#]*","text":)"([^"\\]|\\.)*"/\1""/g' "$folder/search/search_index.json"
done
find "$work/site" -name '*.map' -delete
: >"$work/site/.nojekyll" # so that GitHub publishes the files as they are
rm -rf "$build/site" && mv "$work/site" "$build/site" && rm -rf "$work" || exit 1
echo "The site: $build/site/index.html ($(find "$build/site" -name '*.html' | grep -c .) pages, $(du -sm "$build/site" | cut -f 1) MB)"
