#!/bin/sh
# SPDX-License-Identifier: MIT
# inputs.sh CUCC SOURCE_FOLDER: after an edit of any file that the device or the driver is made of, `cucc --build` makes
# anew what is made of it. One file of each kind in each folder is edited, and flags in the driver.
set -u
source=$2 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"
mkdir sources
cp -r "$source/cpu_device" sources
cucc=$PWD/sources/cpu_device/cucc
export CUCC_BUILD="$PWD/build"

# g++, but for what takes long: in place of the device's objects, the plugin and precompiled headers it makes empty files.
cat >quick <<END
#!/bin/sh
for made; do :; done
case " \$* " in
*" -c "*.cpp*)
    ${CXX:-g++} "\$@" -E || exit
    echo | exec ${CXX:-g++} -x c - -c -o "\$made"
    ;;
*" c++-header "* | *-fno-rtti*-shared* | *-shared*-fno-rtti*) : >"\$made" ;;
*) exec ${CXX:-g++} "\$@" ;;
esac
END
chmod +x quick
export CXX="$PWD/quick"

# What of the device was made of which sources, and when the driver was.
made() {
    cat build/compiles_with build/objects/*.key
    stat -c %y build/driver
}
# noticed WHAT: since the last call, something was made anew, and now it is up to date.
noticed() {
    "$cucc" --build all >log 2>&1 || wrong --build "all: after an edit of $1"
    made >after
    ! cmp -s before after || wrong --build "all: an edit of $1 goes unnoticed"
    mv after before
    "$cucc" --build all >log 2>&1
    made | cmp -s before - || wrong --build "all: made twice after an edit of $1"
}

: >before
noticed 'everything'

# A kind: a folder and what a name ends with. No inputs are texts, what looks after the Chinese catalogue, and the files
# for WebAssembly, of which the playground's device is made.
(cd sources/cpu_device && find src libraries include po plugin rewrite driver runs -type f ! -name '*.md' ! -name LICENSE ! -path '*/wasm/*' \
    ! -path 'po/*.sh' ! -path 'po/*.txt') | sort |
    awk '{ kind = $0; sub(/\/.*/, " ", kind); name = $0; sub(/.*\//, "", name); sub(/.*[.]/, ".", name)
           if (name !~ /^[.]/) name = "none"
           if (!seen[kind name]++) print }' >kinds
[ "$(wc -l <kinds)" -ge 15 ] || { cp kinds log && wrong "--build: too few kinds of files"; }
while read -r file; do
    echo >>"sources/cpu_device/$file"
    noticed "$file"
done <kinds

# Flags of the device's objects and of programs; a new file and one that is gone.
sed -i 's/-fno-exceptions/-fno-exceptions -DOTHER/' sources/cpu_device/driver/device.c
noticed 'flags in device.c'
sed -i 's/-fno-ipa-icf/-fno-ipa-icf -DOTHER/' sources/cpu_device/driver/compile.c
noticed 'flags in compile.c'
for folder in src/check plugin; do
    echo '// new' >"sources/cpu_device/$folder/new.cpp"
    noticed "a new file in $folder"
    rm "sources/cpu_device/$folder/new.cpp"
    noticed "$folder without that file"
done
exit "$failed"
