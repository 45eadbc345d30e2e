import type { Command } from '#/command.ts';

type Hold = {
  id: string;
  person: string;
  placedAt: string;
  proposedBy: string | null;
  isCleared: boolean;
  matches: { match: string; foundAt: string }[];
};

export const screeningHold: Command = {
  name: 'screening hold',
  usage: '<id> --reason "…"',
  about: 'Shows which lines of which list hold a credit line back. Compare them in the file; `review show` has what the person gave.',
  examples: ['screening hold 019a9f00-0000-7000-8000-000000000001 --reason "list of December"'],
  input: ({ words: [hold, ...rest] }) => (hold && rest.length === 0 ? { hold } : null),
  show: ({ hold }: { hold: Hold }) => ({
    rows: [['match', 'found'], ...hold.matches.map((one) => [one.match, one.foundAt])],
    line: `person ${hold.person}, since ${hold.placedAt}${hold.isCleared ? ', cleared' : hold.proposedBy ? `, ${hold.proposedBy} proposes to clear it` : ''}`,
  }),
};
