// Staff command for the catalogue: what is lent, and at which price.
import { formatPesos } from '@sandali/contract/money.ts';
import { command, staffRoles } from '#/commands/command.ts';
import { money, percent } from '#/commands/display.ts';
import { smallestAmount } from '#/loan/rules/amounts.ts';
import { examplesNow } from './example.ts';

export const catalogueCommand = command({
  name: 'catalogue show',
  menu: 'Settings',
  label: 'Show products and prices',
  about:
    'Shows the amounts, terms, charges, channels and limits of the product, and today’s prices of some loans. They change only with a release.',
  examples: ['catalogue show'],
  kind: 'look',
  roles: staffRoles,
  run: async (ctx) => {
    const { chains: _, counters: __, ...catalogue } = ctx.app.catalogue;
    const { examples } = await examplesNow(ctx);
    const smallestCentavos = smallestAmount(catalogue.amounts);
    return { data: { catalogue, smallestCentavos, prices: examples } };
  },
  shows: ({ record }) =>
    record(({ catalogue, smallestCentavos, prices }) => {
      const { id, version, amounts, terms, line, ...rest } = catalogue;
      return [
        ['catalogue', `${id}, version ${version}`],
        ['smallest loan', money(smallestCentavos)],
        ['step', money(amounts.stepCentavos)],
        ['largest loan', money(amounts.maximumCentavos)],
        ['interest a day', percent(rest.interestPerDayBps)],
        ['late charge a month', percent(rest.lateChargePerMonthBps)],
        ...terms.map(
          ({ days, serviceFeeBps }) =>
            [`service fee, ${days} days`, percent(serviceFeeBps)] as const,
        ),
        ...rest.payoutChannels.map(
          ({ channel, feeCentavos }) => [`fee, ${channel}`, money(feeCentavos)] as const,
        ),
        ...Object.entries(line.firstLimitByIncome).map(
          ([band, limit]) => [`first limit, ${band}`, money(limit)] as const,
        ),
        ['growth after a loan on time', money(line.growthCentavos)],
        ['limits above need two people', money(line.twoPeopleAboveCentavos)],
        ...prices.map(
          ({ amountCentavos, termDays, repayCentavos }) =>
            [
              `to repay, ${formatPesos(amountCentavos, { drop00: true })} for ${termDays} days`,
              money(repayCentavos),
            ] as const,
        ),
      ];
    }),
});
