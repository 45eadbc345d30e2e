import { command, type StaffCommand } from '#/commands/command.ts';
import { money } from '#/commands/display.ts';
import { floatByBooks, floatWithBalances } from './float.ts';

export const floatCommands: StaffCommand[] = [
  command({
    name: 'float show',
    menu: 'Money',
    label: 'Show the float',
    about:
      'Shows what each gateway says that it holds for us, with its time, beside the account gateway.float of the books and the payouts on their way.',
    examples: ['float show', 'float show --json'],
    kind: 'look',
    roles: ['finance', 'engineer', 'manager'],
    run: async (ctx, tx) => ({ data: await floatByBooks(ctx, tx) }),
    // A gateway may be asked, which no transaction waits for.
    answer: async ({ app }, data) => await floatWithBalances(app, data),
    shows: ({ table }) =>
      table(
        ({ gateways, ...all }) => [
          ...gateways.map((row) => ({ ...row, booksCentavos: null, differenceCentavos: null })),
          {
            gateway: 'all',
            balanceCentavos: all.balanceCentavos,
            balanceAt: null,
            booksCentavos: all.booksCentavos,
            differenceCentavos: all.differenceCentavos,
            sentCentavos: gateways.reduce((sum, { sentCentavos }) => sum + sentCentavos, 0),
            waitingCentavos: gateways.reduce((sum, row) => sum + row.waitingCentavos, 0),
            comparedTo: null,
            openBreaks: gateways.reduce((sum, { openBreaks }) => sum + openBreaks, 0),
          },
        ],
        {
          gateway: (row) => row.gateway,
          'by the gateway': (row) => money(row.balanceCentavos),
          at: (row) => row.balanceAt,
          'by the books': (row) => money(row.booksCentavos),
          difference: (row) => money(row.differenceCentavos),
          'sent, not settled': (row) => money(row.sentCentavos),
          'not sent': (row) => money(row.waitingCentavos),
          'compared up to': (row) => row.comparedTo,
          'open breaks': (row) => row.openBreaks,
        },
        {
          lines: ({ balanceCentavos }) => [
            balanceCentavos === null
              ? 'A gateway has not said what it holds for us.'
              : 'The difference is what the books do not have: money that was put into a gateway or taken out by hand, its own fees, and payouts on their way.',
          ],
          isWell: ({ balanceCentavos }) => balanceCentavos !== null,
        },
      ),
  }),
];
