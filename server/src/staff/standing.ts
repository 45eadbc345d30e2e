// Ops: a person's standing, so that support can answer on the telephone: where is my money, why can
// I not borrow, I paid twice, I lost my phone, my name is wrong.
import { person, word } from '#/commands/arguments.ts';
import { command, type StaffCommand } from '#/commands/command.ts';
import { standingOf } from './standing-data.ts';
import { standingRows } from './standing-rows.ts';

/** Returns the command; `all` tells which kinds of case and money the caller may list. */
export function standingCommands(all: readonly StaffCommand[]): StaffCommand[] {
  return [
    command({
      name: 'person standing',
      menu: 'People',
      label: 'Show what a person may do',
      about:
        'Shows why a person cannot borrow, in the words of their app, what each bill owes today, where the money of their newest payout is, payments beyond what was owed, wrong attempts, devices and open cases.',
      examples: [
        'person standing "0917 123 4567" --reason "asks where the money is, ticket 812"',
        'person standing 4021938857 --reason "paid twice, ticket 812"',
      ],
      kind: 'look',
      roles: ['support', 'reviewer', 'collector', 'finance', 'compliance', 'manager'],
      aboutPerson: 'reported',
      mayReveal: ['support', 'reviewer', 'collector', 'compliance'],
      arguments: { person: word(person, 'whose standing') },
      run: async (ctx, tx, { person }) => {
        const borrowerId = await ctx.borrowerNamed(tx, person);
        return { data: await standingOf(ctx, tx, borrowerId, all), person: borrowerId };
      },
      shows: ({ record }) => record(standingRows),
    }),
  ];
}
