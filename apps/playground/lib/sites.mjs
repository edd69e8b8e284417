// SPDX-License-Identifier: MIT
// Between linker and asyncify: gives a module what only its file knows.
//
// The device's library is a module of its own, which is made once. A program's module shares its memory, its table of
// functions and its stack: the linker leaves room for the library's data, and calls of the library are imports.
//
// A module cannot read where a call returns to. So each call of a function that asks for that (it calls the import
// cpu_device.return_address) sets a variable first, to the address that the debug information has for the end of the
// call; the function keeps it when it begins. The table of these addresses, the symbols and the debug information
// become files of the program (cpu_device/src/platform/wasm/program_file.h).
//
// The names of functions are those of the module's section "name"; variables are in the linker's map. (--emit-relocs would
// keep all symbols, but the package's linker fails with it.)

import { leb, Output, Reader, sectionsOf, signedLeb } from './wasm.mjs';

const FUNCTION = 0, GLOBAL = 3, I32 = 0x7f, CHANGES = 1; // as the format has them
const encoder = new TextEncoder();
const text = (t) => [...leb(encoder.encode(t).length), ...encoder.encode(t)];

// Returns the least size.
function readLimits(reader) {
    const flags = reader.byte(), least = reader.number();
    if (flags & 1)
        reader.skipNumber();
    return least;
}

function readImports(reader) {
    const functions = [];
    let globals = 0, table = 0;
    for (let left = reader.number(); left > 0; --left) {
        const from = reader.text(), name = reader.text();
        switch (reader.byte()) {
        case 0: functions.push({ from, name, type: reader.number() }); break;
        case 1: reader.byte(); table = readLimits(reader); break;
        case 2: readLimits(reader); break;
        case 3: reader.byte(); reader.byte(); ++globals; break;
        default: reader.byte(); reader.skipNumber();
        }
    }
    return { functions, globals, table };
}

function readExports(reader) {
    const all = [];
    for (let left = reader.number(); left > 0; --left)
        all.push({ name: reader.text(), kind: reader.byte(), index: reader.number() });
    return all;
}

// Those that begin as a number: {changes, value}.
function readGlobals(reader) {
    const all = [];
    for (let left = reader.number(); left > 0; --left) {
        reader.byte();
        const changes = reader.byte() === CHANGES;
        if (reader.byte() !== 0x41)
            throw new Error('an unknown kind of variable');
        all.push({ changes, value: reader.signedNumber() });
        reader.byte();
    }
    return all;
}

// Divisions end a WebAssembly program where a GPU goes on. A program calls these of the library instead
// (cpu_device/src/run/wasm/division.cpp), by the instruction's number.
const divisions = new Map(['32', '64'].flatMap((bits, i) => ['quotient_s', 'quotient_u', 'rest_s', 'rest_u']
    .map((name, k) => [(i === 0 ? 0x6d : 0x7f) + k, `cpu_device_${name}${bits}`])));

// Goes past one instruction; returns the function that it calls, -1 for any other instruction.
function skipInstruction(reader) {
    const op = reader.byte();
    if (op === 0x10)
        return reader.number();
    if (op >= 0x28 && op <= 0x3e) { // memory
        reader.skipNumber();
        reader.skipNumber();
        return -1;
    }
    switch (op) {
    case 0x02: case 0x03: case 0x04: // blocks
    case 0x0c: case 0x0d: // branches
    case 0x20: case 0x21: case 0x22: case 0x23: case 0x24: case 0x25: case 0x26: // variables, tables
    case 0x3f: case 0x40: case 0x41: case 0x42: case 0xd0: case 0xd2: reader.skipNumber(); break;
    case 0x0e:
        for (let left = reader.number(); left >= 0; --left)
            reader.skipNumber();
        break;
    case 0x11: reader.skipNumber(); reader.skipNumber(); break;
    case 0x1c:
        for (let left = reader.number(); left > 0; --left)
            reader.byte();
        break;
    case 0x43: reader.at += 4; break;
    case 0x44: reader.at += 8; break;
    case 0xfc: {
        const more = reader.number();
        if (more === 8 || more === 10 || more === 12 || more === 14)
            reader.skipNumber();
        if (more >= 8)
            reader.skipNumber();
        break;
    }
    case 0xfd: case 0xfe: throw new Error('the module has vector or thread instructions');
    }
    return -1;
}

function bodiesOf(bytes, section) {
    const reader = new Reader(bytes, section.begin), all = [];
    for (let left = reader.number(); left > 0; --left) {
        const size = reader.number();
        all.push({ begin: reader.at, end: reader.at + size });
        reader.at += size;
    }
    return all;
}

