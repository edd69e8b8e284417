#!/bin/sh
# SPDX-License-Identifier: MIT
# site.sh BUILD: the site, in BUILD/site, of what the demo has left in BUILD/report. It is complete in itself: any web server
# may publish the folder, and it opens from the file. The playground, if ./run playground has built it, is part of it.
set -u
cd "$1" || exit 1
[ -e report/chapter05/README.html ] || {
    echo "site: there are no pages in $1/report; they need cmark-gfm" >&2
    exit 1
}
rm -rf site.new && cp -R report site.new || exit 1
rm -f site.new/*.out site.new/*.err
if [ -e playground/index.html ]; then
    rm -f site.new/playground && cp -R playground site.new &&
        sed 's/ id="home" hidden/ id="home"/' playground/index.html >site.new/playground/index.html || exit 1
fi
: >site.new/.nojekyll # so that GitHub publishes the files as they are
rm -rf site && mv site.new site || exit 1
echo "The site: $PWD/site/index.html ($(find site -name '*.html' | grep -c .) pages, $(du -sm site | cut -f 1) MB)"
