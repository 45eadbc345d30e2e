import type { Command } from '#/command.ts';

type Break = { invariant: string; subject: string; detail: string };

export const ledgerCheck: Command = {
  name: 'ledger check',
  usage: '',
  about: 'Checks every invariant of the books. Ends with exit code 1 where one does not hold.',
  examples: ['ledger check'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ breaks }: { breaks: Break[] }) =>
    breaks.length === 0
      ? { line: 'The books hold.' }
      : { rows: [['invariant', 'subject', 'detail'], ...breaks.map((one) => [one.invariant, one.subject, one.detail])], isWell: false },
};
