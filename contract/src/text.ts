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

/** A person's name: letters with their marks, spaces, and the signs that Philippine names carry (' - .), 1 to 60 code points. */
export const zName = v.pipe(zLine(60), v.regex(/^\p{L}[\p{L}\p{M} .'’-]*$/u));
