// Prices loans with the server's catalogue, legal caps and holidays. Every quote uses this module.
import type { Arrival } from '@sandali/contract/arrival.ts';
import { isPickup, type PayoutChannel } from '@sandali/contract/channel.ts';
import type { Day } from '@sandali/contract/day.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import type { QuoteFacts } from '@sandali/contract/quote.ts';
import type { RailTerms } from '#/adapters/bank/port.ts';
import type { AppContext } from '#/context/app-context.ts';
import { legalRules } from '#/data/legal-rules.ts';
import type { LoanBy } from '#/gateway/limits.ts';
import { amountsOf, smallestAmount } from '#/loan/rules/amounts.ts';
import { legalRuleOn } from '#/loan/rules/legal-rule.ts';
import {
  arrivingOn,
  type CouponTerms,
  type Quote,
  type QuoteRefusal,
  quote,
} from '#/loan/rules/price.ts';
import { soonestArrival, usualArrival } from '#/payout-accounts/payout-accounts.ts';
import { todayOf } from '#/platform/days.ts';

/**
 * The kind of account that a channel pays into; null if the borrower collects the cash in person.
 */
export const accountKindOf: Record<PayoutChannel, 'bank' | 'wallet' | null> = {
  bankCard: 'bank',
  wallet: 'wallet',
  cashPickup: null,
  pawnshop: null,
  remittance: null,
  cardless: null,
};

/** Returns the inputs that determine when a payout sent now through a channel would arrive. */
export function whenOf(
  { app, now: at }: { app: Pick<AppContext, 'catalogue' | 'holidays'>; now: Temporal.Instant },
  channel: PayoutChannel,
) {
  const usualMinutes =
    app.catalogue.payoutChannels.find((row) => row.channel === channel)?.arrivalMinutes ?? 0;
  return { at, holidays: app.holidays, usualMinutes };
}

type When = ReturnType<typeof whenOf>;

/**
 * Returns the earliest arrival, over all banks, of an amount sent now through a channel. Null if no
 * rail carries the amount.
 */
export function soonestOf(
  terms: RailTerms | null,
  channel: PayoutChannel,
  amountCentavos: number,
  when: When,
): Arrival | null {
  return isPickup(channel)
    ? usualArrival(when)
    : soonestArrival(terms, channel, amountCentavos, when);
}

type Pricing = Pick<AppContext, 'catalogue' | 'holidays'>;
type Priced = {
  principalCentavos: Centavos;
  termDays: number;
  channel: PayoutChannel;
  today: Day;
  coupon?: CouponTerms | null;
};

/**
 * Prices an amount at a term and through a channel of the catalogue.
 * @throws RangeError if the catalogue lacks the term or channel
 */
export function priceOf(app: Pricing, of: Priced): Quote | QuoteRefusal {
  if (of.coupon) return newPrice(app, of);
  const cached = cachedPrices(app, of.today);
  const name = `${of.channel} ${of.termDays} ${of.principalCentavos}`;
  const price = cached.get(name) ?? newPrice(app, of);
  if (cached.size < mostCached) cached.set(name, price);
  return price;
}

const mostCached = 5000;
const caches = new WeakMap<
  Pricing['catalogue'],
  { stamp: string; prices: Map<string, Quote | QuoteRefusal> }
>();

/**
 * Caches prices without a coupon until the day ends or a holiday is added. These prices are the
 * same for all borrowers, and a list needs dozens of them.
 */
function cachedPrices(app: Pricing, today: Day): Map<string, Quote | QuoteRefusal> {
  const stamp = `${today} ${app.holidays.size}`;
  const cache = caches.get(app.catalogue);
  if (cache?.stamp === stamp) return cache.prices;
  const prices = new Map<string, Quote | QuoteRefusal>();
  caches.set(app.catalogue, { stamp, prices });
  return prices;
}

function newPrice(app: Pricing, of: Priced): Quote | QuoteRefusal {
  const { catalogue, holidays } = app;
  const term = catalogue.terms.find((known) => known.days === of.termDays);
  const channel = catalogue.payoutChannels.find((row) => row.channel === of.channel);
  if (!term || !channel)
    throw new RangeError(
      `Catalogue ${catalogue.id} lacks the term of ${of.termDays} days or the channel ${of.channel}.`,
    );
  return quote({
    principalCentavos: of.principalCentavos,
    term,
    pricing: catalogue,
    channelFeeCentavos: channel.feeCentavos,
    coupon: of.coupon ?? null,
    rule: legalRuleOn(legalRules, of.today),
    today: of.today,
    holidays,
  });
}

