// Carries an id from a result to another command's form. It stays in memory, because an address or
// the browser's history could keep a phone number.
let waiting: { command: string; texts: Readonly<Record<string, string>> } | null = null;

/** Keeps texts for the next form of a command. */
export function handOver(command: string, texts: Readonly<Record<string, string>>): void {
  waiting = { command, texts };
}

/** Returns the texts that were handed to a command's form, once. */
export function takeOver(command: string): Readonly<Record<string, string>> {
  const texts = waiting?.command === command ? waiting.texts : {};
  waiting = null;
  return texts;
}
