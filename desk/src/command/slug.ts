import type { DeclaredCommand } from '@sandali/contract/commands.ts';

/** Returns a command's part of an address: 'review-ask-photo'. */
export const slugOf = ({ name }: Pick<DeclaredCommand, 'name'>): string =>
  name.replaceAll(' ', '-');

/** Whether a command lists what waits, and can therefore run as soon as its page opens. */
export function isOpenList(command: DeclaredCommand): boolean {
  const { kind, display, needsReason, aboutPerson } = command;
  return (
    kind === 'look' &&
    ['table', 'record', 'lines'].includes(display.as) &&
    !needsReason &&
    aboutPerson === null &&
    command.arguments.every(({ isOptional }) => isOptional)
  );
}
