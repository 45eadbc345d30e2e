// The way of commands that are not declared on the server yet.
import { parseArgs } from 'node:util';
import { allCommands } from './all.ts';
import { exitCodes } from './ask.ts';
import type { Command, Typed } from './command.ts';
import { NotHere } from './input.ts';
import type { Surroundings } from './run.ts';
import { save } from './save.ts';
import { plain, plainJson, table } from './table.ts';

const timeoutMs = 20_000;

/** Runs a command that this program knows by itself. @returns the exit code; never throws. */
export async function runOld(command: Command, args: readonly string[], at: Surroundings): Promise<number> {
  const typed = read(command, args.slice(command.name.split(' ').length));
  if ('wrong' in typed) return wrong(at, `${typed.wrong}\n\n${helpOf(command)}`);
  if (typed.isHelp) return said(at, helpOf(command));
  const input = inputOf(command, typed, at);
  if (input === null) return wrong(at, helpOf(command));
  if (input === notHere) return exitCodes.declined;
  const needs = command.isChange ? 'A change' : command.isAboutPerson ? 'A look at a person' : null;
  if (needs && !typed.options.reason) return wrong(at, `${needs} needs a reason: --reason "…"\n\n${helpOf(command)}`);
  const answer = command.here
    ? doHere(command, input, at)
    : await ask(
        command,
        { input, reason: typed.options.reason, ...(typed.isRevealing ? { reveal: true } : {}) },
        at,
        command.savesTo?.(typed),
      );
  if ('exitCode' in answer) return answer.exitCode;
  if (!command.lend) return tell(command, answer.data, typed.isJson, at);
  const { rest, ...lent } = command.lend(answer.data, typed);
  let exitCode: number = exitCodes.done;
  await at.temporary.lend(lent, (file) => {
    exitCode = tell(command, { ...rest, file }, typed.isJson, at);
  });
  at.complain('The file is gone.');
  return exitCode;
}

/** Prints an answer. @returns the exit code. */
function tell(command: Command, data: unknown, isJson: boolean, at: Surroundings): number {
  const shown = command.show(data);
  if (isJson) at.print(plainJson(data));
  else {
    if (shown.rows) at.print(table(shown.rows));
    for (const line of shown.lines ?? [shown.line ?? '']) if (line) at.print(plain(line));
  }
  return shown.isWell === false ? exitCodes.declined : exitCodes.done;
}

const notHere = Symbol('not here');

/** What is sent; a file that is sent along may not be there. */
function inputOf(command: Command, typed: Typed, at: Surroundings): unknown {
  try {
    return command.input(typed);
  } catch (error) {
    if (!(error instanceof NotHere)) throw error;
    at.complain(plain(error.message));
    return notHere;
  }
}

function doHere(command: Command, input: unknown, at: Surroundings): Answer {
  try {
    return { data: command.here?.(input, at.now()) };
  } catch (error) {
    if (!(error instanceof NotHere)) throw error;
    at.complain(plain(error.message));
    return { exitCode: exitCodes.declined };
  }
}

export function commandIn(args: readonly string[]): Command | undefined {
  return allCommands.find((one) => one.name.split(' ').every((word, nth) => args[nth] === word));
}

type Flag = 'json' | 'help' | 'reveal';
type Read = (Typed & { isJson: boolean; isHelp: boolean; isRevealing: boolean }) | { wrong: string };

function read(command: Command, args: string[]): Read {
  const valued = Object.fromEntries(['reason', ...(command.options ?? [])].map((name) => [name, { type: 'string' as const }]));
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...valued,
        json: { type: 'boolean' },
        help: { type: 'boolean' },
        ...(command.canReveal ? { reveal: { type: 'boolean' } } : {}),
      },
    });
    const { json, help: isHelp, reveal, ...options } = values as Record<string, string> & Partial<Record<Flag, boolean>>;
    return { words: positionals, options, isJson: json === true, isHelp: isHelp === true, isRevealing: reveal === true };
  } catch (error) {
    return { wrong: plain((error as Error).message) };
  }
}

type Answer = { data: unknown } | { exitCode: number };

async function ask(command: Command, body: unknown, at: Surroundings, file?: string): Promise<Answer> {
  if ('wrong' in at.key) return fail(at, at.key.wrong);
  let answer: Response;
  try {
    answer = await fetch(`${at.url}/ops/${command.name.replaceAll(' ', '/')}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${at.key.key}`, 'content-type': 'application/json', 'x-ops-user': at.user },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(command.timeoutMs ?? timeoutMs),
    });
  } catch {
    return fail(at, `No server answers at ${at.url}. Is it running, and is OPS_PORT the same?`);
  }
  if (file !== undefined && answer.ok) return await saved(answer, file, at);
  const said = (await answer.json().catch(() => null)) as { data?: unknown; wrong?: string } | null;
  if (answer.status === 401) return fail(at, `The server did not take the key. ${plain(said?.wrong ?? '')}`.trim());
  if (answer.ok && said && 'data' in said) return { data: said.data };
  at.complain(plain(said?.wrong ?? `The server answered with status ${answer.status}.`));
  return { exitCode: exitCodes.declined };
}

async function saved(answer: Response, file: string, at: Surroundings): Promise<Answer> {
  try {
    return { data: { file, bytes: await save(answer, file) } };
  } catch (error) {
    if (!(error instanceof NotHere)) throw error;
    at.complain(plain(error.message));
    return { exitCode: exitCodes.declined };
  }
}

function fail(at: Surroundings, words: string): Answer {
  at.complain(words);
  return { exitCode: exitCodes.noServer };
}

function wrong(at: Surroundings, words: string): number {
  at.complain(words);
  return exitCodes.typedWrongly;
}

function said(at: Surroundings, words: string): number {
  at.print(words);
  return exitCodes.done;
}

/** One command with its examples. */
export function helpOf(command: Command): string {
  const usage = [start, command.name, command.usage].filter(Boolean).join(' ');
  return [`Usage: ${usage}`, '', command.about, '', 'Examples:', ...command.examples.map((one) => `  ${start} ${one}`)].join('\n');
}

const start = 'npm run ops --';
