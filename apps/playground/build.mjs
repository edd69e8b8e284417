// SPDX-License-Identifier: MIT
// node build.mjs ROOT DEVICE PACKAGES OUT: builds the playground, a folder that any web server may publish, in OUT, and before
// it the CPU device for WebAssembly, in DEVICE (device.mjs). ROOT is the repository, PACKAGES the node_modules of package.json.
//
// A file's name has a hash of its content in it, apart from pages and the service worker, so a copy never gets stale.
// What is large is packed by gzip here, and unpacked by the page: then its size does not depend on the web server.
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { makeDevice } from './device.mjs';
import { deviceFiles } from './device_files.mjs';
import { binaryenModule, patched } from './packages.mjs';
import { FIRST, HEADERS_OF_TESTS, listPrograms } from './programs.mjs';
import { filesOfTar, filesUnder, pack } from './pack.mjs';
import { storedRun } from './stored_run.mjs';

const [root, device, packages, out] = process.argv.slice(2).map(p => path.resolve(p));
const here = path.dirname(fileURLToPath(import.meta.url)), page = path.join(here, 'page'), fresh = `${out}.new`;
const esbuild = createRequire(pathToFileURL(packages + '/'))('esbuild');
const read = (...parts) => fs.readFileSync(path.join(...parts));
const hash = bytes => createHash('sha256').update(bytes).digest('hex').slice(0, 10);
const small = [], large = []; // names of what has been written

function write(name, content) {
  fs.writeFileSync(path.join(fresh, name), content);
  small.push(name);
  return name;
}

// NAME.js -> NAME-HASH.js
function writeHashed(name, content) {
  const { name: stem, ext } = path.parse(name);
  return write(`${stem}-${hash(content)}${ext}`, content);
}

// Packs take a while, so each is kept for the next build. Returns what the page needs to load it.
function writeLarge(name, content) {
  const file = `${name.replace('.', `-${hash(content)}.`)}.packed`, keep = path.join(packages, '..', 'packed');
  const kept = path.join(keep, file);
  fs.mkdirSync(keep, { recursive: true });
  if (!fs.existsSync(kept)) {
    fs.writeFileSync(`${kept}.new`, gzipSync(content, { level: 9 }));
    fs.renameSync(`${kept}.new`, kept);
  }
  fs.copyFileSync(kept, path.join(fresh, file));
  large.push(file);
  return { name: file, size: fs.statSync(kept).size, unpacked: content.length };
}

// The text of a script with all that it imports; `built` is what it finds in 'virtual:built'.
async function bundle(entry, built = {}, format = 'esm') {
  const plugin = {
    name: 'playground',
    setup(build) {
      build.onResolve({ filter: /^virtual:built$/ }, () => ({ path: 'built', namespace: 'virtual' }));
      build.onLoad({ filter: /.*/, namespace: 'virtual' }, () => ({
        contents: Object.entries(built).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n'),
      }));
      build.onLoad({ filter: /node_modules\/(binaryen\/index|@yowasp\/clang\/gen\/bundle)\.js$/ }, ({ path: file }) => patched(file));
    },
  };
  const { outputFiles } = await esbuild.build({
    entryPoints: [path.join(page, entry)], bundle: true, write: false, format, minify: true, target: 'es2022', loader: { '.po': 'text', '.cu': 'text' },
    nodePaths: [packages], external: ['node:*'], plugins: [plugin], legalComments: 'none', logLevel: 'warning',
  });
  return outputFiles[0].text;
}

// What an installation of the compiler has, without what no teaching program includes: processors' intrinsics, the standard
// library of other language versions; and without libraries, which the device's module has, but for the compiler's own.
function isWanted(name) {
  return (!name.endsWith('.a') || name.endsWith('/libclang_rt.builtins.a')) && !/^share\/|\/__cxx03\/|\/experimental\/|\/__pstl\/|module\.modulemap$|\.(so|imports)$|^include\/[^/]*_wrappers\//.test(name) &&
    (!/^include\/[^/]*$/.test(name) || /^include\/(__st[a-z_]*|__float[a-z_]*|st[a-z]*|float|limits|inttypes|iso646|tgmath|varargs)\.h$/.test(name)) &&
    !/^include\/(sanitizer|fuzzer|orc|profile|xray|openmp|ppc|zos)/.test(name);
}

async function writeTools() {
  const clang = path.join(packages, '@yowasp/clang/gen'), files = {};
  for (const name of fs.readdirSync(clang).filter(n => n.endsWith('.wasm')))
    files[name] = writeLarge(name, read(clang, name));
  files['binaryen.wasm'] = writeLarge('binaryen.wasm', binaryenModule(path.join(packages, 'binaryen/index.js')));
  const system = filesOfTar(read(clang, 'llvm-resources.tar')).filter(([name]) => isWanted(name));
  files['system.pack'] = writeLarge('system.pack', pack(system.map(([name, bytes]) => [`usr/${name}`, bytes])));
  const project = ['common', 'exercises/judge', 'modern'].flatMap(folder => filesUnder(path.join(root, folder), folder)).filter(([name]) => name.endsWith('.h'))
    .concat(HEADERS_OF_TESTS.map(name => [name, read(root, name)]));
  const ofDevice = await deviceFiles(device, packages);
  const isModule = ([name]) => name.endsWith('.wasm');
  for (const [name, bytes] of ofDevice.filter(isModule))
    files[path.basename(name)] = writeLarge(path.basename(name), bytes);
  files['device.pack'] = writeLarge('device.pack', pack([...ofDevice.filter(file => !isModule(file)), ...project.map(([name, bytes]) => [`project/${name}`, bytes])]));
  const ofToolkit = path.join(device, 'cccl'); // loaded for the programs alone that include them
  const cccl = fs.existsSync(ofToolkit) ? writeLarge('cccl.pack', pack(filesUnder(ofToolkit, ''))) : null;
  return { compilerFiles: files, cccl, ofDevice, project };
}

