// How a variable of the environment is declared and read: its kind, limits, default and meaning are
// in one place (environment.ts).
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as v from 'valibot';
import { CannotStart } from './cannot-start.ts';

export type Env = Record<string, string | undefined>;

/**
 * What the list of variables says of one. `byDefault` is empty where it has none, or one that
 * follows from others, which `meaning` then says.
 */
export type About = { meaning: string; kind: string; byDefault: string; isSecret: boolean };
/** From a text to a value; `says` follows the variable's name in a sentence: "must be 0 or 1". */
export type Kind<T> = { schema: v.GenericSchema<string, T>; says: string };
export type Variable<T> = v.GenericSchema<string | undefined, T>;
type Variables = v.ObjectSchema<Record<string, Variable<unknown>>, undefined>;

/** A variable that is `byDefault` where it is not set. */
export function variable<T>(
  { schema, says }: Kind<T>,
  byDefault: string,
  meaning: string,
): Variable<T> {
  const about: About = { meaning, kind: says, byDefault, isSecret: false };
  return v.pipe(v.optional(schema, byDefault), v.metadata(about));
}

/** A variable that may be left out. */
export function optional<T>({ schema, says }: Kind<T>, meaning: string): Variable<T | undefined> {
  const about: About = { meaning, kind: says, byDefault: '', isSecret: false };
  return v.pipe(v.optional(schema), v.metadata(about));
}

/**
 * A variable that is optional, is never repeated in a message, and may be read from a file that
 * NAME_FILE names instead.
 */
export function secret<T>({ schema, says }: Kind<T>, meaning: string): Variable<T | undefined> {
  const about: About = { meaning, kind: says, byDefault: '', isSecret: true };
  return v.pipe(v.optional(schema), v.metadata(about));
}

/** What was declared of a variable. */
export function aboutOf(one: Variable<unknown>): About {
  return v.getMetadata(one) as About;
}

/** A whole number within limits, both included. */
export function whole(least: number, most: number): Kind<number> {
  const isIn = (text: string) =>
    /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;
  const says = `a whole number from ${least} to ${most}`;
  return { says, schema: v.pipe(v.string(), v.check(isIn, repeating(says)), v.transform(Number)) };
}

/** 1 is yes and 0 is no. */
export const flag: Kind<boolean> = {
  says: '0 or 1',
  schema: v.pipe(
    v.picklist(['0', '1'], repeating('0 or 1')),
    v.transform((text) => text === '1'),
  ),
};

export function choice<const C extends string>(choices: readonly C[]): Kind<C> {
  const says = `one of ${choices.join(', ')}`;
  return { says, schema: v.picklist(choices, repeating(says)) };
}

/**
 * A text for which `isRight` holds; the sentence repeats a wrong one unless it may hold a secret.
 */
export function text(
  says: string,
  isRight: (text: string) => boolean = () => true,
  mayRepeat = true,
): Kind<string> {
  return {
    says,
    schema: v.pipe(
      v.string(),
      v.check(isRight, mayRepeat ? repeating(says) : `must be ${says}, and it is not.`),
    ),
  };
}

/** Several with commas between. */
export function listOf(says: string, isRight: (one: string) => boolean): Kind<string[]> {
  const split = (given: string) => given.split(',');
  return {
    says,
    schema: v.pipe(
      v.string(),
      v.check((given) => split(given).every(isRight), repeating(says)),
      v.transform(split),
    ),
  };
}

function repeating(says: string) {
  return ({ received, input }: { received: string; input?: unknown }) =>
    `must be ${says}, not "${input ?? received}".`;
}

/**
 * Reads the variables of `schema`; an empty one counts as not set, and secrets are read from their
 * files too. `nameOf` returns the name of a variable in the environment. @throws CannotStart with a
 * sentence for each that is wrong.
 */
export function readVariables<S extends Variables>(
  schema: S,
  env: Env,
  root: string,
  nameOf = (name: string) => name,
): v.InferOutput<S> {
  const sentences: string[] = [];
  const texts: Env = {};
  for (const [name, one] of Object.entries(schema.entries)) {
    const found = aboutOf(one).isSecret
      ? secretOf(env, nameOf(name), root)
      : { text: env[nameOf(name)] };
    if ('wrong' in found) sentences.push(found.wrong);
    else texts[name] = found.text || undefined;
  }
  const read = v.safeParse(schema, texts);
  for (const issue of read.issues ?? [])
    sentences.push(`${nameOf(v.getDotPath(issue) ?? '')} ${issue.message}`);
  if (sentences.length > 0) throw new CannotStart(sentences.join('\n'));
  return read.output as v.InferOutput<S>;
}

/** A secret from its variable or from the file, counted from the checkout, that NAME_FILE names. */
function secretOf(
  env: Env,
  name: string,
  root: string,
): { text: string | undefined } | { wrong: string } {
  const file = env[`${name}_FILE`];
  if (!file) return { text: env[name] };
  if (env[name]) return { wrong: `Set ${name} or ${name}_FILE, not both.` };
  const text = contentOf(path.resolve(root, file));
  return text
    ? { text }
    : {
        wrong: `${name}_FILE must name a file that can be read and holds the secret alone, and it does not.`,
      };
}

/**
 * Null where the file cannot be read: what is wrong is said in a sentence that names the variable,
 * not what somebody may have written into it.
 */
function contentOf(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
