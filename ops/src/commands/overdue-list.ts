import type { Command } from '#/command.ts';

type Overdue = { reference: string; person: string; phone: string; days: number; amount: string; promise: string; lastCall: string | null };
type Place = { lastFreeOn: string; loanId: string };

export const overdueList: Command = {
  name: 'overdue list',
  usage: '[--after <day>/<loan>]',
  about: 'Overdue bills, the longest first, 50 a page, with the last call and the promise. --after is what the page before ended with.',
  examples: ['overdue list', 'overdue list --after 2026-11-18/019a9f00-0000-7000-8000-000000000001'],
  options: ['after'],
  input: ({ words, options: { after } }) => {
    if (words.length > 0) return null;
    if (after === undefined) return {};
    const [lastFreeOn, loanId, ...rest] = after.split('/');
    return lastFreeOn && loanId && rest.length === 0 ? { after: { lastFreeOn, loanId } } : null;
  },
  show: ({ bills, next }: { bills: Overdue[]; next: Place | null }) => ({
    rows: [
      ['reference', 'days', 'owed', 'number', 'promise', 'last call', 'person'],
      ...bills.map((one) => [one.reference, one.days, one.amount, one.phone, one.promise, one.lastCall ?? 'never', one.person]),
    ],
    ...(next ? { line: `more: overdue list --after ${next.lastFreeOn}/${next.loanId}` } : {}),
  }),
};
