// The staff command that records a promise to pay.
import { day, joined, loanReference, pesos, unless, word, words } from '#/commands/arguments.ts';
import { command, type StaffCommand } from '#/commands/command.ts';
import { inPesos, money } from '#/commands/display.ts';
import { mostParts } from './promise-terms.ts';
import { promiseToPay } from './promise-to-pay.ts';

const part = joined('=', { on: day, amountCentavos: unless('rest', pesos) });

export const promiseCommand: StaffCommand = command({
  name: 'overdue promise',
  menu: 'Collections',
  label: 'Record a promise',
  about:
    'Records a promise to pay a bill in up to four parts within 60 days. It is possible from three days before the due date, or after the third extension. The parts add up to the debt on the due date, or to today’s debt after it. While they are paid on time, no late charge is added.',
  examples: [
    'overdue promise 4021938857 2026-12-15=20000 2026-12-30=rest --reason "agreed on the phone, ticket 812"',
    'overdue promise 4021938857 2026-12-15=rest --reason "agreed on the phone, ticket 812"',
  ],
  kind: 'change',
  seenFirst: { notNeeded: 'it records what the person said and moves no money' },
  roles: ['collector', 'support', 'finance'],
  arguments: {
    reference: word(loanReference, 'the loan'),
    parts: words(part, 'each part as its due day and amount; the last amount can be rest', {
      most: mostParts,
    }),
  },
  run: promiseToPay,
  shows: ({ rows }) =>
    rows(['due', 'amount'], ({ promise: { parts, totalCentavos, reference } }) => ({
      rows: parts.map(({ on, amountCentavos }) => [on, money(amountCentavos)]),
      lines: [`${inPesos(totalCentavos)} of loan ${reference} is promised`],
    })),
});
