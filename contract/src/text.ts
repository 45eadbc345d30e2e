// Free text from people, narrowed before anything else sees it: composed (NFC), trimmed, single spaces, no control or invisible characters.
import * as v from 'valibot';

// Cc, Cf, Co, Cs and line separators: control, format (zero width, direction marks), private use, lone surrogates.
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u;

/** Whether a text holds a character that cannot be seen, or that steers how others are. */
export const hasHidden = (text: string) => hidden.test(text);

const tidy = (text: string) => text.normalize('NFC').trim().replace(/ +/g, ' ');

/** A line of text of 1 to `max` code points. */
export function zLine(max: number) {
  return v.pipe(
    v.string(),
    v.maxLength(max * 4),
    v.check((text) => !hasHidden(text), 'hidden'),
    v.transform(tidy),
    v.minLength(1),
    v.check((text) => [...text].length <= max, 'length'),
  );
}

/** Letters of what somebody writes to us or to a borrower, in code points. */
export const mostRequestLetters = 1000;

/** Such words, over as many lines as they need. */
export const zRequestWords = v.pipe(
  v.string(),
  v.maxLength(mostRequestLetters * 4),
  v.transform((text) => text.normalize('NFC').replaceAll('\r\n', '\n').trim()),
  v.check((text) => text !== '', 'empty'),
  v.check((text) => [...text].length <= mostRequestLetters, 'long'),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line may break, and nothing else may steer a terminal or a page
  v.check((text) => !/[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/.test(text), 'control'),
);

/** A person's name: letters with their marks, spaces, and the signs that Philippine names carry (' - .), 1 to 60 code points. */
export const zName = v.pipe(zLine(60), v.regex(/^\p{L}[\p{L}\p{M} .'’-]*$/u));
