import type { DeclaredArgument, DeclaredCommand, Typing } from '@sandali/contract/commands.ts';

/** Returns a usage line, such as 'transfer book --reference <TR-…> [--case <CS-…>]'. */
export function usageOf(command: DeclaredCommand): string {
  return [
    command.name,
    ...command.arguments.map((argument) =>
      argument.isOptional ? `[${withPlaceholder(argument)}]` : withPlaceholder(argument),
    ),
    ...(command.display.as === 'picture' ? ['[--minutes <1 to 30>]'] : []),
    ...(command.display.as === 'file' ? ['--out <file>'] : []),
    ...(command.mayReveal.length > 0 ? ['[--reveal]'] : []),
    ...(command.needsReason ? ['--reason "…"'] : []),
  ].join(' ');
}

/** Returns an argument's name, such as '<application>' or '--paid-on'. */
export function labelOf({ place, name }: DeclaredArgument): string {
  return place === 'option' ? `--${name}` : `<${name}>`;
}

/** Returns an argument with its placeholder, such as '<application>' or '--paid-on <day>'. */
export function withPlaceholder(argument: DeclaredArgument): string {
  const placeholder = placeholderOf(argument.typing) ?? argument.name;
  const value = argument.typing.as === 'choice' ? placeholder : `<${placeholder}>`;
  return argument.place === 'option'
    ? `${labelOf(argument)} ${value}`
    : `${value}${argument.place === 'words' ? ' …' : ''}`;
}

const choiceOf = (of: Readonly<Record<string, string>>) => Object.keys(of).join('|');

/** Returns a value's placeholder, or null if the argument's name is enough. */
export function placeholderOf(typing: Typing): string | null {
  switch (typing.as) {
    case 'text':
      return typing.like ?? null;
    case 'minute':
      return 'day hh:mm';
    case 'whole':
      return `${typing.least} to ${typing.most}`;
    case 'choices':
      return typing.of.join(',');
    case 'joined':
      return typing.parts
        .map(({ key, typing: part, leftOutAs }) =>
          [
            part.as === 'whole' ? key : (placeholderOf(part) ?? key),
            ...(leftOutAs ? [leftOutAs] : []),
          ].join('|'),
        )
        .join(typing.by);
    case 'day':
    case 'pesos':
    case 'file':
      return typing.as;
    case 'json':
      return 'file';
    case 'choice':
      return choiceOf(typing.of);
  }
}
