// SPDX-License-Identifier: MIT
// The page of a launch, beside the program: the device's own page (cpu_device/src/say/page) in a frame, which gets the trace
// by a message.

// The trace in the page that a program has written, as JSON; null if there is none.
export function traceIn(bytes) {
  const text = bytes ? new TextDecoder().decode(bytes) : '', mark = '<script type="application/json" id="trace">\n';
  const begin = text.indexOf(mark), end = text.indexOf('\n</script>', begin);
  return begin < 0 || end < 0 ? null : text.slice(begin + mark.length, end);
}

export function showLaunch(box, trace) {
  const frame = document.createElement('iframe');
  frame.title = 'The launch, step by step';
  frame.src = 'launch.html';
  frame.onload = () => frame.contentWindow.postMessage({ trace }, location.origin);
  box.replaceChildren(frame);
}
