// SPDX-License-Identifier: MIT
// A program that prints without <stdio.h> compiles here, as the C++ headers that the device needs include it. g++ has others.
import { withoutComments } from './text.mjs';

const OF_STDIO = /(?<![\w.>])\b(f?printf|sn?printf|puts|putchar|fputs|fopen|fflush|getchar|fgets|scanf)\s*\(|\b(stdin|stdout|stderr)\b/;
const WITHOUT_STDIO = /^(cuda_runtime|stdlib|string|math|assert|limits|stdint|float|time)\.h$|^c(stdlib|string|math|assert|limits|stdint|float|time)$/;
// What is used of <stdio.h> by a program whose headers cannot have it: { name, line, column }, or null.
export function undeclared(source) {
    const includes = [...source.matchAll(/^[ \t]*#[ \t]*include\s*(?:<([^>]+)>|.)/gm)].map((found) => found[1] ?? '');
    if (!includes.every((header) => WITHOUT_STDIO.test(header)))
        return null;
    const code = withoutComments(source), found = OF_STDIO.exec(code);
    if (found === null || /\bint\s+f?printf\s*\(/.test(code))
        return null;
    const before = code.slice(0, found.index).split('\n');
    return { name: found[1] ?? found[2], line: before.length, column: before.at(-1).length + 1 };
}
