#!/bin/sh
# SPDX-License-Identifier: MIT
# dockerfile.sh ROOT: what can be tested of the Dockerfile without Docker: it installs what ./run asks for, copies files
# that exist, and .devcontainer uses the same container and user. tests/door/container.sh runs its steps. Then copies of it
# are broken, one at a time, and each error must be noticed.
set -u
cd "$1" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# The packages of ./run: those of the demo, and those that only other commands use.
sed -n "/^uses() {/,/^}/p" tools/packages.sh | awk -F ' *; *' -v all="$work/all" -v others="$work/tests" '
    NF == 5 { count = split($3, names, " "); for (i = 1; i <= count; ++i) print names[i] >(" " $4 " " $5 " " ~ / demo / ? all : others) }'
{ grep -qx cmake "$work/all" && grep -qx gdb "$work/tests"; } || { echo "tools/packages.sh names no packages" && exit 1; }

# problems FILE: a line for each.
problems() {
    release=$(sed -n 's/^FROM debian:\([a-z]*\)-slim$/\1/p' "$1")
    case $release in
    bookworm) gcc=12 ;;
    trixie) gcc=14 ;;
    *) echo "which g++ has ${release:-no release}?" && gcc=0 ;;
    esac
    # from the words after "install" to the next command
    tr -d '\\\n' <"$1" | sed 's/.* install -y//; s/&&.*//' | tr -s ' ' '\n' | grep '^[a-z]' >"$work/packages"
    sed "s/-GCC-/-$gcc-/" "$work/all" | grep -vxFf "$work/packages" | sed 's/$/ is missing, which .\/run asks for/'
    cat "$work/all" "$work/tests" | sed "s/-GCC-/-$gcc-/" >"$work/known"
    echo ca-certificates >>"$work/known" # with git
    grep -vxFf "$work/known" "$work/packages" | sed 's/$/ is nothing that .\/run asks for/'
    sed -n 's/^COPY \(--[^ ]* \)*//p' "$1" | while read -r source target; do
        { [ -e "$source" ] && [ -n "$target" ]; } || echo "there is no $source"
    done
    grep -q "^RUN \./run demo --no-install$" "$1" || echo "it builds nothing"
    user=$(sed -n 's/^USER //p' "$1" | tail -n 1)
    grep -q "useradd .* $user " "$1" || echo "it ends as ${user:-root}"
    grep -q "\"remoteUser\": \"$user\"" .devcontainer/devcontainer.json || echo ".devcontainer has another user than $user"
}
failed=0
grep -q '"dockerfile": "Dockerfile", "context": ".."' .devcontainer/devcontainer.json || {
    echo ".devcontainer builds another Dockerfile"
    failed=1
}
problems .devcontainer/Dockerfile >"$work/problems"
[ ! -s "$work/problems" ] || { cat "$work/problems" && failed=1; }
# breaks SED: with this change, which must change something, there must be a problem.
breaks() {
    sed "$1" .devcontainer/Dockerfile >"$work/broken"
    if cmp -s .devcontainer/Dockerfile "$work/broken" || [ -z "$(problems "$work/broken")" ]; then
        echo "not noticed: $1"
        failed=1
    fi
}
breaks 's/ ninja-build / /'
breaks 's/gdb git/gdb gitt/'
breaks 's/gcc-12-plugin-dev/gcc-14-plugin-dev/'
breaks 's/bookworm/trixie/'
breaks 's/^COPY \(--[^ ]*\) \./COPY \1 absent/'
breaks 's/^USER student/USER root/'
breaks 's/--no-install$//'
exit $failed
