// `npm run spec:mutants [-- --count 40] [--seed HEX] [--chapter §9] [--row WORDS]`: draws rows of the specification by the first eight hexadecimal digits of the
// commit, plants the break of each in a copy of the tree, one at a time, and runs there the one test that the row names: it must be that test that turns red, and it
// must be green without the break. A break on which nothing runs is not found. The exit code is 1 when one was not.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { parseArgs } from 'node:util';
import { chanceOf } from '../battery/src/chance.ts';
import type { Said } from '../battery/src/mutant.ts';
import { rows } from './all.ts';
import { root } from './breaks.ts';
import { isSaid, plantEdits, type Suite, sayThere, scratchCopy, suiteOf } from './planting.ts';
import { broken, type Proof, type Row } from './row.ts';

const { values: wish } = parseArgs({
  options: { count: { type: 'string' }, seed: { type: 'string' }, chapter: { type: 'string' }, row: { type: 'string' } },
});

type Drawn = { row: Row; proof: Proof };

const pool = rows.filter(
  (row) => broken(row).length > 0 && (wish.chapter ?? row.chapter) === row.chapter && row.sentence.includes(wish.row ?? ''),
);
// If rows are named, all of them are run.
const count = Number(wish.count ?? (wish.row || wish.chapter ? pool.length : 40));
const seed = wish.seed ?? spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout.slice(0, 8);
const drawn = draw(pool, count, seed);
console.log(`${drawn.length} of ${pool.length} rows that say what breaks them, drawn by ${seed}`);

const copy = await scratchCopy();
const red: Drawn[] = [];
try {
  for (const suite of ['unit', 'browser', 'battery'] as const) {
    const own = drawn.filter(({ proof }) => suiteOf(proof) === suite).toSorted((a, b) => Number(isOfWeb(a)) - Number(isOfWeb(b)));
    if (own.length > 0) red.push(...(await redOf(suite, own)));
  }
} finally {
  fs.rmSync(copy, { recursive: true, force: true });
}
console.log(`${red.length} of ${count} red`);
process.exitCode = red.length === count && count > 0 ? 0 : 1;

/** The rows whose test is green first, and red on the break. */
async function redOf(suite: Suite, list: readonly Drawn[]): Promise<Drawn[]> {
  // Batteries are dear, and run by themselves in check:full: a green one is shown there.
  const before =
    suite === 'battery'
      ? null
      : await sayThere(
          copy,
          suite,
          list.map(({ proof }) => proof),
        );
  const found: Drawn[] = [];
  for (const one of list) {
    const from = performance.now();
    const word = (await isGreen(suite, one.proof, before)) ? await wordOf(suite, one.proof) : 'NOT GREEN WITHOUT IT';
    if (word === 'red') found.push(one);
    const { chapter, sentence } = one.row;
    const where = one.proof.breaks.map(({ file }) => file).join(', ');
    console.log(`${word} | ${chapter} ${sentence} | ${one.proof.file} | ${where} | ${((performance.now() - from) / 1000).toFixed(0)} s`);
  }
  return found;
}

/** A busy machine fails a test now and then: a proof that was not green among the others is run once more alone. */
async function isGreen(suite: Suite, proof: Proof, before: readonly Said[] | null): Promise<boolean> {
  return before === null || isSaid(before, proof, 'passed') || isSaid(await sayThere(copy, suite, [proof]), proof, 'passed');
}

async function wordOf(suite: Suite, proof: Proof): Promise<string> {
  const restore = plantEdits(copy, proof.breaks);
  try {
    const once = await sayThere(copy, suite, [proof]);
    // Servers that did not start in time are no answer; those that never start are not found.
    const said = once.length > 0 ? once : await sayThere(copy, suite, [proof]);
    if (isSaid(said, proof, 'failed')) return 'red';
    return isSaid(said, proof, 'passed') ? 'STILL GREEN' : 'NOTHING RAN';
  } finally {
    restore();
  }
}

/** The web program is built anew for each break in it, and once more afterwards: those come last. */
function isOfWeb({ proof }: Drawn): boolean {
  return proof.breaks.some(({ file }) => /^(web|contract)\//.test(file));
}

/** The rows in an order that the seed alone decides, and of each one of its proofs. */
function draw(from: readonly Row[], wanted: number, hex: string): Drawn[] {
  const chance = chanceOf(Number.parseInt(hex.slice(0, 8), 16));
  const left = [...from];
  const lots: Drawn[] = [];
  while (lots.length < wanted) {
    const [row] = left.splice(Math.floor(chance() * left.length), 1);
    if (!row) break;
    const proofs = broken(row);
    const proof = proofs[Math.floor(chance() * proofs.length)];
    if (proof) lots.push({ row, proof });
  }
  return lots;
}
