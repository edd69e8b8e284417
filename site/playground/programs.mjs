// SPDX-License-Identifier: MIT
// The programs that the playground offers: those of the repository that need only what it has.
import fs from 'node:fs';
import path from 'node:path';

const FOLDERS = [['chapter05', 'The chapter'], ['modern', 'After the book'], ['exercises', 'Exercises'], ['tests/planted', 'Planted bugs, one each']];
const HEADERS = /^(std\w+|string|math|limits|assert|time|float|ctype|cstd\w+|cmath|cstring|climits|cassert|algorithm|numeric|utility|vector|string|new|array|tuple|functional|type_traits|cuda_runtime|cooperative_groups(\/\w+)?|cuda_pipeline|cuda_fp16|mma)(\.h)?$/;

const included = source => [...source.matchAll(/^\s*#\s*include\s*<([^>]+)>/gm)].map(found => found[1]);

// The first sentence of the comment at the top, after "NAME.cu: " or "5 NAME: ".
function aboutOf(source) {
  const lines = source.split('\n').slice(1).map(line => /^\/\/ ?(.*)/.exec(line)?.[1]);
  const end = lines.findIndex(line => line === undefined || line === '' || /^(CPU|racecheck|memcheck|synccheck|initcheck) /.test(line));
  const text = lines.slice(0, end < 0 ? 1 : end).join(' ').replace(/^[^:]*: /, '');
  const sentence = /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

export function listPrograms(root) {
  const programs = [];
  for (const [folder, group] of FOLDERS)
    for (const name of fs.readdirSync(path.join(root, folder)).filter(n => n.endsWith('.cu')).sort()) {
      const source = fs.readFileSync(path.join(root, folder, name), 'utf8');
      if (included(source).every(header => HEADERS.test(header)))
        programs.push({ path: `${folder}/${name}`, group, about: aboutOf(source), source });
    }
  const first = programs.findIndex(p => p.path === 'chapter05/dot_unsynced.cu'); // the race that the site begins with
  return [...programs.splice(first, 1), ...programs];
}
