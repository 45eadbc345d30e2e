// Parses command-line arguments according to a command's declaration, into the input for the server
// and the options for this machine.
import * as fs from 'node:fs';
import { parseArgs } from 'node:util';
import type { DeclaredArgument, DeclaredCommand } from '@sandali/contract/commands.ts';
import { type TypedValue, typedValue, wholeOf } from '@sandali/contract/typedValues.ts';
import { plain } from './table.ts';
import { labelOf } from './usage.ts';

/** Work on this machine failed; the message says why. */
export class NotHere extends Error {
  override name = 'NotHere';
}

export type Read = {
  input: Record<string, unknown>;
  reason: string | undefined;
  isJson: boolean;
  isHelp: boolean;
  isRevealing: boolean;
  /** How long a picture is shown. */
  minutes: number;
  /** The new file to write a response to. */
  out: string;
};

const usualMinutes = 5;
const mostMinutes = 30;

/**
 * Parses the arguments after a command's name.
 * @throws NotHere if a file for the server cannot be read
 */
export function readInput(command: DeclaredCommand, args: string[]): Read | { wrong: string } {
  const typed = typedIn(command, args);
  if ('wrong' in typed) return typed;
  const { positionals } = typed;
  const { json, help, reveal, reason, minutes, out, ...options } = typed.values;
  const read = {
    reason: reason as string | undefined,
    isJson: json === true,
    isHelp: help === true,
    isRevealing: reveal === true,
  };
  if (read.isHelp) return { ...read, input: {}, minutes: usualMinutes, out: '' };
  const keptMinutes = minutes === undefined ? usualMinutes : wholeOf(`${minutes}`, 1, mostMinutes);
  if (typeof keptMinutes !== 'number')
    return { wrong: `--minutes ${keptMinutes.wrong}, not "${plain(minutes)}".` };
  if (command.display.as === 'file' && !out)
    return { wrong: '--out is missing: the file that the answer is written to.' };
  const result = inputOf(command, positionals, options as Record<string, string>);
  return 'wrong' in result
    ? result
    : { ...read, ...result, minutes: keptMinutes, out: `${out ?? ''}` };
}

type Parsed = {
  positionals: string[];
  values: Readonly<Record<string, string | boolean | undefined>>;
};

function typedIn(
  { arguments: all, display, mayReveal }: DeclaredCommand,
  args: string[],
): Parsed | { wrong: string } {
  const valued = all.filter(({ place }) => place === 'option').map(({ name }) => name);
  const ofDisplay = display.as === 'picture' ? ['minutes'] : display.as === 'file' ? ['out'] : [];
  const flags = ['json', 'help', ...(mayReveal.length > 0 ? ['reveal'] : [])];
  const options = Object.fromEntries([
    ...['reason', ...ofDisplay, ...valued].map((name) => [name, { type: 'string' as const }]),
    ...flags.map((name) => [name, { type: 'boolean' as const }]),
  ]);
  try {
    return parseArgs({ args, allowPositionals: true, options }) as Parsed;
  } catch (error) {
    return { wrong: plain((error as Error).message) };
  }
}

function inputOf(
  { arguments: all }: DeclaredCommand,
  words: readonly string[],
  options: Readonly<Record<string, string>>,
): { input: Record<string, unknown> } | { wrong: string } {
  const present: { argument: DeclaredArgument; texts: readonly string[] }[] = [];
  let next = 0;
  for (const argument of all) {
    const texts =
      argument.place === 'option'
        ? [options[argument.name]]
        : words.slice(next, argument.place === 'words' ? undefined : next + 1);
    if (argument.place !== 'option') next += texts.length;
    const typed = texts.filter((text) => text !== undefined);
    if (typed.length === 0 && !argument.isOptional)
      return { wrong: `${labelOf(argument)} is missing: ${argument.about}.` };
    if (typed.length > 0) present.push({ argument, texts: typed });
  }
  const [extra] = words.slice(next);
  if (extra !== undefined)
    return {
      wrong: `"${plain(extra)}" is an extra argument. Put a text of several words in quotes.`,
    };
  const input: Record<string, unknown> = {};
  // Read files last, so that typing errors are reported first.
  for (const { argument, texts } of present.toSorted(
    (a, b) => Number(isFile(a.argument)) - Number(isFile(b.argument)),
  )) {
    const values: unknown[] = [];
    for (const text of texts) {
      const read = readValue(argument, text);
      if ('wrong' in read)
        return { wrong: `${labelOf(argument)} ${read.wrong}, not "${plain(text)}".` };
      values.push(read.value);
    }
    input[argument.key] = argument.place === 'words' ? values : values[0];
  }
  return { input };
}

const isFile = ({ typing }: DeclaredArgument) => typing.as === 'file' || typing.as === 'json';

/** @throws NotHere if the text names a file that cannot be read */
function readValue(argument: DeclaredArgument, text: string): TypedValue {
  if (!isFile(argument)) return typedValue(argument.typing, text);
  const read = typedValue(argument.typing, textOf(text));
  if ('wrong' in read) throw new NotHere(`${text} is not JSON.`);
  return read;
}

/**
 * Reads a file as UTF-8 text. Refuses invalid UTF-8, because decoding it would change names.
 * @throws NotHere with an error message
 */
function textOf(file: string): string {
  let bytes: Buffer;
  try {
    bytes = fs.readFileSync(file);
  } catch {
    throw new NotHere(`${file} cannot be read.`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new NotHere(`${file} is not UTF-8 text.`);
  }
}
