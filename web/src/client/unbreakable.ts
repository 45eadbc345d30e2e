/** Replaces the spaces in a number ('0917 555 0142', '••• 4821') with no-break spaces. */
export function unbreakable(number: string): string {
  return number.replaceAll(' ', '\u00a0');
}

/**
 * The parts of the server's texts that must stay on one line: dates, percentages, telephone
 * numbers.
 */
const spaced = /\d{1,2} \p{L}{3,4} \d{4}|\p{L}{3} \d{1,2}, \d{4}|\d %|\(\d+\)(?: \d+)+/gu;
/** Chinese dates need word joiners. Case numbers must not have any, because borrowers copy them. */
const joints = /\d(?=[年月日])|[年月](?=\d)/g;

/**
 * Keeps dates, percentages and numbers in a text on one line. For display only: a text that is
 * signed, copied or saved must stay as the server wrote it.
 */
export function withoutBreaks(words: string): string {
  return words.replace(spaced, unbreakable).replace(joints, '$&\u2060');
}
