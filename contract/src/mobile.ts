// The schemas of telephone numbers, apart from phone.ts: reading a typed number is in the first
// paint, and the schema library is not.
import * as v from 'valibot';
import { storedMobile } from './phone.ts';
import { plainDigits } from './plainDigits.ts';
import { visibleLine } from './text.ts';

/** Accepts a `MobileNumber`. */
export const zMobile = v.pipe(v.string(), v.regex(storedMobile), v.brand('MobileNumber'));

/** A workplace's telephone, which may be a landline with an area code and an extension. */
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
