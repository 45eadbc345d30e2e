// Reads the battery's command line and runs one test.
import { seededRandom } from './random.ts';
import type { BatteryTest } from './test.ts';

export type Options = { names: string[]; seed: number; isQuick: boolean };

/**
 * Reads the command line: `<name>… [--seed S] [--quick]`. `loans` selects every `loans-*`.
 * @returns the options, or a sentence that describes the mistake
 */
export function readOptions(
  args: readonly string[],
  known: readonly string[],
  defaultSeed: number,
): Options | { wrong: string } {
  const options: Options = { names: [], seed: defaultSeed, isQuick: false };
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    const next = args[at + 1] ?? '';
    if (word === '--quick') options.isQuick = true;
    else if (word === '--seed' && /^\d{1,9}$/.test(next))
      [options.seed, at] = [Number(next), at + 1];
    else if (word === 'all') options.names.push(...known);
    else if (known.includes(word)) options.names.push(word);
    else if (known.some((name) => name.startsWith(`${word}-`)))
      options.names.push(...known.filter((name) => name.startsWith(`${word}-`)));
    else
      return {
        wrong: `Unknown battery "${word}". Names: ${known.join(', ')}, all. Options: --seed S, --quick.`,
      };
  }
  if (options.names.length === 0) return { wrong: `Name a battery: ${known.join(', ')}, all.` };
  return options;
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
  { seed, isQuick }: Pick<Options, 'seed' | 'isQuick'>,
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
      failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    });
  const broken = (error: unknown) => onBroken(failed(error));
  process.on('uncaughtException', broken);
  try {
    const { counts, failure } = await test.run({ seed, isQuick, random: seededRandom(seed) });
    return line(failure === null, { ...counts, ...(failure === null ? {} : { failure }) });
  } catch (error) {
    return failed(error);
  } finally {
    process.off('uncaughtException', broken);
  }
}
