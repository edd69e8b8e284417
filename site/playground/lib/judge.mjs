// SPDX-License-Identifier: MIT
// How an exercise is judged: by the runs, orders of the warps and settings of ./run check
// (exercises/judging/submission.c), which are right or not. Here there is one core, so the blocks are never on several.
export const RUNS = 5;

// inputs: a number up to 1000000, from which the orders come, so that no solution can be made for them. Run 0 has the warps in
// their own order.
export function orderOfRun(inputs, run) {
    if (run === 0)
        return 0;
    const whole = (x) => BigInt.asUintN(64, x);
    let x = whole(whole(BigInt(inputs) * 0x9e3779b97f4a7c15n + BigInt(run)) * 0xbf58476d1ce4e5b9n);
    x = whole((x ^ x >> 29n) * 0x94d049bb133111ebn);
    return Number((x ^ x >> 32n) % 99999n) + 1;
}

export function settingsOfRun(order) {
    return { CPU_DEVICE_SEED: String(order), CPU_DEVICE_SAME_VALUE: 'report', CPU_DEVICE_LEAKS: 'error' };
}

// What a right solution has printed, in the judge's words.
export function passedBy(output) {
    const cases = /^right: (\d+ cases?)$/m.exec(output);
    return cases && `Passed: ${cases[1]}, each with ${RUNS} orders of the warps; no races, no bad accesses, no leaks.`;
}
