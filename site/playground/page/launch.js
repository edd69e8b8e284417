// SPDX-License-Identifier: MIT
// The page of a launch, beside the program: the device's own page (cpu_device/src/say/page) in a frame, which gets the trace
// by a message.
import { _, language } from './words.js';

export function showLaunch(box, text) {
  const frame = document.createElement('iframe'), trace = text.replace(/"language":"\w*"/, `"language":"${language}"`);
  frame.title = _('The launch, step by step');
  frame.src = 'launch.html';
  frame.onload = () => frame.contentWindow.postMessage({ trace }, location.origin);
  box.replaceChildren(frame);
}
