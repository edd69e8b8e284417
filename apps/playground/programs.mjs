// SPDX-License-Identifier: MIT
// The programs that the playground offers: those of the repository that need only what it has. Each is { path, group, about,
// source }, an exercise also has its { task, hints }, and a program that runs with settings of its own its { settings }. What
// is read by people is { en, zh }; without zh there is English only.
import fs from 'node:fs';
import path from 'node:path';

const CHAPTER = { en: 'The chapter', zh: '本章' }, MODERN = { en: 'After the book', zh: '本书之后' }, EXERCISES = { en: 'Exercises', zh: '练习' };
const HEADERS = /^(std\w+|string|math|limits|assert|time|unistd|float|ctype|cstd\w+|cmath|cstring|climits|cassert|algorithm|numeric|utility|vector|string|new|array|tuple|functional|type_traits|cuda_runtime|cooperative_groups(\/\w+)?|cuda_pipeline|cuda_fp16|mma)(\.h)?$/;

const OF_TOOLKIT = /^(cuda|cub|nv)\//; // cub/ is the device's own, but it includes others of these
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

// What planted programs include.
export const HEADERS_OF_TESTS = ['kernel_run.h', 'handle_error.h'].map(name => `cpu_device/tests/${name}`);

// What a program includes from the repository, as far as the page has it; null: it needs more.
function textsIncluded(root, folder, source) {
  const files = [...source.matchAll(/^\s*#\s*include\s*"([^"]+)"/gm)].map(found => path.join(folder, found[1]));
  const there = files.every(file => /^(common|exercises\/judge|modern)\//.test(file) || HEADERS_OF_TESTS.includes(file));
  return there ? files.map(file => fs.readFileSync(path.join(root, file), 'utf8')).join('\n') : null;
}

function isForPlayground(root, folder, source, hasToolkit) {
  const others = textsIncluded(root, folder, source), isThere = header => HEADERS.test(header) || (hasToolkit && OF_TOOLKIT.test(header));
  return others !== null && included(source).every(isThere) && (hasToolkit || !included(others).some(header => OF_TOOLKIT.test(header))) &&
    !CLUSTERS.test(source + others);
}

// A file of the repository, and those of its lines that the expression finds, as a map from the first group to the second.
const reader = root => name => fs.readFileSync(path.join(root, name), 'utf8');
const mapOf = (text, expression) => new Map(Array.from(text.matchAll(expression), found => [found[1], found[2]]));

// The lessons of a folder, easy first; what is said of them in Chinese.
function lessons(read, folder, group, inChinese) {
  return Array.from(read('tools/lessons.txt').matchAll(/^(\w+)\/(\w+) /gm)).filter(found => found[1] === folder)
    .map(([, , name]) => ({ file: `${folder}/${name}.cu`, group, zh: inChinese.get(name) }));
}

// The text of a comment or of a page, as paragraphs.
const paragraphs = text => text.trim().split(/\n\s*\n/).map(part => part.replace(/\s*\n\s*/g, ' '));
const joined = text => text.replace(/([\u3000-\u9fff\uff00-\uffef]) (?=[\u3000-\u9fff\uff00-\uffef])/g, '$1'); // Chinese lines

// The exercises, in their order, each with its task and its hints.
function exercises(read) {
  const lines = name => read(name).trim().split('\n');
  return Array.from(read('exercises/TASKS.zh-CN.md').matchAll(/^## (\d+) (\w+)：(.*)\n([^]*?)(?=^## |$(?![^]))/gm)).map(([, , name, about, task]) => {
    const comment = /^\/\/ \d+ .*\n\/\/\n((?:\/\/.*\n)*)/m.exec(read(`exercises/${name}.cu`))[1].replace(/^\/\/ ?/gm, '');
    return {
      file: `exercises/${name}.cu`, group: EXERCISES, zh: about,
      task: { en: paragraphs(comment.replace(/^ {4}\.\/run .*$/m, '')), zh: paragraphs(task).map(joined) },
      hints: { en: lines(`exercises/hints/${name}.txt`), zh: lines(`exercises/hints/${name}.zh-CN.txt`) },
    };
  });
}

// The planted bugs, by what is reported of them.
function planted(root, read) {
  const folder = 'cpu_device/tests/planted', headlines = mapOf(read('cpu_device/src/say/diagnosis.h'), /X\(\w+, "([a-z-]+)", \w+,[\s\\]*"(.*?)"\)/g);
  const inChinese = mapOf(read('cpu_device/po/zh_CN.po'), /^msgid "(.*)"\nmsgstr "(.*)"$/gm);
  const kinds = [...headlines.keys()].filter(kind => inChinese.has(headlines.get(kind))); // others' headlines vary
  const found = [...mapOf(read(`${folder}/README.md`), /^\| \[(\w+)\][^|]*\|[^|]*\| `([a-z-]+)`/gm)].map(([name, kind]) => ({ name, kind: kinds.indexOf(kind) >>> 0 }));
  return found.sort((a, b) => a.kind - b.kind).map(({ name, kind }) => {
    const headline = headlines.get(kinds[kind]) ?? 'other mistakes';
    const chinese = inChinese.get(headline) ?? '其他错误', open = text => text.replaceAll('%s', '…');
    return { file: `${folder}/${name}.cu`, group: { en: `Planted: ${open(headline)}`, zh: `示例错误：${open(chinese)}` } };
  });
}

// hasToolkit: whether the playground has headers of libcu++.
export function listPrograms(root, hasToolkit) {
  const read = reader(root);
  const all = [
    ...lessons(read, 'chapter05', CHAPTER, mapOf(read('chapter05/cards.txt'), /^(\w+) \| (.*)$/gm)),
    ...lessons(read, 'modern', MODERN, mapOf(read('modern/README.zh-CN.md'), /^\| \[(\w+)\]\(\w+\.cu\) \| ([^|]*) \|/gm)),
    ...exercises(read), ...planted(root, read),
  ];
  return all.flatMap(({ file, group, zh, task, hints }) => {
    const source = read(file), settings = /^\/\/ Run with: (.*)/m.exec(source)?.[1].split(' ').map(word => word.split('='));
    return isForPlayground(root, path.dirname(file), source, hasToolkit) ? [{
      path: file, group, about: { en: aboutOf(source), zh }, source, task, hints, settings: settings && Object.fromEntries(settings),
    }] : [];
  });
}

// The one that a first visit shows: the race that the site begins with.
export const FIRST = 'chapter05/dot_unsynced.cu';
