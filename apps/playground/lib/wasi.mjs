// SPDX-License-Identifier: MIT
// The part of WASI (preview 1) that a program here needs: arguments, clocks, output, and files in memory.

const success = 0, badf = 8, exist = 20, inval = 28, noent = 44, nosys = 52;
const rights = 0x1fffffffn, directory = 3, regular = 4, device = 2;
const encoder = new TextEncoder(), decoder = new TextDecoder();

export class Exit extends Error {
    constructor(status) {
        super(`exit ${status}`);
        this.status = status;
    }
}

// files: a Map from whole paths ("/program/lines") to Uint8Array; what the program writes is put into it. channel: a text
// that it reads from descriptor 7; what it writes there becomes the file /channel.
// write(fd, bytes): what it prints. read(size): standard input; null at its end.
export class Wasi {
    constructor({ args = ['a.out'], environment = {}, files = new Map(), channel = null, write, read = () => null }) {
        this.args = args.map((a) => encoder.encode(a + '\0'));
        this.environment = Object.entries(environment).map(([name, value]) => encoder.encode(`${name}=${value}\0`));
        this.files = files;
        this.write = write;
        this.read = read;
        this.open = new Map([[0, { device: true }], [1, { device: true }], [2, { device: true }],
            [3, { folder: '/' }]]);
        if (channel !== null) {
            files.set('/channel', new Uint8Array(0));
            this.open.set(7, { path: '/channel', append: true, at: 0, input: encoder.encode(channel) });
        }
        this.started = performance.now();
        const self = this;
        this.imports = Object.fromEntries(Object.getOwnPropertyNames(Wasi.prototype)
            .filter((name) => /^(args|environ|clock|fd|path|poll|proc|random|sched)_/.test(name))
            .map((name) => [name, (...given) => self[name](...given)]));
    }

    // What a module imports, with an answer of "no such function" for the rest.
    importsFor(module) {
        const all = { ...this.imports };
        for (const { module: from, name } of WebAssembly.Module.imports(module))
            if (from === 'wasi_snapshot_preview1' && !(name in all))
                all[name] = () => nosys;
        return all;
    }

    get view() {
        return new DataView(this.memory.buffer);
    }
    bytes(at, size) {
        return new Uint8Array(this.memory.buffer, at, size);
    }
    text(at, size) {
        return decoder.decode(this.bytes(at, size).slice());
    }

    list(all, pointers, at) {
        for (const bytes of all) {
            this.view.setUint32(pointers, at, true);
            this.bytes(at, bytes.length).set(bytes);
            pointers += 4;
            at += bytes.length;
        }
        return success;
    }
    sizes(all, count, size) {
        this.view.setUint32(count, all.length, true);
        this.view.setUint32(size, all.reduce((sum, bytes) => sum + bytes.length, 0), true);
        return success;
    }
    args_get(pointers, at) {
        return this.list(this.args, pointers, at);
    }
    args_sizes_get(count, size) {
        return this.sizes(this.args, count, size);
    }
    environ_get(pointers, at) {
        return this.list(this.environment, pointers, at);
    }
    environ_sizes_get(count, size) {
        return this.sizes(this.environment, count, size);
    }

    clock_res_get(clock, at) {
        this.view.setBigUint64(at, 1000n, true);
        return success;
    }
    clock_time_get(clock, precision, at) {
        const milliseconds = clock === 0 ? Date.now() : performance.now() - this.started;
        this.view.setBigUint64(at, BigInt(Math.round(milliseconds * 1e6)), true);
        return success;
    }
    // A program that waits is alone, so the time passes at once.
    poll_oneoff(subscriptions, events, count, result) {
        for (let i = 0; i < count; ++i) {
            this.bytes(events + 32 * i, 32).fill(0);
            this.view.setBigUint64(events + 32 * i, this.view.getBigUint64(subscriptions + 48 * i, true), true);
            this.view.setUint8(events + 32 * i + 10, this.view.getUint8(subscriptions + 48 * i + 8));
        }
        this.view.setUint32(result, count, true);
        return success;
    }
    proc_exit(status) {
        throw new Exit(status);
    }
    sched_yield() {
        return success;
    }
    random_get(at, size) {
        for (let done = 0; done < size; done += 65536)
            crypto.getRandomValues(this.bytes(at + done, Math.min(65536, size - done)));
        return success;
    }

    // --- files ---

