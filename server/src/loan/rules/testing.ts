// Loans for tests of the rules: quotes from the shipped catalogues, and bills of loans that were
// paid out on an ordinary Monday.
import type { PayoutChannel } from '@sandali/contract/channel.ts';
import { asDay, type Day } from '@sandali/contract/day.ts';
import { type Centavos, centavos } from '@sandali/contract/money.ts';
import type { Catalogue } from '#/data/catalogue.ts';
import { legalRules } from '#/data/legal-rules.ts';
import { type BillFacts, openBill } from './bill.ts';
import { legalRuleOn } from './legal-rule.ts';
import {
  type CouponTerms,
  type Quote,
  type QuoteInput,
  type QuoteRefusal,
  quote,
} from './price.ts';

/** A Monday with no holidays near it or near the due dates 8 and 15 days later. */
export const monday = asDay('2026-06-01');
export const noHolidays: ReadonlySet<Day> = new Set();
export const rule2026 = legalRuleOn(legalRules, monday);

/** Converts an amount in pesos, with up to two decimals, to centavos. */
export function pesos(amount: number): Centavos {
  return centavos(Math.round(amount * 100));
}

type Wish = {
  readonly catalogue: Catalogue;
  readonly principalCentavos: Centavos;
  readonly termDays: number;
  readonly channel?: PayoutChannel;
  readonly coupon?: CouponTerms | null;
};

/**
 * Returns the input for a quote from a catalogue. The payout is to a bank card unless another
 * channel is given.
 */
export function quoteInput({
  catalogue,
  principalCentavos,
  termDays,
  channel = 'bankCard',
  coupon = null,
}: Wish): QuoteInput {
  const term = catalogue.terms.find((candidate) => candidate.days === termDays);
  const payout = catalogue.payoutChannels.find((candidate) => candidate.channel === channel);
  if (!term || !payout) throw new Error('no such term or channel');
  const rule = rule2026;
  const channelFeeCentavos = payout.feeCentavos;
  return {
    principalCentavos,
    term,
    pricing: catalogue,
    channelFeeCentavos,
    coupon,
    rule,
    today: monday,
    holidays: noHolidays,
  };
}

/** Returns a quote. Throws if it is refused. */
export function quoted(wish: Wish): Quote {
  return agreed(quote(quoteInput(wish)));
}

export function agreed(answer: Quote | QuoteRefusal): Quote {
  if ('refused' in answer) throw new Error(answer.refused);
  return answer;
}

/** Returns the bill of a quoted loan that was paid out on `monday`. */
export function billOf(wish: Wish): BillFacts {
  return openBill(quoted(wish), monday, noHolidays);
}