// The device's page of a launch, with its script in a file of its own and the trace left out.
async function writeLaunchPage() {
  const parts = path.join(root, 'cpu_device/src/say/page'), text = name => read(parts, name).toString();
  const html = text('page.html'), begin = html.indexOf('<script type="application/json" id="trace">');
  const style = '<style>\n/* page.css */\n</style>';
  if (begin < 0 || !html.includes(style))
    throw new Error('page.html of the device is not as expected');
  const script = writeHashed('launch_page.js', `var Prism = { manual: true };\n${text('prism/prism.js')}\nconst CATALOGUE = String.raw\`${text('../../../po/page.zh_CN.po')}\`;\n${['words.js', 'run.js', 'schedule.js', 'story.js', 'view.js'].map(text).join('\n')}`);
  const frame = writeHashed('launch_frame.js', await bundle('launch_frame.js', { launchPage: script }));
  const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
  write('launch.html', html.slice(0, begin)
    .replace(style, `<meta http-equiv="Content-Security-Policy" content="${policy}">\n<link rel="stylesheet" href="${writeHashed('launch_page.css', text('page.css'))}">`) +
    `<script type="application/json" id="trace"></script>\n<script type="module" src="${frame}"></script>\n</body>\n</html>\n`);
}

// door.js stands in the page, whose policy allows just this text.
function withDoor(html) {
  const script = read(page, 'door.js').toString().replace(/^\/\/.*\n/gm, ''), sum = createHash('sha256').update(script).digest('base64');
  return html.replace("script-src 'self'", `$& 'sha256-${sum}'`).replace('<script type="module"', () => `<script>${script}</script>\n<script type="module"`);
}

// What is in the scripts, and under which licences.
function writeLicences() {
  const lock = JSON.parse(read(here, 'package-lock.json'));
  const texts = Object.entries(lock.packages).filter(([name, { dev, optional }]) => name && !dev && !optional && !/esbuild/.test(name)).map(([name, { version, license }]) => {
    const folder = path.join(packages, '..', name), file = fs.readdirSync(folder).find(f => /^licen[cs]e/i.test(f));
    return `${name.replace('node_modules/', '')} ${version}: ${license}\n\n${file ? read(folder, file) : ''}`;
  });
  const llvm = 'The compiler and its libraries are LLVM\'s and wasi-libc\'s, and the headers of libcu++ are NVIDIA\'s (CCCL): Apache-2.0 WITH LLVM-exception.\n\n';
  write('licences.txt', `The playground:\n\n${read(root, 'LICENSE')}\n${llvm}${read(packages, 'binaryen/LICENSE')}\n${texts.join('\n\n')}`);
}

async function build() {
  await makeDevice(root, device, packages);
  console.log('last part: the files of the page');
  fs.rmSync(fresh, { recursive: true, force: true });
  fs.mkdirSync(fresh, { recursive: true });
  const { compilerFiles, cccl, ofDevice, project } = await writeTools();
  const programs = listPrograms(root, cccl !== null), first = programs.find(({ path }) => path === FIRST);
  const { run, trace } = await storedRun(ofDevice, project, packages, first);
  const programsFile = writeLarge('programs.json', Buffer.from(JSON.stringify(programs)));
  const traceFile = writeLarge('trace.json', Buffer.from(trace));
  const judgeFile = writeLarge('judge.pack', pack(filesUnder(path.join(device, 'judge'), '')));
  write('programs.txt', programs.map(p => p.path + '\n').join('')); // for the site, which links to them
  const compilerWorker = writeHashed('compiler_worker.js', await bundle('compiler_worker.js', { cccl }));
  const programWorker = writeHashed('program_worker.js', await bundle('program_worker.js'));
  await writeLaunchPage();
  writeLicences();
  const main = writeHashed('main.js', await bundle('main.js', { compilerFiles, compilerWorker, programWorker, programsFile, traceFile, judgeFile, stored: { program: first, run } }));
  const style = writeHashed('style.css', read(page, 'style.css'));
  write('index.html', withDoor(read(page, 'index.html').toString().replace('"main.js"', `"${main}"`).replace('"style.css"', `"${style}"`)));
  const built = { largeFiles: large, smallFiles: small.slice(), version: hash([...small, ...large].join() + read(fresh, 'index.html') + read(fresh, 'launch.html')) };
  write('service_worker.js', await bundle('service_worker.js', built, 'iife'));
  fs.rmSync(out, { recursive: true, force: true });
  fs.renameSync(fresh, out);
  const packed = small.reduce((sum, name) => sum + gzipSync(read(out, name)).length, 0) + large.reduce((sum, name) => sum + read(out, name).length, 0);
  console.log(`The playground: ${out}/index.html (${(packed / 1e6).toFixed(1)} MB compressed)`);
}

await build();