// A constant other than 0 and -1 is at an instruction.
function isOrdinaryConstant(bytes, at) {
    return (bytes[at] === 0x41 || bytes[at] === 0x42) && bytes[at + 1] !== 0 && bytes[at + 1] !== 0x7f;
}

// The calls in a body: {at, end, callee, part}; divisions, by `dividing` (from an instruction to the function that is called
// instead), have `instead`. A part is what no loop begins or ends in: each of its calls is made once at most before the next part.
// Sets body.code, where the instructions begin, and body.locals.
function callsIn(bytes, body, dividing) {
    const reader = new Reader(bytes, body.begin), calls = [], open = [];
    let part = 0;
    body.groups = reader.number();
    body.groupsEnd = reader.at;
    body.locals = 0;
    for (let left = body.groups; left > 0; --left) {
        body.locals += reader.number();
        reader.byte();
    }
    body.code = reader.at;
    for (let before = reader.at; reader.at < body.end;) {
        const at = reader.at, op = bytes[at], callee = skipInstruction(reader);
        if (op >= 0x02 && op <= 0x04)
            open.push(op);
        if (op === 0x03 || (op === 0x0b && open.pop() === 0x03))
            ++part;
        if (callee >= 0)
            calls.push({ at, end: reader.at, callee, part });
        else if (dividing.has(op) && !isOrdinaryConstant(bytes, before))
            calls.push({ at, end: reader.at, callee: dividing.get(op), instead: true, part });
        before = at;
    }
    return calls;
}

// The parameters of each type.
function parametersOf(bytes, section) {
    const reader = new Reader(bytes, section.begin), all = [];
    for (let left = reader.number(); left > 0; --left) {
        reader.byte();
        const parameters = reader.number();
        reader.at += parameters;
        reader.slice(reader.number());
        all.push(parameters);
    }
    return all;
}

function readsGlobal(bytes, body, global) {
    const reader = new Reader(bytes, body.begin);
    for (let left = reader.number(); left > 0; --left) {
        reader.skipNumber();
        reader.byte();
    }
    while (reader.at < body.end) {
        const at = reader.at;
        skipInstruction(reader);
        if (bytes[at] === 0x23 && new Reader(bytes, at + 1).number() === global)
            return true;
    }
    return false;
}

// A body whose calls of `asking` functions tell where they return to; and, if it is one itself, which keeps that.
function rewriteBody(bytes, body, calls, asks, site, { asking, returnAddress, parameters, base, codeBegin, addresses }) {
    const out = new Output(), kept = parameters + body.locals;
    out.add(bytes.subarray(body.begin, asks ? body.begin : body.code));
    if (asks) {
        out.add(leb(body.groups + 1));
        out.add(bytes.subarray(body.groupsEnd, body.code));
        out.add([1, 0x7f, 0x23, ...leb(site), 0x21, ...leb(kept)]);
    }
    let at = body.code;
    for (const call of calls) {
        if (call.callee !== returnAddress && !asking.has(call.callee))
            continue;
        out.add(bytes.subarray(at, call.at));
        at = call.end;
        if (call.callee === returnAddress) {
            out.add([0x20, ...leb(kept)]);
        } else {
            const address = call.end - codeBegin;
            addresses.push(address);
            out.add([0x41, ...signedLeb(base + address), 0x24, ...leb(site)]);
            out.add(call.instead ? [0x10, ...leb(call.callee)] : bytes.subarray(call.at, call.end));
        }
    }
    out.add(bytes.subarray(at, body.end));
    return out.join();
}

// The functions that the custom section "name" has: {name, index}.
function readFunctions(bytes, section) {
    const reader = new Reader(bytes, section.begin), functions = [];
    while (reader.at < section.end) {
        const kind = reader.byte(), end = reader.number() + reader.at;
        if (kind === 1)
            for (let left = reader.number(); left > 0; --left) {
                const index = reader.number();
                functions.push({ name: reader.text(), index });
            }
        reader.at = end;
    }
    return functions;
}

// The variables of the linker's map, where each has a line: address, offset in the file, size, and, far to the right, the name.
function readVariables(map) {
    return [...map.matchAll(/^ *([0-9a-f]+) +[0-9a-f]+ +([0-9a-f]+) {16,}(\S+)$/gm)]
        .map(([, address, size, name]) => ({ name, address: parseInt(address, 16), size: parseInt(size, 16) }));
}

