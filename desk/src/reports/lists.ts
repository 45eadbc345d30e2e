// Opens the command that lists the rows behind a figure, with its form filled in.
import type { DeclaredCommand } from '@sandali/contract/commands.ts';

type Form = { command: DeclaredCommand; texts: Record<string, string> };

/** Parses a command line of a response; null if this person may not run the command. */
export function formOf(line: string, commands: readonly DeclaredCommand[]): Form | null {
  const [command] = commands
    .filter(({ name }) => `${line} `.startsWith(`${name} `))
    .toSorted((a, b) => b.name.length - a.name.length);
  if (!command) return null;
  const rest = line.slice(command.name.length).split(' ').filter(Boolean);
  const placed = command.arguments.filter(({ place }) => place !== 'option');
  const texts: Record<string, string> = {};
  while (rest.length > 0) {
    const word = rest.shift() as string;
    const argument = word.startsWith('--')
      ? command.arguments.find(({ place, name }) => place === 'option' && `--${name}` === word)
      : placed.shift();
    const text = word.startsWith('--') ? rest.shift() : word;
    if (argument && text !== undefined) texts[argument.key] = text;
  }
  return { command, texts };
}
