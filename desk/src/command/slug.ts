import type { DeclaredCommand } from '@sandali/contract/commands.ts';

/** Returns a command's part of an address: 'review-ask-photo'. */
export const slugOf = ({ name }: Pick<DeclaredCommand, 'name'>): string =>
  name.replaceAll(' ', '-');

/** A command that may take longer checks everything, and runs only if a person asks for it. */
const quickMs = 20_000;

/** Whether a command lists what waits, and can therefore run as soon as its page opens. */
export function isOpenList(command: DeclaredCommand): boolean {
  const { kind, display, needsReason, aboutPerson, timeoutMs } = command;
  return (
    kind === 'look' &&
    ['table', 'record', 'lines'].includes(display.as) &&
    !needsReason &&
    aboutPerson === null &&
    timeoutMs <= quickMs &&
    command.arguments.every(({ isOptional }) => isOptional)
  );
}
