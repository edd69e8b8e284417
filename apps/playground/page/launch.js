// SPDX-License-Identifier: MIT
// The page of a launch, beside the program: the device's own page (cpu_device/src/say/page) in a frame, which gets the trace
// by a message when it asks for it: one that was sent when the frame had loaded was lost in WebKit.
import { _, language } from './words.js';

let shown = null; // { frame, trace }

addEventListener('message', ({ source, origin, data }) => {
  if (shown !== null && source === shown.frame.contentWindow && origin === location.origin && data === 'ready')
    source.postMessage({ trace: shown.trace }, origin);
});

export function showLaunch(box, text) {
  const frame = document.createElement('iframe'), trace = text.replace(/"language":"\w*"/, `"language":"${language}"`);
  shown = { frame, trace };
  frame.title = _('The launch, step by step');
  frame.src = 'launch.html';
  box.replaceChildren(frame);
}
