// Command arguments. Each has a schema, an input form and a help text. The type of a command's
// input is derived from its arguments.
import type { DeclaredArgument, Entity, TypedPart, Typing } from '@sandali/contract/commands.ts';
import { zDay, zInstant } from '@sandali/contract/day.ts';
import { zPositiveCentavos } from '@sandali/contract/money.ts';
import * as v from 'valibot';

type AnySchema = v.GenericSchema;

/** The schema of a value, how staff enter it, and what it names. */
export type Value<S extends AnySchema = AnySchema> = { schema: S; typing: Typing; of?: Entity };

export type Argument<S extends AnySchema = AnySchema> = Value<S> &
  Omit<DeclaredArgument, 'key' | 'name'> & { name: string | null };
export type Arguments = Readonly<Record<string, Argument>>;

export type InputOf<A extends Arguments> = v.InferOutput<
  v.StrictObjectSchema<{ [K in keyof A]: A[K]['schema'] }, undefined>
>;

/** Returns a text value with this schema. `like` is a placeholder that shows its form. */
export function text<S extends AnySchema>(schema: S, like?: string): Value<S> {
  return { schema, typing: { as: 'text', ...(like && { like }) } };
}

/** Returns a text value that may run over several lines. */
export function longText<S extends AnySchema>(schema: S): Value<S> {
  return { schema, typing: { as: 'text', isLong: true } };
}

/** Marks a value as identifying something, so that clients can link to it. */
export function naming<S extends AnySchema>(of: Entity, value: Value<S>): Value<S> {
  return { ...value, of };
}

/** Returns a text value that matches a pattern; `reason` is the error message. */
export function textLike(pattern: RegExp, like: string, reason = `must be like ${like}`) {
  const whole = new RegExp(`^(?:${pattern.source})$`);
  return {
    schema: v.pipe(v.string(), v.regex(whole, reason)),
    typing: { as: 'text', like, pattern: pattern.source },
  } satisfies Value;
}

/** A person, identified by phone number, userGid or reference (staff/perform.ts). */
export const person = naming(
  'person',
  text(
    v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60)),
    'number | userGid | reference',
  ),
);

/** A loan's reference number. */
export const loanReference = naming(
  'loan',
  text(v.pipe(v.string(), v.regex(/^[1-9]\d{9}$/, 'must be the ten digits of a reference number'))),
);

/** SHA-256 in hex. */
export const hash = textLike(/[0-9a-f]{64}/, 'hash', 'has 64 digits and letters a to f');

export const id = text(v.pipe(v.string(), v.uuid()));

/** Returns an id of this kind of thing. */
export const idOf = (of: Entity): Value<typeof id.schema> => naming(of, id);

export const day: Value<typeof zDay> = { schema: zDay, typing: { as: 'day' } };

export const minute: Value<typeof zInstant> = { schema: zInstant, typing: { as: 'minute' } };

export const pesos: Value<typeof zPositiveCentavos> = {
  schema: zPositiveCentavos,
  typing: { as: 'pesos' },
};

export function whole(least: number, most: number) {
  const schema = v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
  return { schema, typing: { as: 'whole', least, most } } satisfies Value;
}

/**
 * Returns a value that is one of these words; an object maps each typed word to the value sent.
 * `reason` is the error message for another word.
 */
export function choice<const T extends string>(
  of: readonly T[] | Readonly<Record<string, T>>,
  reason?: (word: unknown) => string,
) {
  const words = Array.isArray(of)
    ? Object.fromEntries(of.map((choiceWord: T) => [choiceWord, choiceWord]))
    : (of as Readonly<Record<string, T>>);
  return {
    schema: v.picklist(Object.values(words) as T[], reason && (({ input }) => reason(input))),
    typing: { as: 'choice', of: words },
  } satisfies Value;
}

