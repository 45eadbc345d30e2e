import type { DeclaredCommand } from '@sandali/contract/commands.ts';

/** A command to run first, with the texts of its form. */
type Look = { command: DeclaredCommand; texts: Readonly<Record<string, string>> };

const lead = 'View the current state first: ';

/** Returns the commands that a refusal asks to run first; empty for another refusal. */
export function looksFirst(refusal: string, commands: readonly DeclaredCommand[]): Look[] {
  if (!refusal.startsWith(lead)) return [];
  return refusal
    .slice(lead.length)
    .split('; ')
    .flatMap((line) => {
      const command = commands
        .filter(({ name }) => `${line} `.startsWith(`${name} `))
        .toSorted((one, other) => other.name.length - one.name.length)[0];
      return command ? [{ command, texts: textsOf(command, line.slice(command.name.length)) }] : [];
    });
}

/** Reads the words after a command's name as texts of its form. */
function textsOf(command: DeclaredCommand, rest: string): Record<string, string> {
  const words = rest.split(' ').filter((word) => word !== '');
  const places = command.arguments.filter(({ place }) => place === 'word');
  const texts: Record<string, string> = {};
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const option = command.arguments.find(({ name }) => `--${name}` === word);
    const argument = word.startsWith('--') ? option : places.shift();
    if (argument) texts[argument.key] = word.startsWith('--') ? (words.shift() ?? '') : word;
  }
  return texts;
}
