// SPDX-License-Identifier: MIT
// A program in an address: its files and options as JSON, compressed, in the letters of base64url. No server sees it.
export const LONGEST = 30000; // letters; what is longer, some programs cut off

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

export async function linkTo({ files, options }) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify([files, options])), new CompressionStream('deflate-raw'));
  const letters = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
  return `${location.href.replace(/#.*/, '')}#code=${letters.replace(/[+/=]/g, letter => ({ '+': '-', '/': '_', '=': '' })[letter])}`;
}

// [files, options]. An address may hold anything: what is no program throws an Error.
export async function programIn(text) {
  const letters = atob(text.replace(/[-_]/g, letter => ({ '-': '+', _: '/' })[letter]));
  const bytes = await through(Uint8Array.from(letters, letter => letter.charCodeAt(0)), new DecompressionStream('deflate-raw'));
  const [files, options] = JSON.parse(new TextDecoder().decode(bytes)), names = Object.keys(files);
  if (names.length === 0 || !names.every(name => /^[\w.-]+$/.test(name) && typeof files[name] === 'string'))
    throw new Error('the link holds no program');
  return [files, options ?? {}];
}
