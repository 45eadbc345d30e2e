// The rule for passwords.
import * as v from 'valibot';

/**
 * 8 to 128 code points (NIST SP 800-63B-4, password with a second factor). All characters are
 * allowed; no kind of character is required.
 */
export const zPassword = v.pipe(
  v.string(),
  v.maxLength(512),
  v.transform((text) => text.normalize('NFC')),
  v.check((text) => [...text].length >= 8, 'short'),
  v.check((text) => [...text].length <= 128, 'long'),
);
