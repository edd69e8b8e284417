// SPDX-License-Identifier: MIT
// The large files: fetched once, with progress, and kept in the browser's cache. They are packed by gzip when the
// playground is built, so that they travel small from any web server; the server may unpack them on the way.
const NAME = 'playground-files', PACKED = 'application/gzip';

// Where the page has no cache (it is not https, or the user forbids it), files are fetched each time.
async function openCache() {
  try {
    return await caches.open(NAME);
  } catch {
    return null;
  }
}

// Fetches `file` ({ name, size, unpacked }: its sizes) and returns what is in it, as a stream. `arrived` is told of each
// piece's size. What comes from the network goes on into the cache at the same time, so that no copy is held.
async function open(file, arrived) {
  const cache = await openCache(), kept = await cache?.match(file.name);
  const response = kept ?? await fetch(file.name, cache && { cache: 'no-store' });
  if (!response.ok)
    throw new Error(`${file.name}: the server answers ${response.status}`);
  const isPacked = kept ? response.headers.get('content-type') === PACKED : !response.headers.get('content-encoding');
  let { body } = response;
  if (cache && !kept) {
    const [now, later] = body.tee();
    body = now;
    cache.put(file.name, new Response(later, { headers: { 'content-type': isPacked ? PACKED : 'text/plain' } }))
      .catch(() => { /* the disk is full: it is fetched again next time */ });
  }
  body = body.pipeThrough(new TransformStream({
    transform(piece, controller) {
      arrived(piece.length);
      controller.enqueue(piece);
    },
  }));
  return isPacked ? body.pipeThrough(new DecompressionStream('gzip')) : body;
}

export async function loadBytes(file, arrived) {
  const bytes = new Uint8Array(file.unpacked), stream = await open(file, arrived);
  let at = 0;
  await stream.pipeTo(new WritableStream({
    write(piece) {
      bytes.set(piece, at);
      at += piece.length;
    },
  }));
  return bytes;
}

export async function loadModule(file, arrived) {
  const headers = { 'content-type': 'application/wasm' };
  return WebAssembly.compileStreaming(new Response(await open(file, arrived), { headers }));
}
