// SPDX-License-Identifier: MIT
// Runs one program that the playground has compiled, in a thread that can be ended: { status, output, reports, json, said }:
// json is what CPU_DEVICE_REPORT has been given, and said came by the channel; or { failed } where it was broken off.
import { webcrypto } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { execute, Missing } from '../../apps/playground/lib/execute.mjs';

globalThis.crypto ??= webcrypto; // which node 18 does not name
const said = ['', ''], files = new Map(), decoders = [new TextDecoder(), new TextDecoder()];
const write = (fd, bytes) => { said[fd - 1] += decoders[fd - 1].decode(bytes, { stream: true }); };

const ended = await execute({ ...workerData, files, write }).then((status) => ({ status }), (error) => ({ failed: error instanceof Missing ? error.message : error.stack }));
const written = (path) => new TextDecoder().decode(files.get(path) ?? new Uint8Array(0));
parentPort.postMessage({ ...ended, output: said[0], reports: said[1], json: written('/reports.json'), said: written('/channel') });
