// SPDX-License-Identifier: MIT
// Reading and writing WebAssembly's binary format.

const decoder = new TextDecoder();

export class Reader {
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
    signedNumber() { // of 32 bits
        let value = 0, shift = 0, byte;
        do {
            byte = this.bytes[this.at++];
            value |= (byte & 0x7f) << shift;
            shift += 7;
        } while (byte & 0x80);
        return shift < 32 && byte & 0x40 ? value | -1 << shift : value;
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

export function leb(value) {
    const bytes = [];
    do {
        bytes.push(value % 128 + (value >= 128 ? 128 : 0));
        value = Math.floor(value / 128);
    } while (value > 0);
    return bytes;
}

export function signedLeb(value) {
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
export function sectionsOf(bytes) {
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

export class Output {
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
