// SPDX-License-Identifier: MIT
// Keeps the playground for a visit without a network. Files with a hash in their name never change, so the copy here is the
// right one; the pages themselves are asked for first, in case there are newer ones. The large files lie in a cache of their
// own, which resources.js fills.
import { largeFiles, smallFiles, version } from 'virtual:built';

const CACHE = `playground-${version}`, LARGE = 'playground-files', PATIENCE = 3000; // milliseconds

self.addEventListener('install', event => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(smallFiles.map(name => new Request(name, { cache: 'reload' })));
    await self.skipWaiting();
  })());
});

self.addEventListener('activate', event => {
  event.waitUntil((async () => {
    for (const name of await caches.keys())
      if (name.startsWith('playground-') && name !== CACHE && name !== LARGE)
        await caches.delete(name);
    const large = await caches.open(LARGE), wanted = new Set(largeFiles.map(name => new URL(name, registration.scope).href));
    for (const request of await large.keys())
      if (!wanted.has(request.url))
        await large.delete(request);
    await clients.claim();
  })());
});

async function newest(request) {
  const kept = await caches.match(request, { ignoreSearch: true });
  const fetched = fetch(request);
  if (!kept)
    return fetched;
  const late = new Promise(resolve => setTimeout(resolve, PATIENCE, kept));
  return Promise.race([fetched.then(response => response.ok ? response : kept, () => kept), late]);
}

self.addEventListener('fetch', event => {
  const url = new URL(event.request.url), folder = new URL(registration.scope);
  if (event.request.method !== 'GET' || url.origin !== folder.origin || !url.pathname.startsWith(folder.pathname))
    return;
  if (largeFiles.some(name => url.pathname.endsWith('/' + name)))
    return; // resources.js looks there itself
  const page = url.pathname.endsWith('/') || url.pathname.endsWith('.html');
  event.respondWith(page ? newest(event.request.url.endsWith('/') ? new Request(folder.href + 'index.html') : event.request)
    : caches.match(event.request).then(kept => kept ?? fetch(event.request)));
});
