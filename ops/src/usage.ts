import type { DeclaredArgument, DeclaredCommand } from '@sandali/contract/commands.ts';
import { placeholderOf } from '@sandali/contract/typedValues.ts';

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
