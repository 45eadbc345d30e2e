// Parses command-line arguments according to a command's declaration, into the input for the server
// and the options for this machine.
import * as fs from 'node:fs';
import { parseArgs } from 'node:util';
import type { DeclaredArgument, DeclaredCommand, Typing } from '@sandali/contract/commands.ts';
import { hourMs, instantOf, minuteMs, startOfDayMs, zDay } from '@sandali/contract/day.ts';
import { readPesos } from '@sandali/contract/money.ts';
import * as v from 'valibot';
import { plain } from './table.ts';
import { labelOf, placeholderOf } from './usage.ts';

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
      const read = typedValue(argument.typing, text);
      if ('wrong' in read)
        return { wrong: `${labelOf(argument)} ${read.wrong}, not "${plain(text)}".` };
      values.push(read.value);
    }
    input[argument.key] = argument.place === 'words' ? values : values[0];
  }
  return { input };
}

const isFile = ({ typing }: DeclaredArgument) => typing.as === 'file' || typing.as === 'json';

type Value = { value: unknown } | { wrong: string };

function typedValue(typing: Typing, text: string): Value {
  switch (typing.as) {
    case 'text':
      return typing.pattern === undefined || new RegExp(`^(?:${typing.pattern})$`).test(text)
        ? { value: text }
        : { wrong: `must be like ${typing.like}` };
    case 'day':
      return /^\d{4}-\d{2}-\d{2}$/.test(text)
        ? { value: text }
        : { wrong: 'must be a day such as 2026-11-20' };
    case 'minute':
      return minuteOf(text);
    case 'pesos': {
      const read = readPesos(text);
      return 'fault' in read
        ? { wrong: 'must be pesos such as 1,500 or 1500.50' }
        : { value: read.amountCentavos };
    }
    case 'whole': {
      const number = wholeOf(text, typing.least, typing.most);
      return typeof number === 'number' ? { value: number } : number;
    }
    case 'choice':
      return Object.hasOwn(typing.of, text)
        ? { value: typing.of[text] }
        : { wrong: `must be ${Object.keys(typing.of).join(' or ')}` };
    case 'choices': {
      const words = text.split(',').map((word) => word.trim());
      return words.every((word) => typing.of.includes(word))
        ? { value: words }
        : { wrong: `must be some of ${typing.of.join(', ')}` };
    }
    case 'file':
      return { value: textOf(text) };
    case 'json':
      return { value: jsonOf(text) };
    case 'joined':
      return joinedOf(typing, text);
  }
}

function wholeOf(text: string, least: number, most: number): number | { wrong: string } {
  const isValid = /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return isValid ? Number(text) : { wrong: `must be a whole number from ${least} to ${most}` };
}

/** Converts a Manila time such as '2026-11-23 14:00' to an instant in UTC. */
function minuteOf(text: string): Value {
  const [, day = '', hour, minute] = /^(\S{10})[ T]([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  const read = v.safeParse(zDay, day);
  if (!read.success)
    return { wrong: 'must be a day and an hour in Manila such as "2026-11-23 14:00"' };
  return {
    value: instantOf(startOfDayMs(read.output) + Number(hour) * hourMs + Number(minute) * minuteMs),
  };
}

function joinedOf(typing: Extract<Typing, { as: 'joined' }>, text: string): Value {
  const { by, parts } = typing;
  const texts = text.split(by);
  const wrong = { wrong: `must be like ${placeholderOf(typing)}` };
  if (texts.length !== parts.length) return wrong;
  const value: Record<string, unknown> = {};
  for (const [nth, { key, typing, leftOutAs }] of parts.entries()) {
    const typed = texts[nth] ?? '';
    if (typed === leftOutAs) continue;
    const read = typed === '' ? wrong : typedValue(typing, typed);
    if ('wrong' in read)
      return { wrong: read === wrong ? wrong.wrong : `has a ${key} that ${read.wrong}` };
    value[key] = read.value;
  }
  return { value };
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

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(textOf(file));
  } catch (error) {
    if (error instanceof NotHere) throw error;
    throw new NotHere(`${file} is not JSON.`);
  }
}
