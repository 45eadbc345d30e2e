// A form's texts, and the request that they make by the rules of the command line.
import type { DeclaredArgument, DeclaredCommand } from '@sandali/contract/commands.ts';
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { visibleLine } from '@sandali/contract/text.ts';
import { typedValue } from '@sandali/contract/typedValues.ts';
import type { CommandRequest } from '#/api.ts';
import type { ChosenFile } from '#/ui/FileField.tsx';
import { faultOfReason } from '#/ui/reason.ts';
import { wordsOfName } from '#/ui/words.ts';

/**
 * What a person typed. `texts` are by argument key: a text, a list for `choices` and for an
 * argument that takes all remaining words, or a chosen file.
 */
export type Typed = {
  texts: Record<string, string | string[] | ChosenFile | null>;
  reason: string;
  isRevealing: boolean;
};
/** What is wrong, by the path of the field. */
export type Faults = Record<string, string>;

/** What a form would send, as pairs of a label and a text. */
export type Summary = readonly (readonly [string, string])[];

/** Returns the arguments that a form asks for. The next page of a list is asked for by a button. */
export function askedArguments(command: DeclaredCommand): readonly DeclaredArgument[] {
  return command.arguments.filter(
    ({ key, typing }) => !(key === 'after' && typing.as === 'joined'),
  );
}

/** Returns the command with only the arguments that are not set yet. */
export function withoutSet(
  command: DeclaredCommand,
  input: Readonly<Record<string, unknown>>,
): DeclaredCommand {
  return { ...command, arguments: command.arguments.filter(({ key }) => input[key] === undefined) };
}

/** Returns an empty form, with some texts already typed. */
export function emptyForm(
  command: DeclaredCommand,
  texts: Readonly<Record<string, string>> = {},
): Typed {
  const empty = ({ place, typing }: DeclaredArgument) => {
    if (place === 'words' || typing.as === 'choices') return [];
    return typing.as === 'file' || typing.as === 'json' ? null : '';
  };
  const all = askedArguments(command).map((argument) => {
    const text = texts[argument.key];
    if (text === undefined) return [argument.key, empty(argument)] as const;
    return [argument.key, argument.place === 'words' ? [text] : text] as const;
  });
  return { texts: Object.fromEntries(all), reason: '', isRevealing: false };
}

/** Returns the words that the command line would be given for an argument; none if left out. */
export function wordsOf(argument: DeclaredArgument, { texts }: Typed): readonly string[] {
  const text = texts[argument.key] ?? '';
  if (Array.isArray(text)) {
    const words = text.filter((word) => word !== '');
    if (argument.typing.as !== 'choices') return words;
    return words.length > 0 ? [words.join(',')] : [];
  }
  const word = typeof text === 'string' ? text : text.name;
  return word === '' ? [] : [word];
}

/** Returns the request that a form makes, or what is wrong with it. */
export function requestOf(
  command: DeclaredCommand,
  typed: Typed,
): { request: CommandRequest } | { faults: Faults } {
  const faults: Faults = {};
  const input: Record<string, unknown> = {};
  for (const argument of askedArguments(command)) {
    const words = wordsOf(argument, typed);
    const values: unknown[] = [];
    for (const word of words) {
      const text = typed.texts[argument.key];
      const isFile = typeof text === 'object' && text !== null && !Array.isArray(text);
      const read = typedValue(argument.typing, isFile ? text.text : word);
      if ('wrong' in read) faults[argument.key] ??= `This ${read.wrong}.`;
      else values.push(read.value);
    }
    if (words.length === 0 && !argument.isOptional) faults[argument.key] = 'Fill this in.';
    if (words.length > 0) input[argument.key] = argument.place === 'words' ? values : values[0];
  }
  const reasonFault = command.needsReason ? faultOfReason(typed.reason) : null;
  if (reasonFault) faults.reason = reasonFault;
  if (Object.keys(faults).length > 0) return { faults };
  return {
    request: {
      input,
      ...(command.needsReason && { reason: visibleLine(typed.reason) }),
      ...(typed.isRevealing && { reveal: true as const }),
    },
  };
}

/** Returns what a form would send, for a person to check. */
export function summaryOf(command: DeclaredCommand, typed: Typed): Summary {
  return askedArguments(command).flatMap((argument) => {
    const words = wordsOf(argument, typed).map((word) => {
      const read = argument.typing.as === 'pesos' ? typedValue(argument.typing, word) : null;
      return read && 'value' in read ? formatPesos(read.value as Centavos) : word;
    });
    return words.length > 0 ? [[wordsOfName(argument.name), words.join(', ')] as const] : [];
  });
}
