// A command of the command line: what is typed, what is asked of the server, and how the answer is shown.
import type { Cell } from './table.ts';
import type { Lent } from './temporary.ts';

/** What the rest of the line came to, after the command's own words. */
export type Typed = { words: string[]; options: Record<string, string> };

export type Shown = {
  /** First row: the column names. */
  rows?: Cell[][];
  /** A line under the table, or alone. */
  line?: string;
  /** Several such lines. */
  lines?: string[];
  /** False makes the program end with exit code 1: what was looked at is not well. */
  isWell?: boolean;
};

export type Command = {
  /** As it is typed: 'config set'. */
  name: string;
  /** What follows the name. */
  usage: string;
  about: string;
  examples: string[];
  /** Names of the options that take a value, besides --reason. */
  options?: string[];
  /** A change needs a reason. */
  isChange?: boolean;
  /** So does a look at a person. */
  isAboutPerson?: boolean;
  /** Whether --reveal shows what is masked. */
  canReveal?: boolean;
  /** How long the server may take, in ms; 20 s unless told. */
  timeoutMs?: number;
  /** Does it on this machine instead of asking a server. `now` is real time. @throws NotHere with a sentence. */
  // biome-ignore lint/suspicious/noExplicitAny: it gets what `input` made
  here?(input: any, now: Temporal.Instant): unknown;
  /** The server's input, or null where the words do not fit the usage. @throws NotHere where a file that is sent along cannot be read. */
  input(typed: Typed): unknown;
  /** What of the answer lies in a file for a while instead of being printed; `show` and --json get `rest` with the file's path as `file`. */
  // biome-ignore lint/suspicious/noExplicitAny: the server's answer is taken as it is
  lend?(data: any, typed: Typed): Lent & { rest: object };
  /** The new file to which the answer is written as it comes; `show` gets its name as `file`, and its size in `bytes`. */
  savesTo?(typed: Typed): string;
  // biome-ignore lint/suspicious/noExplicitAny: the server's answer is shown as it is
  show(data: any): Shown;
};
