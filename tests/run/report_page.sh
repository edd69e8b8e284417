#!/bin/sh
# SPDX-License-Identifier: MIT
# page.sh ROOT BUILD: the page at the end of the demo, made of some of its programs and read in a headless browser: no
# error in its console, every picture present, the reported lines marked, the slider moves, and a program's output is
# never taken for markup.
set -u
root=$1 build=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
wrong() {
    echo "$*"
    failed=1
}
ln -s "$build/cpu" "$build/cucc" .
cat >lessons <<'END'
chapter05/dot right
chapter05/dot_unsynced luck --runs 5
chapter05/shared_bitmap right --save pictures/shared_bitmap.png
chapter05/shared_bitmap_unsynced wrong --save pictures/shared_bitmap_unsynced.png
chapter05/nothing_here right
END
echo 'nothing_here libnothing-dev' >not_built.txt
sh "$root/tools/demo.sh" . png "$work/lessons" >log 2>&1 || wrong "demo.sh: $(cat log)"
grep -q '^nothing_here *- *not built *missing Debian packages: libnothing-dev$' log || wrong "what is not built has no row: $(cat log)"
tail -n 1 log | grep -q "page: $work/report/index.html\$" || wrong "it does not name the page: $(tail -n 1 log)"
echo '<script>document.title = "broken"</script> & more' >>report/dot.out
printf 'dot\tCPU\tverified\t<i>a & b</i>\n' >table
cp report/index.html first.html
sh "$root/tools/report.sh" "$work/table" || wrong "report.sh: status $?"
for text in '&lt;script&gt;document.title' '&lt;i&gt;a &amp; b'; do
    grep -q "$text" report/index.html || wrong "markup of a program's output is not escaped: no $text"
done
cp first.html report/index.html

sed 's|</body>||; s| loading=lazy||' report/index.html >report/look.html
cat >>report/look.html <<'END'
<script>
addEventListener('load', () => {
  const problems = window.failures || [], expect = (is, what) => is || problems.push(what);
  const images = [...document.images];
  expect(images.length >= 3 && images.every(i => i.complete && i.naturalWidth > 0), 'a picture is missing');
  expect([...document.querySelectorAll('#dot_unsynced mark')].some(m => m.textContent.includes('cache[')), 'no line is marked');
  const cards = [...document.querySelectorAll('.card')], shown = () => cards.filter(c => c.offsetHeight > 0).length;
  expect(cards.length === 5, 'there are not five cards');
  expect(document.querySelectorAll('#nothing_here').length === 0, 'what did not run has a log');
  const first = document.querySelector('.race iframe'), top = first.getBoundingClientRect();
  expect(top.top >= 0 && top.bottom < innerHeight + 80, 'the race is not the first thing one sees');
  document.querySelector('.filters button[value=wrong]').click();
  expect(shown() === 2, 'the filter shows ' + shown() + ' cards');
  document.querySelector('.filters button[value=""]').click();
  const text = document.querySelector('#card-dot p').innerText;
  document.getElementById('language').click();
  expect(/屏障/.test(document.querySelector('#card-dot p').innerText) && !/屏障/.test(text), 'the cards are not in Chinese');
  document.getElementById('language').click();
  location.hash = 'shared_bitmap_unsynced';
  document.getElementById('shared_bitmap_unsynced').open = true;
  expect(document.body.scrollWidth <= innerWidth, 'the page is wider than the window');
  const pair = document.querySelector('.pair img + img'), slider = document.querySelector('#shared_bitmap_unsynced input');
  const before = pair && getComputedStyle(pair).clipPath;
  slider.value = 10;
  slider.dispatchEvent(new Event('input'));
  expect(getComputedStyle(pair).clipPath !== before, 'the slider moves nothing');
  expect(document.querySelector('#card-dot_unsynced a[href="trace-dot_unsynced.html"]'), 'there is no way to the trace');
  document.body.append('result: ' + (problems.join('; ') || 'good'));
});
</script></body></html>
END
sed -i 's|<head>|<head><script>window.failures=[];onerror=m=>{failures.push(m)};console.error=m=>{failures.push(m)}</script>|' report/look.html
timeout 300 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$work/profile" \
    --allow-file-access-from-files --virtual-time-budget=20000 --dump-dom "file://$work/report/look.html" >dom 2>browser.log
grep -q '^result: good' dom || wrong "the page: $(grep '^result: ' dom || tail -n 3 browser.log)"
[ -s report/trace-dot_unsynced.html ] || wrong "the trace is not beside it"
exit $failed
