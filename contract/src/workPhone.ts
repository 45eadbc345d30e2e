// The telephone of a workplace, which may be a landline.
import * as v from 'valibot';
import { plainDigits } from './plainDigits.ts';
import { visibleLine } from './text.ts';

/** A telephone of any kind, as people write it: a landline has an area code, and some have an extension. */
export const zWorkPhone = v.pipe(
  v.string(),
  v.maxLength(200),
  v.transform((typed) =>
    plainDigits(visibleLine(typed))
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(/[./]/g, ' '),
  ),
  v.regex(/^[0-9+() -]{7,20}$/),
);
