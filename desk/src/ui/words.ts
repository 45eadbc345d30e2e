/** Returns a name from a program as words: 'bank-ref' is 'Bank ref', 'dueOn' is 'Due on'. */
export function wordsOfName(name: string): string {
  const words = name
    .replace(
      /([a-z])([A-Z])/g,
      (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
    )
    .replace(/([a-z])-(?=[a-z])/g, '$1 ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns a text that begins with a capital and ends with a full stop. */
export function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? '' : '.'}`;
}