    fd_close(fd) {
        return this.open.delete(fd) ? success : badf;
    }
    fd_fdstat_get(fd, at) {
        const f = this.open.get(fd);
        if (!f)
            return badf;
        this.bytes(at, 24).fill(0);
        this.view.setUint8(at, f.device ? device : f.folder !== undefined ? directory : regular);
        this.view.setUint16(at + 2, f.append ? 1 : 0, true);
        this.view.setBigUint64(at + 8, rights, true);
        this.view.setBigUint64(at + 16, rights, true);
        return success;
    }
    fd_fdstat_set_flags() {
        return success;
    }
    fd_prestat_get(fd, at) {
        if (fd !== 3)
            return badf;
        this.view.setUint32(at, 0, true);
        this.view.setUint32(at + 4, 1, true);
        return success;
    }
    fd_prestat_dir_name(fd, at) {
        this.bytes(at, 1).set(encoder.encode('/'));
        return success;
    }
    stat(at, type, size) {
        this.bytes(at, 64).fill(0);
        this.view.setUint8(at + 16, type);
        this.view.setBigUint64(at + 24, 1n, true);
        this.view.setBigUint64(at + 32, BigInt(size), true);
        return success;
    }
    fd_filestat_get(fd, at) {
        const f = this.open.get(fd);
        if (!f)
            return badf;
        return this.stat(at, f.device ? device : f.folder !== undefined ? directory : regular,
            f.path ? this.files.get(f.path).length : 0);
    }
    path_of(fd, at, size) {
        const parts = [];
        for (const part of this.text(at, size).split('/'))
            if (part === '..')
                parts.pop();
            else if (part !== '' && part !== '.')
                parts.push(part);
        return '/' + parts.join('/');
    }
    is_folder(path) {
        return path === '/' || [...this.files.keys()].some((name) => name.startsWith(path + '/'));
    }
    path_filestat_get(fd, flags, path, size, at) {
        const name = this.path_of(fd, path, size);
        if (this.files.has(name))
            return this.stat(at, regular, this.files.get(name).length);
        return this.is_folder(name) ? this.stat(at, directory, 0) : noent;
    }
    path_readlink(fd, path, size) {
        const name = this.path_of(fd, path, size);
        return this.files.has(name) || this.is_folder(name) ? inval : noent; // there are no links
    }
    path_open(fd, lookup, path, size, flags, base, inheriting, fdflags, result) {
        const name = this.path_of(fd, path, size), create = flags & 1, exclusive = flags & 4, truncate = flags & 8;
        const next = Math.max(...this.open.keys()) + 1;
        if (!this.files.has(name) && this.is_folder(name)) {
            this.open.set(next, { folder: name });
        } else {
            if (!this.files.has(name) && !create)
                return noent;
            if (this.files.has(name) && exclusive)
                return exist;
            if (!this.files.has(name) || truncate)
                this.files.set(name, new Uint8Array(0));
            this.open.set(next, { path: name, at: 0, append: fdflags & 1 });
        }
        this.view.setUint32(result, next, true);
        return success;
    }
    path_unlink_file(fd, path, size) {
        return this.files.delete(this.path_of(fd, path, size)) ? success : noent;
    }
    path_rename(fd, from, fromSize, toFd, to, toSize) {
        const name = this.path_of(fd, from, fromSize);
        if (!this.files.has(name))
            return noent;
        this.files.set(this.path_of(toFd, to, toSize), this.files.get(name));
        this.files.delete(name);
        return success;
    }
    fd_seek(fd, offset, whence, result) {
        const f = this.open.get(fd);
        if (!f || !f.path)
            return f ? 70 : badf; // ESPIPE
        const from = [0, f.at, this.files.get(f.path).length][whence];
        if (from + Number(offset) < 0)
            return inval;
        f.at = from + Number(offset);
        this.view.setBigUint64(result, BigInt(f.at), true);
        return success;
    }
    // Calls take(bytes) for each part, which returns how much it took.
    vectors(at, count, result, take) {
        let sum = 0;
        for (let i = 0; i < count; ++i) {
            const size = this.view.getUint32(at + 8 * i + 4, true);
            const done = take(this.bytes(this.view.getUint32(at + 8 * i, true), size));
            sum += done;
            if (done < size)
                break;
        }
        this.view.setUint32(result, sum, true);
        return success;
    }
    fd_read(fd, at, count, result) {
        const f = this.open.get(fd);
        if (!f)
            return badf;
        return this.vectors(at, count, result, (to) => {
            const from = f.input ? f.input.subarray(f.at, f.at + to.length) : f.path ? this.files.get(f.path).subarray(f.at, f.at + to.length) : this.read(to.length);
            if (!from)
                return 0;
            to.set(from);
            f.at += from.length;
            return from.length;
        });
    }
    fd_write(fd, at, count, result) {
        const f = this.open.get(fd);
        if (!f)
            return badf;
        return this.vectors(at, count, result, (from) => {
            if (!f.path) {
                this.write(fd, from.slice());
                return from.length;
            }
            const old = this.files.get(f.path), begin = f.append ? old.length : f.at;
            const all = new Uint8Array(Math.max(old.length, begin + from.length));
            all.set(old);
            all.set(from, begin);
            this.files.set(f.path, all);
            f.at = begin + from.length;
            return from.length;
        });
    }
}
