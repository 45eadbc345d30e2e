// Schemas for telephone numbers, separate from phone.ts because the first screen parses numbers
// without the schema library.
import * as v from 'valibot';
import { storedMobile } from './phone.ts';
import { plainDigits } from './plainDigits.ts';
import { visibleLine } from './text.ts';

export const zMobile = v.pipe(v.string(), v.regex(storedMobile), v.brand('MobileNumber'));

/**
 * A telephone extension, typed as 'ext. 12', 'loc12', 'x 12' or '# 12'. It becomes ' local 12', the
 * usual form in the Philippines.
 */
const localNumber = / *,? *(?:local|loc|extension|extn|ext|x|#) *[.:]? *(\d{1,6})$/i;

/**
 * A workplace's telephone: a mobile number, or a landline with area code and optional extension.
 */
export const zWorkPhone = v.pipe(
  v.string(),
  v.maxLength(200),
  v.transform((typed) =>
    plainDigits(visibleLine(typed))
      .replace(/^tel: */i, '')
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(localNumber, ' local $1')
      .replace(/[./]/g, ' '),
  ),
  v.regex(/^(?=(?:\D*\d){6})[0-9+() -]{7,20}(?: local \d{1,6})?$/),
);
