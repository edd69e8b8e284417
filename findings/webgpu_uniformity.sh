#!/bin/sh
# SPDX-License-Identifier: MIT
# Dawn's WGSL compiler (npm, webgpu 0.6.2, its null backend): which barriers and races it refuses.
#
# The guess: a barrier that every invocation reaches is accepted, as nvcc accepts it; and a compiler that looks so closely at
# barriers also sees that one is missing.
# Seen: `if (i < 64) { workgroupBarrier(); }` in a group of 64 is refused, and so is a barrier in each arm of an `if`, or under
# a value read from a storage buffer, whatever that value is. A read of what another invocation has just stored in workgroup
# memory, with no barrier at all, is accepted without a word.
set -u
work=$(mktemp -d) && cd "$work" || exit 2
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --prefix . webgpu@0.6.2 >log 2>&1 || { cat log && exit 2; }
cat >shaders.mjs <<'JS'
import { create, globals } from 'webgpu';
Object.assign(globalThis, globals);
const adapter = await create(['backend=null']).requestAdapter();
const device = await adapter.requestDevice();
const memory = '@group(0) @binding(0) var<storage, read_write> out: array<u32>; var<workgroup> shared_: array<u32, 64>;';
const main = body => `${memory} @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32,
    @builtin(workgroup_id) group: vec3u) { ${body} }`;
for (const [name, body] of Object.entries({
    all_reach_it: 'if (i < 64u) { workgroupBarrier(); }',
    both_arms: 'if (i > 7u) { workgroupBarrier(); } else { workgroupBarrier(); }',
    by_buffer: 'if (out[0] > 7u) { workgroupBarrier(); }',
    by_group: 'if (group.x > 7u) { workgroupBarrier(); }',
    race: 'shared_[i] = i; out[i] = shared_[63u - i];',
})) {
    device.pushErrorScope('validation');
    device.createShaderModule({ code: main(body) });
    const error = await device.popErrorScope();
    console.log(name, error ? 'refused' : 'accepted');
}
process.exit(0);
JS
timeout 60 node shaders.mjs >seen 2>log || { cat log && exit 2; }
cat seen
printf 'all_reach_it refused\nboth_arms refused\nby_buffer refused\nby_group accepted\nrace accepted\n' | cmp -s - seen
