/**
 * Returns a number that people read as a unit ('0917 555 0142', '••• 4821') without line breaks.
 */
export function unbreakable(number: string): string {
  return number.replaceAll(' ', '\u00a0');
}

/** Parts of the server's texts that must not break: a day, a percentage, a telephone number. */
const spaced = /\d{1,2} \p{L}{3,4} \d{4}|\p{L}{3} \d{1,2}, \d{4}|\d %|\(\d+\)(?: \d+)+/gu;
/** Chinese days need joiners. Case numbers get none, since people would copy the joiners. */
const joints = /\d(?=[年月日])|[年月](?=\d)/g;

/**
 * Keeps days, percentages and numbers in a text on one line. For display only: text that is signed,
 * copied or saved stays as the server wrote it.
 */
export function withoutBreaks(words: string): string {
  return words.replace(spaced, unbreakable).replace(joints, '$&\u2060');
}
