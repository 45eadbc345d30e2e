// Runs tests of the battery by name and prints one JSON line for each.
import { chanceOf } from './chance.ts';
import type { BatteryTest } from './test.ts';

export type Wish = { names: string[]; seed: number; isQuick: boolean };

/**
 * Reads the command line: `<name>… [--seed S] [--quick]`.
 * @returns the wish, or a sentence that describes the mistake.
 */
export function readWish(
  args: readonly string[],
  known: readonly string[],
  byDefaultSeed: number,
): Wish | { wrong: string } {
  const wish: Wish = { names: [], seed: byDefaultSeed, isQuick: false };
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    const next = args[at + 1] ?? '';
    if (word === '--quick') wish.isQuick = true;
    else if (word === '--seed' && /^\d{1,9}$/.test(next)) [wish.seed, at] = [Number(next), at + 1];
    else if (word === 'all') wish.names.push(...known);
    else if (known.includes(word)) wish.names.push(word);
    else if (known.some((name) => name.startsWith(`${word}-`)))
      wish.names.push(...known.filter((name) => name.startsWith(`${word}-`)));
    else
      return {
        wrong: `Unknown battery "${word}". Names: ${known.join(', ')}, all. Options: --seed S, --quick.`,
      };
  }
  if (wish.names.length === 0) return { wrong: `Name a battery: ${known.join(', ')}, all.` };
  return wish;
}

export type Line = { name: string; seed: number; pass: boolean; ms: number } & Record<
  string,
  number | string | boolean
>;

/**
 * Runs one test. A thrown error fails the test. An unhandled rejection goes to `onBroken`, because
 * the process cannot be trusted afterwards.
 */
export async function runTest(
  test: BatteryTest,
  { seed, isQuick }: Pick<Wish, 'seed' | 'isQuick'>,
  onBroken: (line: Line) => void,
): Promise<Line> {
  const start = performance.now();
  const line = (pass: boolean, more: Record<string, number | string>): Line => ({
    name: test.name,
    seed,
    pass,
    ms: Math.round(performance.now() - start),
    ...more,
  });
  const failed = (error: unknown) =>
    line(false, {
      why: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    });
  const broken = (error: unknown) => onBroken(failed(error));
  process.on('uncaughtException', broken);
  try {
    const { counts, why } = await test.run({ seed, isQuick, chance: chanceOf(seed) });
    return line(why === null, { ...counts, ...(why === null ? {} : { why }) });
  } catch (error) {
    return failed(error);
  } finally {
    process.off('uncaughtException', broken);
  }
}