/**
 * Returns a quote in the shape that the contract defines, with the days of its expected arrival.
 */
export function factsForWire(
  { holidays }: Pick<AppContext, 'holidays'>,
  pricedToday: Quote,
  { channel, arrival }: Pick<QuoteFacts, 'channel' | 'arrival'>,
): QuoteFacts {
  const priced = arrivingOn(pricedToday, arrival.on, holidays);
  return {
    principalCentavos: priced.principalCentavos,
    termDays: priced.termDays,
    channel,
    interestCentavos: priced.interestCentavos,
    interestListedCentavos: priced.interestListedCentavos,
    serviceFeeCentavos: priced.serviceFeeCentavos,
    serviceFeeListedCentavos: priced.serviceFeeListedCentavos,
    serviceFeeBps: priced.serviceFeeBps,
    interestPerDayBps: priced.interestPerDayBps,
    lateChargePerMonthBps: priced.lateChargePerMonthBps,
    channelFeeCentavos: priced.channelFeeCentavos,
    couponCentavos: priced.couponCentavos,
    couponLostCentavos: priced.couponLostCentavos,
    interestCouponCentavos: priced.interestCouponCentavos,
    arrivalCentavos: priced.arrivalCentavos,
    repayCentavos: priced.repayCentavos,
    financeChargeCentavos: priced.financeChargeCentavos,
    amountFinancedCentavos: priced.amountFinancedCentavos,
    costADayCentavos: priced.costADayCentavos,
    simpleAnnualRateHundredths: priced.simpleAnnualRateHundredths,
    effectiveMonthlyRateHundredths: priced.effectiveMonthlyRateHundredths,
    legalRule: priced.proof.ruleVersion,
    quotedOn: priced.quotedOn,
    arrival,
    dueOnIfToday: priced.dueOnIfToday,
    lastFreeDayIfToday: priced.lastFreeOnIfToday,
    lateChargeFirstDayCentavos: priced.lateChargeFirstDayCentavos,
    extensionFeeCentavos: priced.extensionFeeCentavos,
    coolingOffEndsOnIfToday: priced.coolingOffEndsOnIfToday,
  };
}

/** Returns the fields of a price that /home and the term cards show. */
function shortOffer(priced: Quote) {
  return {
    termDays: priced.termDays,
    receiveCentavos: priced.arrivalCentavos,
    repayCentavos: priced.repayCentavos,
    costCentavos: priced.financeChargeCentavos,
    costADayCentavos: priced.costADayCentavos,
  };
}

/**
 * Returns the cost of the smallest loan at each term (spec §9, short-term revenue). Returns no
 * terms if the credit line is smaller than that loan.
 */
export function smallestOfferOf(
  { app, now }: { app: Pricing; now: Temporal.Instant },
  limitCentavos: Centavos | null,
) {
  const amountCentavos = smallestAmount(app.catalogue.amounts);
  if (limitCentavos !== null && limitCentavos < amountCentavos)
    return { amountCentavos, terms: [] };
  const terms = app.catalogue.terms.flatMap(({ days: termDays }) => {
    const priced = priceOf(app, {
      principalCentavos: amountCentavos,
      termDays,
      channel: 'bankCard',
      today: todayOf(now),
    });
    return 'refused' in priced ? [] : [shortOffer(priced)];
  });
  return { amountCentavos, terms };
}

/** Returns every loan that a catalogue offers through every channel, with its arrival amounts. */
export function everyLoanOf(app: Pricing, today: Day): LoanBy[] {
  const { amounts, payoutChannels, terms } = app.catalogue;
  return amountsOf(amounts).flatMap((principalCentavos) =>
    payoutChannels.map(({ channel }) => ({
      principalCentavos,
      channel,
      arrivalsCentavos: terms.flatMap(({ days: termDays }) => {
        const priced = priceOf(app, { principalCentavos, termDays, channel, today });
        return 'refused' in priced ? [] : [priced.arrivalCentavos];
      }),
    })),
  );
}
