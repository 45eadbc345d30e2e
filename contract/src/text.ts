// Free text from people. Client and server first remove or normalise invisible characters, then
// check the text.
import * as v from 'valibot';
import { undrawnInMessage, undrawnLetters } from './paperLetters.ts';

// Cc, Cf, Co, Cs: control, format (zero width, direction marks), private use, lone surrogates.
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}]/gu;
// In multi-line text, the joiners, selectors and tags of emoji are kept.
const invisibleInWords =
  /(?!\n|\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}]/gu;

/**
 * Returns one line as a person sees it: composed (NFC), single spaces, without invisible
 * characters.
 */
export function visibleLine(text: string): string {
  return text
    .replace(/[\t-\r\u0085\u2800\p{Z}]+/gu, ' ')
    .replace(invisible, '')
    .normalize('NFC')
    .replace(/ +/g, ' ')
    .trim();
}

/** Returns multi-line text as a person sees it. */
export function visibleWords(text: string): string {
  const words = text
    .replace(/\r\n?|[\u2028\u2029\v\f\u0085]/g, '\n')
    .replace(/[\t\u2800\p{Zs}]/gu, ' ')
    .replace(invisibleInWords, '')
    .normalize('NFC')
    .trim();
  return visibleLine(words) === '' ? '' : words;
}

/** Creates a schema for one line of 1 to `max` code points, normalised with `visibleLine`. */
export function zLine(max: number) {
  return v.pipe(
    v.string(),
    v.maxLength(max * 8, 'long'),
    v.transform(visibleLine),
    v.minLength(1),
    v.check((text) => [...text].length <= max, 'long'),
  );
}

/** Restricts new input, but not stored text, to characters that documents can show. */
export function drawn<S extends v.GenericSchema>(
  schema: S,
  undrawn: (text: string) => string[] = undrawnLetters,
): S {
  const check = v.check(
    (text: unknown) => typeof text !== 'string' || undrawn(text).length === 0,
    'letters',
  );
  // The check changes neither type, but valibot's types cannot express that for a generic schema.
  return v.pipe(schema, check) as unknown as S;
}

/** Restricts each entry of a form to characters that documents can show. */
export function drawnEntries<E extends v.ObjectEntries>(entries: E): E {
  return Object.fromEntries(
    Object.entries(entries).map(([name, schema]) => [name, drawn(schema as v.GenericSchema)]),
  ) as E;
}

/** The longest message to us or to a borrower, in code points. */
export const mostRequestLetters = 1000;

/** A multi-line message of at most that length. */
export const zRequestWords = v.pipe(
  v.string(),
  v.maxLength(mostRequestLetters * 8, 'long'),
  v.transform(visibleWords),
  v.check((text) => text !== '', 'empty'),
  v.check((text) => [...text].length <= mostRequestLetters, 'long'),
  v.check((text) => undrawnInMessage(text).length === 0, 'letters'),
);

/** Replaces dashes and apostrophes from other keyboards, so that names compare and print alike. */
function plainNameSigns(name: string): string {
  return name.replace(/[\u2010-\u2015\u2212]/g, '-').replace(/[\u2018\u02bc\u0060\u00b4]/g, '’');
}

/**
 * A person's name: letters with their marks, spaces, and the signs of Philippine names (' - .), 1
 * to 60 code points.
 */
export const zName = v.pipe(
  zLine(60),
  v.transform(plainNameSigns),
  v.regex(/^\p{L}[\p{L}\p{M} .'’-]*$/u),
);
