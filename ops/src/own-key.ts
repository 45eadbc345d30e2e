// Commands that run on a person's own machine: making and renewing their key.
import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { DeclaredArgument, DeclaredCommand, Shown } from '@sandali/contract/commands.ts';
import { ask, declarationsOf, type Server } from './ask.ts';
import { NotHere } from './input.ts';
import { type System, writePrivate } from './private-file.ts';

/** The server and the wall time in ms, which commands of this machine use. */
export type Here = Server & { nowMs(): number };
type Done = { data: unknown; shown: Shown };

export type LocalCommand = DeclaredCommand & {
  /** Runs the command with the input that its arguments declare. @throws NotHere with a message */
  here(input: object, at: Here, reason: string | undefined): Done | Promise<Done>;
};

/** The program that a person starts. */
export type Client = {
  /** The words that start it, such as 'npm run ops --'. */
  start: string;
  /** Help lines that name the server that it calls and the key that it uses. */
  calls: readonly string[];
  /** The commands that run on this machine. */
  commands: readonly LocalCommand[];
};

/** The argument for a file that this machine creates or reads. */
export const fileName: Pick<DeclaredArgument, 'typing' | 'isOptional'> = {
  typing: { as: 'text', like: 'file' },
  isOptional: false,
};

export const ofThisMachine = {
  menu: null,
  kind: 'look',
  aboutPerson: null,
  needsReason: false,
  roles: [],
  mayReveal: [],
  twoPeople: null,
  display: { as: 'lines' },
  timeoutMs: 0,
} as const;

const newKey = () => randomBytes(32).toString('base64url');
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

/** Returns `staff key`. Without `usualFile`, the person must name a file. */
export function staffKey(system: System, usualFile: string | null): LocalCommand {
  return {
    ...ofThisMachine,
    name: 'staff key',
    label: 'Make your key',
    about:
      'Makes your own key in a new file that only you can read, on this machine, and prints its hash. Give the hash to two engineers separately; the keys of the first two engineers are added on the server itself (docs/operators/ops.md).',
    examples: usualFile ? ['staff key'] : ['staff key ~/sandali.key'],
    arguments: [
      {
        ...{ key: 'file', place: 'word', name: 'file', about: 'where to write the key' },
        ...fileName,
        isOptional: usualFile !== null,
      },
    ],
    here: ({ file = usualFile ?? '' }: { file?: string }) => {
      const key = newKey();
      const place = path.resolve(file);
      try {
        if (place === usualFile)
          fs.mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
        writePrivate(place, `${key}\n`, system);
      } catch (error) {
        const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
        throw new NotHere(
          exists
            ? `${file} exists already, and this command never overwrites a key. Name another file, or delete this one if its key has ended.`
            : `${file} cannot be written.`,
        );
      }
      const hash = hashOf(key);
      const named = place === usualFile ? '' : ` Set OPS_KEY_FILE=${place};`;
      const nextStep = `This is the hash of your key.${named} ${named ? 'it' : 'It'} works once two engineers have added its hash. As one of the first two engineers, add it on the server with staff add.`;
      return { data: { file: place, hash }, shown: { lines: [hash, nextStep] } };
    },
  };
}

const renewal = { name: 'staff renew', timeoutMs: 20_000 };

export const keyRenew: LocalCommand = {
  ...ofThisMachine,
  name: 'key renew',
  label: 'Renew your key',
  about:
    'Replaces your key in its file before it expires, and uses the new key once. The server then refuses the old key, so replace copies of the file.',
  examples: ['key renew'],
  arguments: [],
  here: async (_, at, reason = 'The key is renewed before it expires.') => {
    if ('wrong' in at.key) throw new NotHere(at.key.wrong);
    const { replace } = at.key;
    if (!replace)
      throw new NotHere(
        'Only a key in your own file can be renewed. Name the file in OPS_KEY_FILE.',
      );
    const key = newKey();
    const answer = await ask(at, renewal, { input: { hash: hashOf(key) }, reason });
    if ('wrong' in answer) throw new NotHere(answer.wrong);
    try {
      replace(key);
    } catch {
      throw new NotHere('The new key cannot be stored here. Your old key still works.');
    }
    // The first use of the new key ends the old key.
    const used = await declarationsOf({ ...at, key: { key } });
    const { endsAt } = answer.data as { endsAt: string };
    const old =
      'wrong' in used
        ? 'The old key works until the new one is first used.'
        : 'The old key has ended.';
    const lines = [`Your key is renewed and expires on ${endsAt.slice(0, 10)}. ${old}`];
    return { data: answer.data, shown: { lines } };
  },
};