// The functions by their places in the table.
function readTable(bytes, section) {
    const reader = new Reader(bytes, section.begin), all = new Map();
    for (let left = reader.number(); left > 0; --left) {
        const flags = reader.number();
        if (flags !== 0)
            throw new Error('an unknown kind of table');
        reader.byte();
        const first = reader.number();
        reader.byte();
        for (let count = reader.number(), i = 0; i < count; ++i) {
            const index = reader.number();
            if (!all.has(index))
                all.set(index, first + i);
        }
    }
    return all;
}

// Where the addresses begin that a program sees as those of calls: those of the program, and those of the library, which
// are behind them (check/history.h keeps the former in less room).
export const programAddresses = (library) => library.begin;
const libraryAddresses = 1 << 20;

// The module of a program has two variables, which the library shares with it: the stack's end, which the linker makes, and
// this one, the address of a call.
const siteOfPrograms = 1;

class Numbering {
    constructor(bytes) {
        this.bytes = bytes;
        this.sections = sectionsOf(bytes);
        this.imports = readImports(new Reader(bytes, this.find(2).begin));
        this.returnAddress = this.imports.functions.findIndex((f) => f.from === 'cpu_device' && f.name === 'return_address');
        this.parametersOfType = parametersOf(bytes, this.find(1));
        const reader = new Reader(bytes, this.find(3).begin);
        this.types = [];
        for (let left = reader.number(); left > 0; --left)
            this.types.push(reader.number());
        this.code = this.find(10);
        this.bodies = bodiesOf(bytes, this.code);
        const place = (name) => this.imports.functions.findIndex((f) => f.from === 'env' && f.name === name);
        const dividing = new Map([...divisions].map(([op, name]) => [op, place(name)]).filter(([, index]) => index >= 0));
        this.calls = this.bodies.map((body) => callsIn(bytes, body, dividing));
        this.asking = new Set();
        this.calls.forEach((all, i) => {
            if (all.some((call) => call.callee === this.returnAddress))
                this.asking.add(this.imports.functions.length + i);
        });
        this.addresses = []; // in the section of code
    }
    find(id, name = '') {
        return this.sections.find((s) => s.id === id && s.name === name);
    }
    reader(id) {
        const section = this.find(id);
        return section ? new Reader(this.bytes, section.begin) : null;
    }
    // The section of code with its calls numbered; addresses begin at `base`.
    numbered(base, site) {
        const parts = [leb(this.bodies.length)], imported = this.imports.functions.length;
        this.bodies.forEach((body, i) => {
            const changed = rewriteBody(this.bytes, body, this.calls[i], this.asking.has(imported + i), site, { ...this, base,
                parameters: this.parametersOfType[this.types[i]], codeBegin: this.code.begin });
            parts.push(leb(changed.length), changed);
        });
        return parts;
    }
    // The module with some sections changed: by their number, a function that returns the parts of the new content, or
    // null for no such section.
    changed(changes) {
        const out = new Output();
        out.add(this.bytes.subarray(0, 8));
        for (const section of this.sections) {
            if (section.id === 0 && section.name !== 'target_features')
                continue;
            const content = this.bytes.subarray(section.begin, section.end);
            const parts = section.id === 0 ? [text(section.name), content] : section.id in changes ? changes[section.id](content) : [content];
            if (parts === null)
                continue;
            out.add([section.id, ...leb(parts.reduce((sum, part) => sum + part.length, 0))]);
            parts.forEach((part) => out.add(part));
        }
        return out.join();
    }
}

// The device's library, as the linker has made it: {module, asking, variables}: the module to go on with, the names of the
// functions that ask where they were called, and the library's variables, [{name, address}].
export function numberLibrary(bytes) {
    const it = new Numbering(bytes), globals = readGlobals(it.reader(6)), all = readExports(it.reader(7));
    const isInternal = ({ name }) => name.includes('10cpu_device'); // in the namespace of that name
    const kept = all.filter((it) => it.kind === GLOBAL ? it.name === '__stack_pointer' : !isInternal(it));
    const module = it.changed({
        10: () => it.numbered(libraryAddresses, globals.length),
        6: (content) => [leb(globals.length + 1), content.subarray(leb(globals.length).length), [I32, CHANGES, 0x41, 0, 0x0b]],
        7: () => [leb(kept.length + 1), ...kept.map(({ name, kind, index }) => [...text(name), kind, ...leb(index)]),
            [...text('call_site'), GLOBAL, ...leb(globals.length)]],
    });
    return {
        module, asking: kept.filter(({ kind, index }) => kind === FUNCTION && it.asking.has(index)).map(({ name }) => name),
        variables: all.filter((v) => v.kind === GLOBAL && !globals[v.index].changes && !isInternal(v))
            .map(({ name, index }) => ({ name, address: globals[index].value })),
    };
}

