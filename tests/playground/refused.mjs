// SPDX-License-Identifier: MIT
// node refused.mjs ROOT BUILD CUCC: what mixes host and device is refused by the playground where cucc refuses it, at the
// same lines, and what is allowed compiles in both without a word; where long has too few bits, one line says so; and what is
// undefined, or no option here.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [root, build, cucc] = process.argv.slice(2);
const from = (path) => import(pathToFileURL(join(root, 'apps/playground', path)));
const { compile } = await from('lib/compile.mjs'), { deviceOf } = await from('lib/unpack.mjs');
const { deviceFiles } = await from('device_files.mjs'), { toolchainInNode } = await from('node_toolchain.mjs');

const BEGIN = `#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>
constexpr int cube(int n) { return n * n * n; }
__device__ int elsewhere(int n);
int nowhere(int n);
int twice(int n) { return 2 * n; }
__device__ int thrice(int n) { return 3 * n; }
__host__ __device__ int half(int n) { return n / 2; }
template <class T> __device__ T square(T n) { return n * n; }
constexpr float eps = 0.5f;
const int width = 4;
int variable = 3;
__device__ int counter;
__constant__ int limits[2];
__managed__ int shared_by_all;
struct on_host { int n; on_host(int a) : n(a) {} };
struct functor { int operator()(int n) const { return n; } };
struct on_device { __device__ int get() const { return 3; } };
template <class F> __global__ void run(F f, int *o) { o[0] = f(o[1]); }
`;
const kernel = (line) => `${BEGIN}__global__ void __launch_bounds__(128) k(int *o)\n{\n    ${line};\n}\nint main() {}\n`;
const host = (line) => `${BEGIN}int main()\n{\n    int *o = nullptr;\n    ${line};\n}\n`;

// Each is compared with cucc, by the lines of errors.
const programs = [
    kernel('o[0] = twice(3)'), kernel('o[0] = variable'), kernel('on_host x(3)'), kernel('auto l = [=](int n) { return twice(n); }; o[0] = l(3)'),
    kernel('o[0] = rand()'), kernel('o[0] = o[1] ? std::rand() : 3'), kernel('if (o[0] < 0) { exit(1); }'),
    kernel(['std::sort(o, o + 3)', 'std::swap(o[0], o[1])', 'o[0] = new std::vector<int>(3) != nullptr', 'std::fill(o, o + 3, 0)', 'o[0] = std::min(o[1], 2)',
        'o[0] = cube(o[1])', 'o[0] = std::numeric_limits<int>::max()', 'puts("x")', 'fprintf(stdout, "x")', 'o[0] = strlen("abc")',
        'o[0] = memcmp(o, o + 1, 4)', 'abort()'].join(';\n    ')),
    kernel('o[0] = elsewhere(1)'),
    host('run<<<1, 1>>>(functor(), o)'), host('return thrice(3)'), host('return square(3)'), host('return on_device().get()'),
    '__global__ void k(int *o) { *o = 3; }\nint main()\n{\n    printf("done");\n}\n',
    '#include <cuda_runtime.h>\n#include <math.h>\nint main()\n{\n    fprintf(stderr, "done");\n}\n',
    // and these are right
    kernel('o[0] = thrice(2) + half(3) + square(4) + on_device().get() + limits[0] + counter + shared_by_all + width + (int)eps'),
    kernel('o[0] = abs(o[1]) + max(1, 2) + (int)sqrtf(o[2]); memcpy(o, o + 4, 8); free(malloc(4)); int *p = new int; delete p; delete[] new int[3]; printf("%d", o[0]); assert(o[0] == 3)'),
    kernel('o[0] = std::move(o[1]) + std::forward<int>(o[2]) + std::abs(o[3]) + (int)(std::sqrt(2.0f) + std::pow(2.0f, 3) + std::fmax(o[4], 2.0f)); for (int n : {1, 2}) o[n] = std::isnan(1.0f)'),
    kernel('__shared__ int tile[32]; tile[threadIdx.x] = o[0]; __syncthreads(); atomicAdd(o, tile[31 - threadIdx.x] + blockDim.x * warpSize)'),
    kernel('constexpr int n = 4; const int m = 2; float a[n * m]; const int &r = n; auto f = [&] { return n + r; }; a[0] = 1; o[0] = a[0] + f()'),
    host('run<<<1, 1>>>(functor(), o)').replace('int operator', '__device__ int operator'),
    host('cudaMemcpyToSymbol(counter, &variable, 4); shared_by_all = half(twice(2)); return std::max(1, 2) + width'),
    host('srand(3); std::vector<int> v(3); std::sort(v.begin(), v.end()); std::swap(v[0], v[1]); puts("x"); return std::min(v[0], cube(rand()))'),
    '#include <cuda_runtime.h>\n// printf("x")\nconst char *text = "printf(3)";\nint main() {}\n',
];

