// `npm run battery -- <name> [--seed S] [--quick]` prints one JSON line per test. The exit code is
// 1 if a test fails, 2 if the command line is wrong.
import { randomInt } from 'node:crypto';
import { allTests } from './all.ts';
import { type Line, type Options, readOptions, runTest } from './run.ts';

const options = readOptions(
  process.argv.slice(2),
  allTests.map(({ name }) => name),
  randomInt(1_000_000),
);
if ('wrong' in options) {
  console.error(options.wrong);
  process.exitCode = 2;
} else process.exitCode = await run(options);

async function run({ names, seed, isQuick }: Options): Promise<number> {
  let exitCode = 0;
  for (const test of allTests.filter(({ name }) => names.includes(name))) {
    const say = (line: Line) => console.log(JSON.stringify(line));
    // Print the seed first, so that a run that hangs can be repeated.
    console.error(`${test.name}: seed ${seed}`);
    const line = await runTest(test, { seed, isQuick }, (broken) => {
      say(broken);
      process.exit(1);
    });
    say(line);
    if (!line.pass) exitCode = 1;
  }
  return exitCode;
}
