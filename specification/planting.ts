// Plants breaks in a copy of the tree, one row's at a time, and runs there the test that the row names.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { copyTree, nodeThere, nothing, runThere, type Said, unitTestsThere } from '../battery/src/mutant.ts';
import type { Line } from '../battery/src/run.ts';
import { type Edit, root } from './breaks.ts';
import type { Proof } from './row.ts';
import { patternOf } from './titles.ts';

export type Suite = 'unit' | 'browser' | 'battery';

export function suiteOf({ file }: Proof): Suite {
  if (file.startsWith('battery/src/tests/')) return 'battery';
  return file.startsWith('e2e/') ? 'browser' : 'unit';
}

/** A copy of the tree with a web program built for it. The caller removes it. @throws when it cannot be built. */
export async function scratchCopy(): Promise<string> {
  const copy = copyTree(root);
  fs.rmSync(path.join(copy, 'web/dist'), { force: true }); // a link into the tree that is tested
  const { code, said } = await nodeThere(copy, ['scripts/ready.ts']);
  if (code !== 0) throw new Error(`the copy cannot be built: ${said}`);
  return copy;
}

/** Makes the edits. @returns what undoes them. @throws when one does not fit. */
export function plantEdits(copy: string, edits: readonly Edit[]): () => void {
  const before = new Map<string, string>();
  for (const { file, from, to } of edits) {
    const at = path.join(copy, file);
    const source = fs.readFileSync(at, 'utf8');
    if (source.split(from).length !== 2) throw new Error(`${file} has "${from}" ${source.split(from).length - 1} times`);
    if (!before.has(at)) before.set(at, source);
    fs.writeFileSync(
      at,
      source.replace(from, () => to),
    );
  }
  return () => {
    for (const [at, source] of before) fs.writeFileSync(at, source);
  };
}

/** The results of the proofs' tests in the unchanged copy: all of one suite. */
export async function sayThere(copy: string, suite: Suite, proofs: readonly Proof[]): Promise<Said[]> {
  // A browser test's tags follow its title.
  const pattern = [...new Set(proofs.map(({ title }) => `${patternOf(title)}( @\\w+)*$`))].join('|');
  const files = [...new Set(proofs.map(({ file }) => file))];
  const env = { FULL: proofs.some(({ kind }) => kind === 'full') ? '1' : '' };
  switch (suite) {
    case 'unit':
      return await unitTestsThere(copy, files, pattern, env);
    case 'browser':
      return await browserTestsThere(copy, files, pattern, env);
    case 'battery':
      return (await Promise.all(proofs.map((proof) => batteryThere(copy, proof)))).flat();
  }
}

/** Whether a test with the proof's title said that. A title with holes is several tests, any of which may. */
export function isSaid(said: readonly Said[], proof: Proof, status: 'passed' | 'failed'): boolean {
  const title = new RegExp(`^${patternOf(proof.title)}$`);
  return said.some((one) => one.status === status && one.file === proof.file && title.test(one.title));
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs?: { title: string; file: string; tests: { results: { status: string }[] }[] }[];
};

/** Nothing is said where the web program cannot be built or no server starts. */
async function browserTestsThere(copy: string, files: readonly string[], pattern: string, env: NodeJS.ProcessEnv): Promise<Said[]> {
  const report = path.join(copy, 'node_modules/browser.json');
  fs.rmSync(report, { force: true });
  const args = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e', ...files, '-g', pattern, '--workers=1'];
  const { said } = await nodeThere(copy, args, { ...env, RESULTS: report });
  const all = fs.existsSync(report) ? saidOf(JSON.parse(fs.readFileSync(report, 'utf8')) as PlaywrightSuite) : [];
  return all.length > 0 ? all : nothing(said);
}

function saidOf({ suites = [], specs = [] }: PlaywrightSuite): Said[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.flatMap(({ results }) =>
      results.map(({ status }) => ({
        file: `e2e/tests/${file}`,
        title,
        fullName: title,
        status: status === 'timedOut' ? 'failed' : status,
      })),
    ),
  );
  return [...own, ...suites.flatMap(saidOf)];
}

async function batteryThere(copy: string, { file, title }: Proof): Promise<Said[]> {
  const { said } = await runThere(copy, [title, '--quick', '--seed', '1'], 'pipe');
  const last = said.trim().split('\n').at(-1);
  if (!last?.startsWith('{')) return [];
  const { pass, test } = JSON.parse(last) as Line;
  return [{ file, title: String(test ?? title), fullName: title, status: pass ? 'passed' : 'failed' }];
}
