// The line of the command line that does what a form does.
import { typedWords } from '@sandali/contract/commandLine.ts';
import type { DeclaredArgument, DeclaredCommand } from '@sandali/contract/commands.ts';
import { askedArguments, type Typed, wordsOf } from './typed.ts';

const programName = 'sandali-ops';

/**
 * Returns the line for a POSIX shell. Arguments that are still empty are left out. `input` holds
 * arguments that are set without being typed.
 */
export function opsLine(
  command: DeclaredCommand,
  typed: Typed,
  input: Readonly<Record<string, unknown>> = {},
): string {
  const wordsIn = (argument: DeclaredArgument) =>
    input[argument.key] === undefined
      ? wordsOf(argument, typed)
      : typedWords(argument, input[argument.key]);
  const ofPlace = (isOption: boolean) =>
    askedArguments(command)
      .filter(({ place }) => (place === 'option') === isOption)
      .flatMap((argument) =>
        wordsIn(argument).map((word) => (isOption ? optionOf(argument.name, word) : word)),
      );
  const words = ofPlace(false).map(quoted);
  const options = [
    ...ofPlace(true),
    ...(command.display.as === 'file' ? [`--out ${quoted(fileNameOf(command))}`] : []),
    ...(typed.isRevealing ? ['--reveal'] : []),
    ...(command.needsReason && typed.reason ? [optionOf('reason', typed.reason)] : []),
  ];
  // A word that begins with a dash is no option only after '--'.
  const isDashed = ofPlace(false).some((word) => word.startsWith('-'));
  return [
    programName,
    command.name,
    ...(isDashed ? [...options, '--', ...words] : [...words, ...options]),
  ].join(' ');
}

/** Returns the usual name of the file that a command's response is written to. */
export function fileNameOf({ name }: DeclaredCommand): string {
  return `${name.replaceAll(' ', '-')}.csv`;
}

const optionOf = (name: string, word: string) =>
  word.startsWith('-') ? `--${name}=${quoted(word)}` : `--${name} ${quoted(word)}`;

/** Quotes a word for a POSIX shell if it needs quotes. */
function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", `'\\''`)}'` : `"${word}"`;
}
