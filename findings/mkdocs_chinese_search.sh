#!/bin/sh
# SPDX-License-Identifier: MIT
# MkDocs 1.4.2 (Debian 12), its search plugin with `lang: zh`, on a page with Chinese and English sentences.
#
# The guess: a language that the plugin does not have is an error of the build, or at least a warning; and Chinese words are found.
# Seen: the build says nothing, the index is marked "en", and of the Chinese words of the page none is found, not even the whole
# sentence. min_search_length is 3 by default, so the page's script does not even look for a word of two characters.
set -u
work=$(mktemp -d) && cd "$work" || exit 2
trap 'rm -rf "$work"' EXIT
apt-get download mkdocs=1.4.2+dfsg-2 libjs-lunr libjs-bootstrap4 libjs-jquery libjs-modernizr fonts-font-awesome python3-lunr python3-livereload \
    python3-pkg-resources python3-click python3-jinja2 python3-markupsafe python3-markdown python3-mergedeep python3-packaging \
    python3-pyyaml-env-tag python3-watchdog python3-yaml python3-dateutil python3-six python3-tornado sphinx-rtd-theme-common ghp-import \
    >log 2>&1 || { cat log && exit 2; }
for package in ./*.deb; do dpkg -x "$package" root; done

mkdir docs
printf 'site_name: t\nplugins:\n  - search:\n      lang: zh\n' >mkdocs.yml
printf '# 同步\n\n线程块的屏障使各线程互相等待。A barrier waits.\n' >docs/index.md
PYTHONPATH=root/usr/lib/python3/dist-packages timeout 60 /usr/bin/python3 -m mkdocs build -q >said 2>&1
status=$?
cp root/usr/share/javascript/lunr/lunr.js lunr.js
cat >search.js <<'JS'
const lunr = require('./lunr.js'), index = require('./site/search/search_index.json');
lunr.tokenizer.separator = new RegExp(index.config.separator);
const found = lunr(function () {
    this.ref('location'), this.field('title'), this.field('text');
    index.docs.forEach(page => this.add(page));
});
console.log('languages', index.config.lang.join(' '), 'shortest', index.config.min_search_length);
for (const word of ['barrier', '屏障', '线程块', '线程块的屏障使各线程互相等待']) console.log(word, found.search(word).length > 0);
JS
node search.js >seen 2>&1
cat said seen
[ $status = 0 ] && [ ! -s said ] &&
    printf 'languages en shortest 3\nbarrier true\n屏障 false\n线程块 false\n线程块的屏障使各线程互相等待 false\n' | cmp -s - seen
