// The staff command that shows a person's account statement.

import { accountStatementPeriod } from '@sandali/contract/accountStatement.ts';
import { day, option, optional, person, word } from '#/commands/arguments.ts';
import { command, type StaffCommand } from '#/commands/command.ts';
import { money } from '#/commands/display.ts';
import { todayOf } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { readAccountStatement } from './account-statement.ts';

export const accountStatementCommand: StaffCommand = command({
  name: 'ledger statement',
  menu: 'People',
  label: 'Print a statement of account',
  about: 'Shows a person’s account statement as they see it: the last 92 days by default.',
  examples: [
    'ledger statement "0917 123 4567" --from 2026-11-01 --to 2026-11-30 --reason "asks about a charge, ticket 812"',
  ],
  kind: 'look',
  roles: ['finance', 'support', 'collector', 'manager'],
  aboutPerson: 'reported',
  arguments: {
    person: word(person, 'whose statement'),
    fromOn: optional(option(day, 'its first day', 'from')),
    toOn: optional(option(day, 'its last day', 'to')),
  },
  run: async ({ now, borrowerNamed }, tx, { person, fromOn = null, toOn = null }) => {
    const today = todayOf(now);
    const borrowerId = await borrowerNamed(tx, person);
    const period = accountStatementPeriod({ fromOn, toOn }, today);
    if (!period)
      throw new Declined(
        'Choose a period of at most a year that ends by today and does not begin after its last day.',
      );
    return { data: { borrowerId, period, today }, person: borrowerId, detail: { ...period } };
  },
  // `readAccountStatement` opens its own transaction.
  answer: async ({ app }, { borrowerId, period, today }) =>
    await readAccountStatement(app.db, borrowerId, period, today),
  shows: ({ rows }) =>
    rows(['booked', 'counts from', 'what', 'loans', 'change', 'owed'], (data) => ({
      rows: accountStatementRows(data),
    })),
});

function accountStatementRows(statement: Awaited<ReturnType<typeof readAccountStatement>>) {
  const {
    fromOn,
    toOn,
    openingCentavos,
    lines,
    closingCentavos,
    pending,
    owedCentavos,
    writtenOffCentavos,
    keptCentavos,
  } = statement;
  return [
    [`before ${fromOn}`, null, 'owed', null, null, money(openingCentavos)],
    ...lines.map((row) => [
      row.on,
      row.countsOn,
      row.kind,
      row.references.join(' '),
      money(row.changeCentavos),
      money(row.balanceCentavos),
    ]),
    [`end of ${toOn}`, null, 'booked debt', null, null, money(closingCentavos)],
    ...(pending
      ? [['', null, 'interest not booked yet', null, money(pending.interestCentavos), null]]
      : []),
    ...(pending
      ? [['', null, 'late charge not booked yet', null, money(pending.lateCentavos), null]]
      : []),
    ...(owedCentavos === null ? [] : [['', null, 'owed today', null, null, money(owedCentavos)]]),
    ...(writtenOffCentavos
      ? [['', null, 'written off, still owed', null, null, money(writtenOffCentavos)]]
      : []),
    ['', null, 'refundable', null, null, money(keptCentavos)],
  ];
}
