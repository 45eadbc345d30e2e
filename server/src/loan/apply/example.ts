// /loan/product/example: returns example prices without a login. Reads no borrower data, and prices
// each amount once a day.
import type { DataOf } from '@sandali/contract/call.ts';
import type { PayoutChannel } from '@sandali/contract/channel.ts';
import { addDays, type Day } from '@sandali/contract/day.ts';
import type { productExample } from '@sandali/contract/example.ts';
import type { AppContext } from '#/context/app-context.ts';
import type { Ctx } from '#/context/ctx.ts';
import { leastIncomeNow } from '#/credit/credit.ts';
import { railsInUse } from '#/gateway/routing.ts';
import { amountsOf } from '#/loan/rules/amounts.ts';
import type { Quote } from '#/loan/rules/price.ts';
import { todayOf } from '#/platform/days.ts';
import { lenderOf } from '#/platform/lender.ts';
import { accountKindOf, priceOf, soonestOf, whenOf } from './offer.ts';

/**
 * Returns today's examples. The prices stay the same all day, but the due dates may change during
 * the day, because a payout that is sent later may arrive later.
 */
export async function examplesNow({
  app,
  now,
}: Pick<Ctx, 'app' | 'now'>): Promise<DataOf<typeof productExample>> {
  const today = todayOf(now);
  const channel = cheapestIntoAccount(app);
  const { interestPerDayBps, amounts } = app.catalogue;
  const [income, settings] = await Promise.all([leastIncomeNow({ app, now }), app.settings.all()]);
  const { name, registrationNumber, authorityNumber } = lenderOf(settings);
  const common = {
    today,
    stepCentavos: amounts.stepCentavos,
    income,
    interestPerDayBps,
    lender: { name, registrationNumber, authorityNumber },
  };
  if (!channel) return { ...common, examples: [] };
  const when = whenOf({ app, now }, channel);
  const rails = await railsInUse(app);
  const examples = pricesOn(app, channel, today).map((priced) => ({
    amountCentavos: priced.principalCentavos,
    termDays: priced.termDays,
    receiveCentavos: priced.arrivalCentavos,
    repayCentavos: priced.repayCentavos,
    costCentavos: priced.financeChargeCentavos,
    simpleAnnualRateHundredths: priced.simpleAnnualRateHundredths,
    effectiveMonthlyRateHundredths: priced.effectiveMonthlyRateHundredths,
    dueOn: addDays(
      soonestOf(rails, channel, priced.arrivalCentavos, when)?.on ?? today,
      priced.termDays,
    ),
  }));
  return { ...common, examples };
}

function cheapestIntoAccount({ catalogue }: AppContext): PayoutChannel | undefined {
  const rows = catalogue.payoutChannels.filter((row) => accountKindOf[row.channel]);
  return rows.sort((a, b) => a.feeCentavos - b.feeCentavos)[0]?.channel;
}

/**
 * Returns the day's prices. Omits an amount if, at any term, the channel's fee is too high for it.
 */
function pricesOn(app: AppContext, channel: PayoutChannel, today: Day): readonly Quote[] {
  const { amounts, terms, line } = app.catalogue;
  const { minimumCentavos, maximumCentavos } = line.estimate;
  return amountsOf(amounts)
    .filter((amount) => amount >= minimumCentavos && amount <= maximumCentavos)
    .flatMap((principalCentavos) => {
      const priced = terms.map(({ days: termDays }) =>
        priceOf(app, { principalCentavos, termDays, channel, today }),
      );
      const whole = priced.filter((price): price is Quote => !('refused' in price));
      return whole.length === terms.length ? whole.sort((a, b) => a.termDays - b.termDays) : [];
    });
}