// Only the playground says these.
const long = 'long and size_t have 32 bits in the playground';
const said = [
    ['#include <cstdio>\nint main()\n{\n    printf("%ld", 3000000000L);\n}\n', [`4: warning: ${long}`]],
    ['int main()\n{\n    long n = 1L << 40;\n    size_t m = 5000000000;\n    return n == m;\n}\n', [`3: warning: ${long}`, `4: warning: ${long}`]],
    ['long narrowed(long long n)\n{\n    int m = n;\n    return n + m;\n}\nint main() {}\n', [`4: warning: ${long}`]],
    ['#include <cstdio>\nint main()\n{\n    printf("%d", 1.5);\n}\n', ['4: warning: format specifies']],
    ['int nowhere(int n);\nint main()\n{\n    return nowhere(3);\n}\n', ['4: error: undefined reference to "nowhere(int)"']],
    ['int main()\n{\n    return N - ZERO;\n}\n', [], ['-DN=3', 'ZERO=0']],
    ['int main() {}\n', ['error: "-O2" is no macro'], ['-O2']],
    [kernel('o[0] = std::min(o[1], 2) + cube(o[2])'), [], ['--expt-relaxed-constexpr']],
];

const work = mkdtempSync(join(tmpdir(), 'playground.')), file = join(work, 'x.cu');
process.on('exit', () => rmSync(work, { recursive: true }));
const packages = join(build, 'playground.npm/node_modules'), folder = join(build, 'playground.device');
const toolchain = await toolchainInNode(packages, readFileSync(join(folder, 'rewrite.wasm')));
const device = deviceOf(new Map(await deviceFiles(folder, packages)), 'device/');
const errorsIn = (text) => [...new Set(Array.from(text.matchAll(/\bx\.cu:(\d+):\d+: (?:fatal )?error: /g), (found) => +found[1]))].sort((one, other) => one - other).join();

function byCucc(source) {
    writeFileSync(file, source);
    const { status, stderr } = spawnSync(cucc, ['-w', '-o', join(work, 'x'), file], { encoding: 'utf8', cwd: work });
    return status === 0 ? 'compiles' : `errors in lines ${errorsIn(stderr)}`;
}

let failed = 0;
function expect(is, source, text) {
    if (!is)
        console.log(`FAILED: ${text}, of:\n${source}`);
    failed += !is;
}

for (const source of programs) {
    const { ok, text } = await compile({ toolchain, device, name: 'x/x.cu', source });
    const wanted = byCucc(source), got = ok ? 'compiles' : `errors in lines ${errorsIn(text)}`;
    expect(got === wanted, source, `the playground: ${got}, and cucc: ${wanted}; it says:\n${text}`);
}
for (const [source, wanted, defines] of said) {
    const { ok, text } = await compile({ toolchain, device, name: 'x/x.cu', source, defines });
    const got = Array.from(text.matchAll(/^(?:x\/x\.cu:(\d+):\d+: )?((?:error|warning): .*)$/gm), ([, line, message]) => line ? `${line}: ${message}` : message);
    expect(ok === !wanted.some((message) => message.includes('error: ')) && got.length === wanted.length && wanted.every((message, i) => got[i].startsWith(message)), source, `it says ${got.join('; ') || 'nothing'}`);
}
console.log(`${programs.length + said.length - failed} as expected, ${failed} different`);
process.exit(failed > 0 ? 1 : 0);
