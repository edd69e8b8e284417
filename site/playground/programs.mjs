// SPDX-License-Identifier: MIT
// The programs that the playground offers: those of the repository that need only what it has.
import fs from 'node:fs';
import path from 'node:path';

const FOLDERS = [['chapter05', 'The chapter'], ['modern', 'After the book'], ['exercises', 'Exercises'], ['cpu_device/tests/planted', 'Planted bugs, one each']];
const HEADERS = /^(std\w+|string|math|limits|assert|time|float|ctype|cstd\w+|cmath|cstring|climits|cassert|algorithm|numeric|utility|vector|string|new|array|tuple|functional|type_traits|cuda_runtime|cooperative_groups(\/\w+)?|cuda_pipeline|cuda_fp16|mma)(\.h)?$/;

const MISSING = /^(cuda|thrust)\//; // in what a program includes from its own folder
const CLUSTERS = /\b(this_cluster|__cluster_dims__|cudaLaunchAttributeClusterDimension)\b/; // a browser has none

const included = source => [...source.matchAll(/^\s*#\s*include\s*<([^>]+)>/gm)].map(found => found[1]);

// The first sentence of the comment at the top, after "NAME.cu: " or "5 NAME: ".
function aboutOf(source) {
  const lines = source.split('\n').slice(1).map(line => /^\/\/ ?(.*)/.exec(line)?.[1]);
  const end = lines.findIndex(line => line === undefined || line === '' || /^(CPU|racecheck|memcheck|synccheck|initcheck) /.test(line));
  const text = lines.slice(0, end < 0 ? 1 : end).join(' ').replace(/^[^:]*: /, '');
  const sentence = /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

// What a program includes from the repository, which the page has of two folders; null: it needs more.
function textsIncluded(root, folder, source) {
  const files = [...source.matchAll(/^\s*#\s*include\s*"([^"]+)"/gm)].map(found => path.join(folder, found[1]));
  const there = files.every(file => /^(common|exercises\/judge)\//.test(file));
  return there ? files.map(file => fs.readFileSync(path.join(root, file), 'utf8')).join('\n') : null;
}

function isForPlayground(root, folder, source) {
  const others = textsIncluded(root, folder, source);
  return others !== null && included(source).every(header => HEADERS.test(header)) &&
    !included(others).some(header => MISSING.test(header)) && !CLUSTERS.test(source + others);
}

export function listPrograms(root) {
  const programs = [];
  for (const [folder, group] of FOLDERS)
    for (const name of fs.readdirSync(path.join(root, folder)).filter(n => n.endsWith('.cu')).sort()) {
      const source = fs.readFileSync(path.join(root, folder, name), 'utf8');
      if (isForPlayground(root, folder, source))
        programs.push({ path: `${folder}/${name}`, group, about: aboutOf(source), source });
    }
  const first = programs.findIndex(p => p.path === 'chapter05/dot_unsynced.cu'); // the race that the site begins with
  return [...programs.splice(first, 1), ...programs];
}
