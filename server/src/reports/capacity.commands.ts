import { option, whole } from '#/commands/arguments.ts';
import { command, type StaffCommand } from '#/commands/command.ts';
import { capacityRows } from './capacity.ts';

export const capacityCommands: StaffCommand[] = [
  command({
    name: 'capacity',
    menu: 'Reports',
    label: 'Calculate capacity',
    about:
      'Calculates what a number of borrowers needs in machines, connections, disks, backups and SMS, from the measured figures in docs/operators/scale.md.',
    examples: ['capacity --borrowers 100000'],
    kind: 'look',
    roles: ['engineer', 'manager'],
    arguments: { borrowers: option(whole(1, 100_000_000), 'how many borrowers') },
    run: async (_ctx, _tx, { borrowers }) => ({ data: { rows: capacityRows(borrowers) } }),
    shows: ({ table }) =>
      table(
        ({ rows }) => rows,
        { need: (row) => row.need, amount: (row) => row.amount },
        {
          lines: () => [
            'Assumed: a borrower opens home once a day and takes 18 loans a year, and the busiest hour has five times the mean.',
          ],
        },
      ),
  }),
];
