// Declares and reads variables of the environment. environment.ts lists each with its kind, limits,
// default and meaning.
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as v from 'valibot';
import { CannotStart } from './cannot-start.ts';

export type Env = Record<string, string | undefined>;

/** The folder of the checkout. Relative paths in variables start here. */
export const checkout = path.join(import.meta.dirname, '../../..');

/**
 * A variable's documentation. `byDefault` is empty if there is no default, or if the default
 * follows from other variables as `meaning` explains.
 */
export type About = { meaning: string; kind: string; byDefault: string; isSecret: boolean };
/** Parses a text into a value; `expected` completes the sentence "NAME must be …". */
export type Kind<T> = { schema: v.GenericSchema<string, T>; expected: string };
export type Variable<T> = v.GenericSchema<string | undefined, T>;
type Variables = v.ObjectSchema<Record<string, Variable<unknown>>, undefined>;

/** Declares a variable with a default. */
export function variable<T>(
  { schema, expected }: Kind<T>,
  byDefault: string,
  meaning: string,
): Variable<T> {
  const about: About = { meaning, kind: expected, byDefault, isSecret: false };
  return v.pipe(v.optional(schema, byDefault), v.metadata(about));
}

/** Declares a variable without a default. */
export function optional<T>(
  { schema, expected }: Kind<T>,
  meaning: string,
): Variable<T | undefined> {
  const about: About = { meaning, kind: expected, byDefault: '', isSecret: false };
  return v.pipe(v.optional(schema), v.metadata(about));
}

/**
 * Declares an optional variable whose value no message repeats. The value can instead be read from
 * the file that NAME_FILE names.
 */
export function secret<T>({ schema, expected }: Kind<T>, meaning: string): Variable<T | undefined> {
  const about: About = { meaning, kind: expected, byDefault: '', isSecret: true };
  return v.pipe(v.optional(schema), v.metadata(about));
}

/** Returns a variable's documentation. */
export function aboutOf(declared: Variable<unknown>): About {
  return v.getMetadata(declared) as About;
}

/** Accepts a whole number within inclusive limits. */
export function whole(least: number, most: number): Kind<number> {
  const isIn = (text: string) =>
    /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;
  const expected = `a whole number from ${least} to ${most}`;
  return {
    expected,
    schema: v.pipe(v.string(), v.check(isIn, repeatingInput(expected)), v.transform(Number)),
  };
}

/** Accepts 1 for yes and 0 for no. */
export const flag: Kind<boolean> = {
  expected: '0 or 1',
  schema: v.pipe(
    v.picklist(['0', '1'], repeatingInput('0 or 1')),
    v.transform((text) => text === '1'),
  ),
};

export function choice<const C extends string>(choices: readonly C[]): Kind<C> {
  const expected = `one of ${choices.join(', ')}`;
  return { expected, schema: v.picklist(choices, repeatingInput(expected)) };
}

/**
 * Accepts a text that satisfies `isRight`; the message repeats an invalid text only if `mayRepeat`.
 */
export function text(
  expected: string,
  isRight: (text: string) => boolean = () => true,
  mayRepeat = true,
): Kind<string> {
  return {
    expected,
    schema: v.pipe(
      v.string(),
      v.check(
        isRight,
        mayRepeat ? repeatingInput(expected) : `must be ${expected}, and it is not.`,
      ),
    ),
  };
}

/** Accepts a list separated by commas. */
export function listOf(expected: string, isRight: (item: string) => boolean): Kind<string[]> {
  const split = (listed: string) => listed.split(',');
  return {
    expected,
    schema: v.pipe(
      v.string(),
      v.check((listed) => split(listed).every(isRight), repeatingInput(expected)),
      v.transform(split),
    ),
  };
}

function repeatingInput(expected: string) {
  return ({ received, input }: { received: string; input?: unknown }) =>
    `must be ${expected}, not "${input ?? received}".`;
}

/**
 * Reads the variables of `schema`. Reads secrets also from their files. An empty variable is
 * treated as not set. `nameOf` maps a variable to its name in the environment.
 * @throws CannotStart with a sentence for each invalid variable.
 */
export function readVariables<S extends Variables>(
  schema: S,
  env: Env,
  root: string,
  nameOf = (name: string) => name,
): v.InferOutput<S> {
  const sentences: string[] = [];
  const texts: Env = {};
  for (const [name, declared] of Object.entries(schema.entries)) {
    const value = aboutOf(declared).isSecret
      ? secretOf(env, nameOf(name), root)
      : { text: env[nameOf(name)] };
    if ('wrong' in value) sentences.push(value.wrong);
    else texts[name] = value.text || undefined;
  }
  const read = v.safeParse(schema, texts);
  for (const issue of read.issues ?? [])
    sentences.push(`${nameOf(v.getDotPath(issue) ?? '')} ${issue.message}`);
  if (sentences.length > 0) throw new CannotStart(sentences.join('\n'));
  return read.output as v.InferOutput<S>;
}

/**
 * Reads a secret from its variable or from the file that NAME_FILE names, relative to the checkout.
 */
function secretOf(
  env: Env,
  name: string,
  root: string,
): { text: string | undefined } | { wrong: string } {
  const file = env[`${name}_FILE`];
  if (!file) return { text: env[name] };
  if (env[name]) return { wrong: `Set ${name} or ${name}_FILE, not both.` };
  const read = contentOf(path.resolve(root, file));
  return 'text' in read
    ? read
    : {
        wrong: `${name}_FILE must name a file that contains only the secret, and ${read.problem}.`,
      };
}

/**
 * Returns a file's content, or what is wrong with the file. The system's error would repeat the
 * path, which may be a secret that somebody set by mistake.
 */
function contentOf(file: string): { text: string } | { problem: string } {
  try {
    const text = fs.readFileSync(file, 'utf8').trim();
    return text ? { text } : { problem: 'its file is empty' };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { problem: 'there is no such file' };
    if (code === 'EISDIR') return { problem: 'it names a folder' };
    return { problem: `this user cannot read its file (${code})` };
  }
}
