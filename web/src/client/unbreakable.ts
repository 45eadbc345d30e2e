/** A number that people read as one ('0917 555 0142', '••• 4821') in a form that no line breaks. */
export function unbreakable(number: string): string {
  return number.replaceAll(' ', '\u00a0');
}
