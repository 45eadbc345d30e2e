// Writes a command as staff type it, so that the desk and proposals show the line to type.
import type { DeclaredArgument, DeclaredCommand, Typing } from './commands.ts';
import { cellText } from './commands.ts';
import type { Instant } from './day.ts';
import { type Centavos, formatPesos } from './money.ts';

/**
 * Returns the line that runs a command with this input. A missing argument that the command needs
 * stands as `<name>`, and the reason as "…".
 */
export function commandLine(
  { name, arguments: all, needsReason }: DeclaredCommand,
  input: Readonly<Record<string, unknown>>,
): string {
  const texts = all.map((argument) => {
    const { key, place, name: label, isOptional } = argument;
    const value = input[key];
    if (value === undefined && isOptional) return [];
    const typed = value === undefined ? [`<${label}>`] : typedWords(argument, value).map(quoted);
    return place === 'option' ? [`--${label}`, ...typed] : typed;
  });
  return [name, ...texts.flat(), ...(needsReason ? ['--reason "…"'] : [])].join(' ');
}

/** Returns the words that staff type for an argument's value. */
export function typedWords({ place, typing }: DeclaredArgument, value: unknown): string[] {
  const values = place === 'words' && Array.isArray(value) ? value : [value];
  return values.map((part) => typedText(typing, part));
}

function typedText(typing: Typing, value: unknown): string {
  switch (typing.as) {
    case 'minute':
      return cellText({ as: 'instant', at: value as Instant });
    case 'pesos':
      return formatPesos(value as Centavos, { drop00: true }).replace('₱', '');
    case 'choice':
      return Object.keys(typing.of).find((word) => typing.of[word] === value) ?? String(value);
    case 'choices':
      return (value as readonly string[]).join(',');
    case 'joined':
      return typing.parts
        .map(({ key, typing: part, leftOutAs }) => {
          const inner = (value as Readonly<Record<string, unknown>>)[key];
          return inner === undefined ? (leftOutAs ?? '') : typedText(part, inner);
        })
        .join(typing.by);
    case 'file':
    case 'json':
      return '<file>';
    default:
      return String(value);
  }
}

const quoted = (text: string) =>
  /^(?:<file>|[\w.:,/+@%-]+)$/.test(text) ? text : `"${text.replace(/(["\\$`])/g, '\\$1')}"`;
