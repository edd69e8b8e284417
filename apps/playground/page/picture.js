// SPDX-License-Identifier: MIT
// Pictures that a program saved, as .ppm (cpu_bitmap.h does, without a window), on canvases.
import { _ } from './words.js';

// { width, height, pixels } of a binary .ppm, or null.
function readPpm(bytes) {
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 64)));
  if (head === null)
    return null;
  const width = Number(head[1]), height = Number(head[2]), pixels = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let i = 0, at = head[0].length; i < width * height; ++i)
    for (let colour = 0; colour < 3; ++colour)
      pixels[4 * i + colour] = bytes[at++];
  return { width, height, pixels };
}

// How many there are.
export function showPictures(box, files) {
  box.replaceChildren();
  for (const [name, bytes] of Object.entries(files)) {
    const picture = name.endsWith('.ppm') ? readPpm(bytes) : null;
    if (picture === null)
      continue;
    const figure = document.createElement('figure'), canvas = document.createElement('canvas'), caption = document.createElement('figcaption');
    canvas.width = picture.width;
    canvas.height = picture.height;
    canvas.getContext('2d').putImageData(new ImageData(picture.pixels, picture.width, picture.height), 0, 0);
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', _('the picture %1$s', name));
    caption.textContent = `${name}, ${picture.width} × ${picture.height}`;
    figure.append(canvas, caption);
    box.append(figure);
  }
  return box.children.length;
}
