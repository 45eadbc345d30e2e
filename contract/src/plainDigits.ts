const invisible = /[\p{Cf}\p{DI}]/gu;

/**
 * Normalises typed text. Full-width and Arabic digits, which some keyboards and phone books write,
 * become ASCII; invisible characters are removed. Characters that only look like digits ('²', '½')
 * are kept.
 */
export function plainDigits(text: string): string {
  const shifted = (by: number) => (sign: string) => String.fromCharCode(sign.charCodeAt(0) - by);
  return text
    .replace(invisible, '')
    .replace(/[\uff01-\uff5e]/g, shifted(0xff01 - 0x21))
    .replace(/[\u0660-\u0669]/g, shifted(0x0660 - 0x30))
    .replace(/[\u06f0-\u06f9]/g, shifted(0x06f0 - 0x30));
}

/** Separators between digits: spaces, controls, dashes, dots, slashes and parentheses. */
const between = /[\s\p{Cc}\p{Co}\p{Cs}\p{Pd}\u2212.\u00b7\u2022/()]/gu;

/** Removes the separators, and the scheme of a link ('tel:'), from a typed or pasted number. */
export function plainNumber(text: string): string {
  return plainDigits(text)
    .trim()
    .replace(/^(?:tel|sms):/i, '')
    .replace(between, '');
}