/** Returns a value that lists one or more of these words, each at most once. */
export function choices<const T extends string>(of: readonly T[]) {
  const schema = v.pipe(
    v.array(v.picklist(of)),
    v.minLength(1),
    v.transform((some) => [...new Set(some)]),
  );
  return { schema, typing: { as: 'choices', of } } satisfies Value;
}

/** Returns a value read from a text file. */
export function file(mostLength: number) {
  return {
    schema: v.pipe(v.string(), v.maxLength(mostLength)),
    typing: { as: 'file' },
  } satisfies Value;
}

/** Returns a value read from a JSON file. */
export function json<S extends AnySchema>(schema: S): Value<S> {
  return { schema, typing: { as: 'json' } };
}

/** Returns a part of a joined value; typing the word `leftOutAs` omits the part. */
export function unless<S extends AnySchema>(
  leftOutAs: string,
  { schema, typing }: Value<S>,
): Value<v.OptionalSchema<S, undefined>> & { leftOutAs: string } {
  return { schema: v.optional(schema), typing, leftOutAs };
}

/** Returns a value whose parts are typed as one word with a separator. */
export function joined<const P extends Readonly<Record<string, Value & { leftOutAs?: string }>>>(
  by: string,
  parts: P,
) {
  type Schema = v.StrictObjectSchema<{ [K in keyof P]: P[K]['schema'] }, undefined>;
  const schema = v.strictObject(
    Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, part.schema])),
  );
  const typed = Object.entries(parts).map(
    ([key, { typing, leftOutAs }]): TypedPart => ({ key, typing, ...(leftOutAs && { leftOutAs }) }),
  );
  return {
    schema: schema as unknown as Schema,
    typing: { as: 'joined', by, parts: typed },
  } satisfies Value;
}

type Place = DeclaredArgument['place'];
const placed = <S extends AnySchema>(
  place: Place,
  { schema, typing, of }: Value<S>,
  about: string,
  name: string | null,
): Argument<S> => ({
  schema,
  typing,
  ...(of && { of }),
  place,
  about,
  name,
  isOptional: false,
});

/** Returns a positional argument, named after its key by default. */
export function word<S extends AnySchema>(
  value: Value<S>,
  about: string,
  name: string | null = null,
): Argument<S> {
  return placed('word', value, about, name);
}

/** Returns an argument that takes all remaining words: at least one and at most `most`. */
export function words<S extends AnySchema>(
  { schema, ...value }: Value<S>,
  about: string,
  { most, name = null }: { most: number; name?: string | null },
) {
  return placed(
    'words',
    { ...value, schema: v.pipe(v.array(schema), v.minLength(1), v.maxLength(most)) },
    about,
    name,
  );
}

/** Returns an option `--name` with a value. The default name is the option's key in kebab case. */
export function option<S extends AnySchema>(
  value: Value<S>,
  about: string,
  name: string | null = null,
): Argument<S> {
  return placed('option', value, about, name);
}

export function optional<S extends AnySchema>(
  argument: Argument<S>,
): Argument<v.OptionalSchema<S, undefined>>;
export function optional<S extends AnySchema, const D extends v.InferInput<S>>(
  argument: Argument<S>,
  otherwise: D,
): Argument<v.OptionalSchema<S, D>>;
export function optional<S extends AnySchema>(
  argument: Argument<S>,
  otherwise?: v.InferInput<S>,
): Argument {
  return { ...argument, isOptional: true, schema: v.optional(argument.schema, otherwise as never) };
}

/** Returns the schema of a command's input. */
export function requestOf(all: Arguments): AnySchema {
  return v.strictObject(
    Object.fromEntries(Object.entries(all).map(([key, { schema }]) => [key, schema])),
  );
}

/** Returns the declarations that the server publishes. */
export function declaredArguments(all: Arguments): DeclaredArgument[] {
  return Object.entries(all).map(([key, { place, name, isOptional, about, typing, of }]) => {
    const called =
      place === 'option' ? key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) : key;
    return { key, place, name: name ?? called, isOptional, about, typing, ...(of && { of }) };
  });
}
