/** A number that people read as one ('0917 555 0142', '••• 4821') in a form that no line breaks. */
export function unbreakable(number: string): string {
  return number.replaceAll(' ', '\u00a0');
}

/** What people read as one in the server's texts: a day, a percentage, a telephone number. */
const spaced = /\d{1,2} \p{L}{3,4} \d{4}|\p{L}{3} \d{1,2}, \d{4}|\d %|\(\d+\)(?: \d+)+/gu;
/**
 * The same without a space: a day in Chinese. A case number, which people copy, gets no sign that
 * they would copy with it.
 */
const joints = /\d(?=[年月日])|[年月](?=\d)/g;

/**
 * The words of a paper or a message with days, percentages and numbers that no line breaks. Only
 * for drawing them: what is signed, copied or saved is as the server wrote it.
 */
export function heldTogether(words: string): string {
  return words.replace(spaced, unbreakable).replace(joints, '$&\u2060');
}