// The functions of a module that the pass has made such that they can be left and begun again, of those that it exports.
export function suspendingIn(module) {
    const sections = sectionsOf(module), find = (id) => sections.find((s) => s.id === id);
    const reader = (id) => new Reader(module, find(id).begin), imported = readImports(reader(2)).functions.length;
    const all = readExports(reader(7)), state = all.find(({ name }) => name === '__asyncify_state').index;
    const bodies = bodiesOf(module, find(10));
    return all.filter(({ name, kind, index }) => kind === FUNCTION && !name.startsWith('asyncify_') && index >= imported &&
        readsGlobal(module, bodies[index - imported], state)).map(({ name }) => name);
}

// What a plain access of the program calls: 0 for a load, 1 for a store.
const accessesBy = (name = '') => /^__tsan_(unaligned_)?read\d/.test(name) ? [0] : /^__tsan_(unaligned_)?write\d|^__tsan_memset$/.test(name) ? [1]
    : /^__tsan_mem(cpy|move)$/.test(name) ? [0, 1] : [];

// A program, linked by `link` (compile.mjs), whose library is elsewhere. Returns {module, addresses, accesses, files, memory, table,
// missing}: the module to go on with; the addresses whose lines the program may ask for; its plain loads and stores, {address,
// stores: 0 or 1, part: of a function}; as a Map from path to bytes, what it reads of itself, but for these lines and what
// follows from them; the pages and the places of the table that it needs; and what it calls that nobody has.
export function numberCallSites(bytes, map, library) {
    const it = new Numbering(bytes), globals = readGlobals(it.reader(6)), memory = it.reader(5), needs = {};
    if (globals.length !== 1 || it.imports.globals !== 0)
        throw new Error('the program has other variables than expected');
    memory.number();
    memory.byte();
    needs.memory = memory.number();
    needs.table = it.imports.table;
    const imports = (content) => {
        const reader = new Reader(content), count = reader.number();
        return [leb(count + 3), content.subarray(reader.at), [...text('env'), ...text('memory'), 2, 0, ...leb(needs.memory)],
            ...['__stack_pointer', 'call_site'].map((name) => [...text('env'), ...text(name), GLOBAL, I32, CHANGES])];
    };
    it.imports.functions.forEach(({ from, name }, i) => {
        if (from === 'env' && library.askingNames.has(name))
            it.asking.add(i);
    });
    const module = it.changed({
        2: imports, 5: () => null, 6: () => null, 10: () => it.numbered(programAddresses(library), siteOfPrograms),
        11: (content) => dataFrom(library.end, content),
    });
    const accesses = [];
    it.calls.forEach((calls, body) => {
        for (const { end, callee, part } of calls)
            for (const stores of accessesBy(it.imports.functions[callee]?.name))
                accesses.push({ address: end - it.code.begin, stores, part: `${body}.${part}` });
    });
    return {
        module, ...needs, addresses: it.addresses, accesses, files: filesOf(bytes, (id, name) => it.find(id, name), it.sections, map, library),
        missing: it.imports.functions.filter(({ from, name }) => from === 'env' && !library.names.has(name)).map(({ name }) => name),
    };
}

// The section of data without what lies below an address: there the library's own data are.
function dataFrom(end, content) {
    const reader = new Reader(content), parts = [];
    let count = reader.number();
    const left = count;
    for (let i = 0; i < left; ++i) {
        if (reader.number() !== 0 || reader.byte() !== 0x41)
            throw new Error('an unknown kind of data');
        const at = reader.signedNumber();
        reader.byte();
        const bytes = reader.slice(reader.number()), skip = Math.min(Math.max(end - at, 0), bytes.length);
        if (skip === bytes.length)
            --count;
        else
            parts.push([0, 0x41, ...signedLeb(at + skip), 0x0b, ...leb(bytes.length - skip)], bytes.subarray(skip));
    }
    return [leb(count), ...parts];
}

function filesOf(bytes, find, sections, map, library) {
    const files = new Map();
    for (const section of sections)
        if (section.id === 0 && section.name.startsWith('.debug_'))
            files.set('/program/debug/' + section.name, bytes.slice(section.begin, section.end));
    const functions = readFunctions(bytes, find(0, 'name'));
    const table = find(9) ? readTable(bytes, find(9)) : new Map();
    const lines = functions.filter(({ index }) => table.has(index)).map((f) => `f${table.get(f.index)} ${f.name}\n`);
    for (const { name, address, size } of readVariables(map))
        if (size > 0 && address >= library.end)
            lines.push(`v${address} ${size} ${name}\n`);
    files.set('/program/symbols', new TextEncoder().encode(lines.join('')));
    return files;
}
