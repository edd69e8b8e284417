// SPDX-License-Identifier: MIT
// Between linker and asyncify: gives a module what only its file knows.
//
// A module cannot read where a call returns to. So each call of a function that asks for that (it calls the import
// cpu_device.return_address) sets a variable first, to the address that the debug information has for the end of the
// call; the function keeps it when it begins. The table of these addresses, the symbols and the debug information
// become files of the program (cpu_device/src/platform/wasm/program_file.h).
//
// The names of functions are those of the module's section "name"; variables are in the linker's map. (--emit-relocs would
// keep all symbols, but the package's linker fails with it.)

const decoder = new TextDecoder();

class Reader {
    constructor(bytes, at = 0) {
        this.bytes = bytes;
        this.at = at;
    }
    byte() {
        return this.bytes[this.at++];
    }
    number() { // LEB128, unsigned
        let value = 0, factor = 1, byte;
        do {
            byte = this.bytes[this.at++];
            value += (byte & 0x7f) * factor;
            factor *= 128;
        } while (byte & 0x80);
        return value;
    }
    skipNumber() {
        while (this.bytes[this.at++] & 0x80);
    }
    slice(size) {
        this.at += size;
        return this.bytes.subarray(this.at - size, this.at);
    }
    text() {
        return decoder.decode(this.slice(this.number()));
    }
}

function leb(value) {
    const bytes = [];
    do {
        bytes.push(value % 128 + (value >= 128 ? 128 : 0));
        value = Math.floor(value / 128);
    } while (value > 0);
    return bytes;
}

function signedLeb(value) {
    const bytes = [];
    for (;;) {
        const byte = value & 0x7f;
        value >>= 7;
        if ((value === 0 && !(byte & 0x40)) || (value === -1 && byte & 0x40))
            return [...bytes, byte];
        bytes.push(byte | 0x80);
    }
}

// The sections, as {id, name, begin, end} of their content.
function sectionsOf(bytes) {
    const reader = new Reader(bytes, 8), all = [];
    while (reader.at < bytes.length) {
        const id = reader.byte(), size = reader.number(), end = reader.at + size;
        const section = { id, begin: reader.at, end, name: '' };
        if (id === 0) {
            section.name = reader.text();
            section.begin = reader.at;
        }
        all.push(section);
        reader.at = end;
    }
    return all;
}

function skipLimits(reader) {
    const flags = reader.byte();
    reader.skipNumber();
    if (flags & 1)
        reader.skipNumber();
}

function readImports(reader) {
    const functions = [];
    let globals = 0;
    for (let left = reader.number(); left > 0; --left) {
        const from = reader.text(), name = reader.text();
        switch (reader.byte()) {
        case 0: functions.push({ from, name, type: reader.number() }); break;
        case 1: reader.byte(); skipLimits(reader); break;
        case 2: skipLimits(reader); break;
        case 3: reader.byte(); reader.byte(); ++globals; break;
        default: reader.byte(); reader.skipNumber();
        }
    }
    return { functions, globals };
}

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

// The calls in a body: {at, end, callee}. Sets body.code, where the instructions begin, and body.locals.
function callsIn(bytes, body) {
    const reader = new Reader(bytes, body.begin), calls = [];
    body.groups = reader.number();
    body.groupsEnd = reader.at;
    body.locals = 0;
    for (let left = body.groups; left > 0; --left) {
        body.locals += reader.number();
        reader.byte();
    }
    body.code = reader.at;
    while (reader.at < body.end) {
        const at = reader.at, callee = skipInstruction(reader);
        if (callee >= 0)
            calls.push({ at, end: reader.at, callee });
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

class Output {
    constructor() {
        this.parts = [];
        this.size = 0;
    }
    add(bytes) {
        this.parts.push(bytes);
        this.size += bytes.length;
    }
    join() {
        const all = new Uint8Array(this.size);
        let at = 0;
        for (const part of this.parts) {
            all.set(part, at);
            at += part.length;
        }
        return all;
    }
}

// A body whose calls of `asking` functions tell where they return to; and, if it is one itself, which keeps that.
function rewriteBody(bytes, body, calls, asks, site, { asking, returnAddress, parameters, codeBegin, addresses }) {
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
            out.add([0x41, ...signedLeb(address), 0x24, ...leb(site)]);
            out.add(bytes.subarray(call.at, call.end));
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

// Returns {module, addresses, files}: the module to go on with; the addresses whose lines the program may ask for;
// and, as a Map from path to bytes, what it reads of itself, but for these lines.
export function numberCallSites(bytes, map) {
    const sections = sectionsOf(bytes);
    const find = (id, name = '') => sections.find((s) => s.id === id && s.name === name);
    const imports = readImports(new Reader(bytes, find(2).begin));
    const imported = imports.functions.length;
    const returnAddress = imports.functions.findIndex((f) => f.from === 'cpu_device' && f.name === 'return_address');
    const parametersOfType = parametersOf(bytes, find(1));
    const typesReader = new Reader(bytes, find(3).begin), types = [];
    for (let left = typesReader.number(); left > 0; --left)
        types.push(typesReader.number());
    const code = find(10), bodies = bodiesOf(bytes, code);
    const calls = bodies.map((body) => callsIn(bytes, body));
    const asking = new Set();
    calls.forEach((all, i) => {
        if (all.some((call) => call.callee === returnAddress))
            asking.add(imported + i);
    });
    const globals = find(6), globalsReader = new Reader(bytes, globals.begin), globalCount = globalsReader.number();
    const site = imports.globals + globalCount, addresses = [];

    const out = new Output();
    out.add(bytes.subarray(0, 8));
    const addSection = (id, parts) => {
        const size = parts.reduce((sum, part) => sum + part.length, 0);
        out.add([id, ...leb(size)]);
        parts.forEach((part) => out.add(part));
    };
    for (const section of sections) {
        if (section === code) {
            const parts = [leb(bodies.length)];
            bodies.forEach((body, i) => {
                const changed = rewriteBody(bytes, body, calls[i], asking.has(imported + i), site,
                    { asking, returnAddress, parameters: parametersOfType[types[i]], codeBegin: code.begin, addresses });
                parts.push(leb(changed.length), changed);
            });
            addSection(10, parts);
        } else if (section === globals) {
            addSection(6, [leb(globalCount + 1), bytes.subarray(globalsReader.at, globals.end),
                [0x7f, 1, 0x41, 0, 0x0b]]);
        } else if (section.id !== 0) {
            addSection(section.id, [bytes.subarray(section.begin, section.end)]);
        } else if (section.name === 'target_features') {
            const name = new TextEncoder().encode(section.name);
            addSection(0, [leb(name.length), name, bytes.subarray(section.begin, section.end)]);
        }
    }
    return { module: out.join(), addresses, files: filesOf(bytes, find, sections, map) };
}

function filesOf(bytes, find, sections, map) {
    const files = new Map();
    for (const section of sections)
        if (section.id === 0 && section.name.startsWith('.debug_'))
            files.set('/program/debug/' + section.name, bytes.slice(section.begin, section.end));
    const functions = readFunctions(bytes, find(0, 'name'));
    const table = readTable(bytes, find(9));
    const lines = functions.filter(({ index }) => table.has(index)).map((f) => `f${table.get(f.index)} ${f.name}\n`);
    for (const { name, address, size } of readVariables(map))
        if (size > 0)
            lines.push(`v${address} ${size} ${name}\n`);
    files.set('/program/symbols', new TextEncoder().encode(lines.join('')));
    return files;
}
