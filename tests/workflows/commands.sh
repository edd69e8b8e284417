#!/bin/sh
# SPDX-License-Identifier: MIT
# commands.sh ROOT CMAKE: the workflows in ROOT/.github/workflows take no step of their own: each is a command of ./run, a
# workflow preset, a script that is there, or builds the container. They may only read, but for the jobs that publish the
# site and the release; they are bound in time, and upload what these commands write. Then copies of them are broken, one at a time, and each must
# be noticed.
set -u
root=$1 cmake=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$root" || exit 1
./run --help >"$work/help" || exit 1
"$cmake" --workflow --list-presets >"$work/presets" || exit 1

# rights FILE: what a job of it may do, and whose code it runs: that of a commit, since a tag can be moved.
rights() {
    grep -q '^permissions:$' "$1" || echo "no permissions"
    sed -n '/^permissions:$/,/^[^ p]/s/^  *//p' "$1" | grep -vx 'contents: read'
    grep 'permissions:.' "$1"
    sed -n 's/^ *\(- \)\{0,1\}uses: *//p' "$1" | grep -vx 'OWNER/REPOSITORY@RELEASE' |
        grep -Evx '(actions/(checkout|upload-artifact|download-artifact|upload-pages-artifact|deploy-pages|attest-build-provenance)|anchore/sbom-action)@[0-9a-f]{40} # v[0-9]+[.][0-9]+[.][0-9]+'
}

# problems FILE: a line for each.
problems() {
    rights "$1"
    # a job that publishes may write what it publishes, and does nothing else
    may='pages|id-token' does='uses: actions/deploy-pages@'
    if grep -q '^name: release$' "$1"; then
        may='contents|id-token|attestations'
        does='uses: (actions/(checkout|download-artifact|attest-build-provenance)|anchore/sbom-action)@|run: [.]github/release[.]sh '
    fi
    sed -n '/^    permissions:$/,/^    [^ p]/s/^      *//p' "$1" | grep -Evx "($may): write|steps:"
    awk -v does="$does" '/^  [a-z]/ { job = $1; may = 0 } /^    permissions:$/ { may = 1 }
        may && /(uses|run): / && $0 !~ does { print "a job that may write does more: " job $0 }' "$1"
    grep -q '^concurrency:$' "$1" || echo "no concurrency"
    # each job, a word of its own two columns in, has a limit
    awk '/^jobs:/ { on = 1; next } !on { next } /^  [a-z]/ { if (job && !limit) print "no timeout-minutes: " job; job = $1; limit = 0 }
        /^    timeout-minutes: [0-9]+$/ { limit = 1 } END { if (!job || !limit) print "no timeout-minutes: " job }' "$1"
    sed -n 's/^ *\(- \)\{0,1\}run: *//p' "$1" >"$work/commands"
    grep -q . "$work/commands" || echo "no commands"
    while read -r command word rest; do
        case $command in
        ./run)
            grep -Eq "^(usage:)? *[.]/run $word( |\$)" "$work/help" || echo "./run has no command $word"
            for option in $rest; do
                grep -q -e "./run $word.*[[|]${option}[]|]" -e "$option, anywhere in the line" "$work/help" || echo "./run $word has no option $option"
            done
            ;;
        cmake)
            [ "$word ${rest% *}" = '--workflow --preset' ] && grep -q "^  \"${rest#* }\"" "$work/presets" ||
                echo "no workflow preset: cmake $word $rest"
            ;;
        tools/control.sh) [ -x "$command" ] && [ -n "$word" ] && grep -q "$word" CMakePresets.json || echo "$command $word" ;;
        .ci/run | bench/record.sh)
            [ -x "$command" ] || echo "there is no $command"
            case $word in
            '') ;;
            --*) grep -q -- "^$word)" "$command" || echo "$command has no option $word" ;;
            *) echo "$command $word" ;;
            esac
            ;;
        .github/release.sh)
            grep -q -- "^$word)" "$command" && [ "$rest" = parts ] || echo "$command $word $rest"
            ;;
        docker)
            case "$word $rest" in 'build -t cucc -f .devcontainer/Dockerfile .' | 'save -o cucc.tar cucc') [ -e .devcontainer/Dockerfile ] || echo "there is no Dockerfile" ;; *) echo "docker $word $rest" ;; esac
            ;;
        *) echo "a step of its own: $command $word $rest" ;;
        esac
    done <"$work/commands"
    grep -o 'build/[^ ]*' "$1" | while read -r file; do
        case $file in
        build/site | build/show) grep -q "run: ./run site" "$1" && continue ;;
        'build/package/*.deb') grep -q "run: cmake --workflow --preset package" "$1" && continue ;;
        esac
        grep -q "\"outputJUnitFile\": \"\${sourceDir}/$file\"" CMakePresets.json || echo "no preset writes $file"
    done
}

failed=0
for workflow in .github/workflows/*.yml; do
    problems "$workflow" >"$work/problems"
    [ ! -s "$work/problems" ] || { echo "$workflow:" && cat "$work/problems" && failed=1; }
done

# Those that other repositories get have steps of their own.
sed -n 's/^    - uses: //p' action.yml | grep -Evx 'actions/cache@[0-9a-f]{40} # v[0-9]+[.][0-9]+[.][0-9]+' && failed=1
for workflow in .github/use.yml apps/grader/classroom/check.yml; do
    rights "$workflow" >"$work/problems"
    [ ! -s "$work/problems" ] || { echo "$workflow:" && cat "$work/problems" && failed=1; }
done

# breaks SED: a workflow that was right must be wrong with this change, which must change something.
breaks() {
    for workflow in .github/workflows/*.yml; do
        sed "$1" "$workflow" >"$work/broken.yml"
        cmp -s "$workflow" "$work/broken.yml" && continue
        [ -n "$(problems "$work/broken.yml")" ] && return
        echo "not noticed in $workflow: $1"
        failed=1
        return
    done
    echo "this changes no workflow: $1"
    failed=1
}
breaks 's|\./run test|./run tests|'
breaks 's|\./run test$|./run test --fast|'
breaks 's|\./run test$|make test|'
breaks 's|run: \./run test$|run: \||'
breaks 's|preset sanitize|preset sanitizers|'
breaks 's|\.ci/run|.ci/runs|'
breaks 's|--chapter|--book|'
breaks 's|contents: read|contents: write|'
breaks 's|^permissions:|permissions: write-all|'
breaks 's|checkout@[^ ]*|checkout@main|'
breaks 's|checkout@.*|checkout@v6|'
breaks 's|actions/checkout|somebody/checkout|'
breaks 's|^    timeout-minutes: .*||'
breaks 's|^concurrency:|group:|'
breaks 's|build/tests.xml|build/test.xml|'
breaks 's|build/show|build/shown|'
breaks 's|build/package|build/packages|'
breaks 's|run: \./run site|run: ./run check|'
breaks 's|run: docker build .*|run: docker build .|'
breaks 's|id-token: write|contents: write|'
breaks 's|uses: actions/deploy-pages|uses: actions/checkout|'
breaks 's|attestations: write|packages: write|'
breaks 's|release.sh --collect|release.sh --collects|'
breaks 's|run: .github/release.sh --publish.*|run: ./run test|'
breaks 's|attest-build-provenance@[^ ]*|attest-build-provenance@v4|'
breaks 's|deploy-pages@[^ ]*|deploy-pages@main|'
exit $failed
