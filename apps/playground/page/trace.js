// SPDX-License-Identifier: MIT
// The trace in the page that a program has written, as JSON; null if there is none.
export function traceIn(bytes) {
  const text = bytes ? new TextDecoder().decode(bytes) : '', mark = '<script type="application/json" id="trace">\n';
  const begin = text.indexOf(mark), end = text.indexOf('\n</script>', begin);
  return begin < 0 || end < 0 ? null : text.slice(begin + mark.length, end);
}
