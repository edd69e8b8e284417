// SPDX-License-Identifier: MIT
// node chromium.mjs ROOT BUILD [NAME...]: opens and runs programs of the playground in a browser, planted/X and planted/X_fixed,
// or all that its page offers, and compares reports and exit status with those of cucc's programs. Prints what differs.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser, Tab, serve } from './browser.mjs';
import { SECONDS, comparable, linesOf, missingIn, outOfScope, programOf, runProgram } from './peers.mjs';

const [root, build, ...names] = process.argv.slice(2);
const IDLE = "document.body.dataset.ready === 'yes' && !document.getElementById('run').hidden";
const limits = outOfScope(), byChance = new Set(linesOf('by_chance.txt'));
const work = mkdtempSync(join(tmpdir(), 'playground.'));
const settings = { CPU_DEVICE_REPORT: join(work, 'reports.json'), CPU_DEVICE_TRACE: join(work, 'launch.html') }; // the page's
const reportsIn = (text) => comparable(text).split('\n').filter((line) => line.startsWith('=========')).join('\n');

// As the page shows it: { status, reports }.
async function inPage(tab, { stem, defines }) {
    const path = `cpu_device/tests/planted/${defines.length > 0 ? stem.slice(0, -6) : stem}.cu`;
    await tab.evaluate(`location.hash = 'program=${path}'`);
    await tab.until(`document.title.startsWith('${path.replace(/.*\//, '')} ')`);
    await tab.evaluate(`document.getElementById('fixed').checked = ${defines.length > 0}`);
    await tab.click('#run');
    await tab.until(IDLE, 2 * SECONDS);
    const said = await tab.textOf('#status');
    return { status: +(/exit status (\d+)/.exec(said)?.[1] ?? -1), reports: reportsIn(await tab.textOf('#output')), said };
}

async function all(tab) {
    await tab.click('#program');
    const offered = await tab.evaluate("[...document.querySelectorAll('#list a')].map((a) => a.hash.slice('#program='.length))");
    await tab.evaluate("document.getElementById('picker').close()");
    const planted = offered.map((path) => /^cpu_device\/tests\/(planted\/.*)\.cu$/.exec(path)?.[1]).filter((name) => name !== undefined);
    return planted.flatMap((name) => existsSync(join(build, 'cpu', `${name}_fixed`)) ? [name, `${name}_fixed`] : [name]);
}

// What the page says itself that it does not do is left out.
const isLeftOut = ({ name }) => limits.has(name);

let same = 0, leftOut = 0, different = 0;
const site = await serve(join(build, 'playground')), browser = new Browser();
const tab = await Tab.open(browser, 1280, 800);
await tab.go(`${site.url}/index.html`);
await tab.until(IDLE, 300);
for (const name of names.length > 0 ? names : await all(tab)) {
    const program = programOf(root, name);
    if (isLeftOut(program)) {
        ++leftOut;
        continue;
    }
    const got = await inPage(tab, program), by = runProgram(join(build, 'cpu', name), { ...program.environment, ...settings }, work);
    const wanted = reportsIn(by.reports ?? by.missing);
    if (byChance.has(name) ? missingIn(got.reports, wanted).length === 0 : got.status === by.status && got.reports === wanted) {
        ++same;
    } else {
        ++different;
        console.log(`FAILED: ${name}: cucc's program, exit status ${by.status}:\n${wanted}\nthe page's, "${got.said}":\n${got.reports}`);
    }
}
console.log(`${same} same, ${leftOut} left out, ${different} different`);
await browser.close();
await site.close();
rmSync(work, { recursive: true });
process.exit(different > 0 ? 1 : 0);
