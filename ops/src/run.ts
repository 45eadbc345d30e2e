// One run of the command line: parses the arguments according to the server's declarations, calls
// the server, prints the response and returns the exit code.
import * as path from 'node:path';
import type { DeclaredCommand, Shown } from '@sandali/contract/commands.ts';
import { ask, declarationsOf, exitCodes, type NoAnswer, save } from './ask.ts';
import { helpOf, helpOfAll } from './help.ts';
import { NotHere, type Read, readInput } from './input.ts';
import type { Client, Here, LocalCommand } from './own-key.ts';
import { plain, plainJson, table } from './table.ts';
import type { TemporaryFiles } from './temporary.ts';

/** The server, the machine and the terminal that a run uses. */
export type Environment = Here & {
  client: Client;
  temporary: TemporaryFiles;
  print(line: string): void;
  complain(line: string): void;
};

/** Runs the command that the arguments name. @returns the exit code, even for expected failures */
export async function run(args: readonly string[], at: Environment): Promise<number> {
  at.temporary.sweep();
  const isHelp = args.length === 0 || args[0] === '--help' || args[0] === 'help';
  const words = isHelp ? args.slice(1) : args;
  const { client } = at;
  const help = (command: DeclaredCommand) => print(at, helpOf(command, client.start));
  const own = findCommand(client.commands, words);
  if (own) return isHelp ? help(own) : await runLocally(own, words, at);
  const declared = await declarationsOf(at);
  if ('wrong' in declared) return withoutServer(declared, isHelp, at);
  const { commands, keyEndsAt } = declared;
  if (keyEndsAt)
    at.complain(
      `Your key expires on ${plain(keyEndsAt.slice(0, 10))}. Renew it before then: ${client.start} key renew`,
    );
  const command = findCommand(commands, words);
  if (command) return isHelp ? help(command) : await runOnServer(command, words, at);
  const listing = helpOfAll([...commands, ...client.commands], client);
  return isHelp
    ? print(at, listing)
    : wrong(at, `There is no command "${words.slice(0, 2).map(plain).join(' ')}".\n\n${listing}`);
}

function findCommand<C extends DeclaredCommand>(
  commands: readonly C[],
  words: readonly string[],
): C | undefined {
  return commands.find(({ name }) => name.split(' ').every((word, nth) => words[nth] === word));
}

/** Parses a command's input. Returns an exit code instead if the command must not run. */
function readTyped(
  command: DeclaredCommand,
  words: readonly string[],
  at: Environment,
): Read | number {
  let read: ReturnType<typeof readInput>;
  try {
    read = readInput(command, words.slice(command.name.split(' ').length));
  } catch (error) {
    return reportLocalRefusal(error, at);
  }
  if ('wrong' in read) return wrong(at, `${read.wrong}\n\n${helpOf(command, at.client.start)}`);
  if (read.isHelp) return print(at, helpOf(command, at.client.start));
  const subject = command.kind === 'change' ? 'A change' : 'Viewing a person';
  return command.needsReason && !read.reason
    ? wrong(at, `${subject} needs a reason: --reason "…"\n\n${helpOf(command, at.client.start)}`)
    : read;
}

/** Runs a command on the server. @returns the exit code. */
async function runOnServer(
  command: DeclaredCommand,
  words: readonly string[],
  at: Environment,
): Promise<number> {
  const read = readTyped(command, words, at);
  if (typeof read === 'number') return read;
  const { input, reason, isRevealing, isJson, out } = read;
  const body = { input, reason, ...(isRevealing && { reveal: true as const }) };
  if (command.display.as === 'file') {
    const bytes = await save(at, command, body, out);
    return typeof bytes === 'number'
      ? printAnswer({ file: out, bytes }, { lines: [`${out}: ${bytes} bytes.`] }, isJson, at)
      : refused(bytes, at);
  }
  const answer = await ask(at, command, body);
  if ('wrong' in answer) return refused(answer, at);
  return command.display.as === 'picture'
    ? await showPicture(answer, read, at)
    : printAnswer(answer.data, answer.shown, isJson, at);
}

/** Shows a response's picture or PDF to the user for a limited time. */
async function showPicture(
  answer: { data: unknown; shown: Shown },
  { minutes, isJson }: Read,
  at: Environment,
): Promise<number> {
  const { jpeg, pdf, ...rest } = answer.data as { jpeg?: string; pdf?: string };
  const name = path.basename(answer.shown.fileName ?? 'picture.jpg');
  await at.temporary.show(
    { name, bytes: Buffer.from(jpeg ?? pdf ?? '', 'base64'), keptMs: minutes * 60_000 },
    (file) => {
      const notice = `It is deleted in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}; press Enter when you have seen it.`;
      printAnswer({ ...rest, minutes, file }, { lines: [file, notice] }, isJson, at);
    },
  );
  at.complain('The file is deleted.');
  return exitCodes.done;
}

/** Runs a command on this machine. @returns the exit code. */
async function runLocally(
  command: LocalCommand,
  words: readonly string[],
  at: Environment,
): Promise<number> {
  const read = readTyped(command, words, at);
  if (typeof read === 'number') return read;
  try {
    const { data, shown } = await command.here(read.input, at, read.reason);
    return printAnswer(data, shown, read.isJson, at);
  } catch (error) {
    return reportLocalRefusal(error, at);
  }
}

/** Prints a response. @returns the exit code. */
function printAnswer(
  data: unknown,
  { rows, lines = [], isWell = true }: Shown,
  isJson: boolean,
  at: Environment,
): number {
  if (isJson) at.print(plainJson(data));
  else {
    if (rows) at.print(table(rows));
    for (const line of lines) at.print(plain(line));
  }
  return isWell ? exitCodes.done : exitCodes.declined;
}

/**
 * Reports why the server's commands could not be listed. If help was requested, lists this
 * machine's commands and names the handbook.
 */
function withoutServer(noAnswer: NoAnswer, isHelp: boolean, at: Environment): number {
  if (isHelp) at.print(helpOfAll(at.client.commands, at.client));
  const code = refused(noAnswer, at);
  if (isHelp) at.complain('The server lists its own commands; so does docs/operators/commands.md.');
  return code;
}

function refused({ wrong: words, isServer }: NoAnswer, at: Environment): number {
  at.complain(plain(words));
  return isServer ? exitCodes.declined : exitCodes.noServer;
}

function reportLocalRefusal(error: unknown, at: Environment): number {
  if (!(error instanceof NotHere)) throw error;
  at.complain(plain(error.message));
  return exitCodes.declined;
}

function wrong(at: Environment, words: string): number {
  at.complain(lineByLine(words));
  return exitCodes.typedWrongly;
}

function print(at: Environment, words: string): number {
  at.print(lineByLine(words));
  return exitCodes.done;
}

/** Makes each line printable, because some of the text comes from the server. */
const lineByLine = (words: string) => words.split('\n').map(plain).join('\n');
