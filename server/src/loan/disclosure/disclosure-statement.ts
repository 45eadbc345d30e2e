// The disclosure statement (RA 3765; SEC MC 19 s.2019): every figure of a price, itemized and
// explained.

import type { LoanText } from '@sandali/contract/loanText.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import {
  addCentavos,
  type Centavos,
  formatPesos,
  subtractCentavos,
} from '@sandali/contract/money.ts';
import type { QuoteFacts } from '@sandali/contract/quote.ts';
import { say } from '#/texts/say.ts';
import { namedDay } from '#/texts/written-day.ts';
import {
  arrivalDay,
  borrowerLines,
  closingNotes,
  percent,
  railName,
  receiverName,
  ruleName,
  type TextFacts,
} from './figures.ts';

type DisclosureStatement = LoanText['statement'];
type Line = DisclosureStatement['groups'][number][number];

const row = (label: string, value: string): Line => ({ label, value, isStrong: false });
const strong = (label: string, value: string): Line => ({ label, value, isStrong: true });
const less = (amount: Centavos) => `−${formatPesos(amount)}`;

/** Returns the disclosure statement of a priced loan. */
export function disclosureStatementOf(locale: Locale, of: TextFacts): DisclosureStatement {
  const { facts } = of;
  return {
    title: say(locale, 'document.disclosure.title'),
    advice: say(locale, 'document.disclosure.advice'),
    groups: [
      who(locale, of),
      proceeds(locale, facts),
      charges(locale, facts),
      schedule(locale, facts),
      onlyIf(locale, facts),
    ],
    notes: notesOf(locale, of),
  };
}

function who(locale: Locale, { facts, receiver, borrower, chains }: TextFacts): Line[] {
  return [
    ...borrowerLines(locale, borrower),
    row(
      say(locale, 'document.disclosure.receiver'),
      receiverName(locale, { channel: facts.channel, receiver, chains }),
    ),
  ];
}

/**
 * Returns the service fee before its coupon, and the coupon. A capped fee has a different label.
 */
function feeOf(locale: Locale, facts: QuoteFacts) {
  const coupon = subtractCentavos(facts.couponCentavos, facts.interestCouponCentavos);
  const fee = addCentavos(facts.serviceFeeCentavos, coupon);
  const rate = percent(facts.serviceFeeBps);
  const listed = facts.serviceFeeListedCentavos;
  const name =
    fee < listed
      ? say(locale, 'document.disclosure.feeLowered', { rate, listed: formatPesos(listed) })
      : say(locale, 'document.disclosure.fee', { rate });
  return { name, fee, coupon };
}

/** Returns the lines from the principal to the arrival amount, with one line per deducted fee. */
function proceeds(locale: Locale, facts: QuoteFacts): Line[] {
  const { name, fee, coupon } = feeOf(locale, facts);
  return [
    row(say(locale, 'document.disclosure.principal'), formatPesos(facts.principalCentavos)),
    row(say(locale, 'document.disclosure.financed'), formatPesos(facts.amountFinancedCentavos)),
    row(name, less(fee)),
    ...(coupon > 0
      ? [row(say(locale, 'document.disclosure.feeCoupon'), `+${formatPesos(coupon)}`)]
      : []),
    row(say(locale, 'document.disclosure.payoutFee'), less(facts.channelFeeCentavos)),
    strong(say(locale, 'document.disclosure.net'), formatPesos(facts.arrivalCentavos)),
    ...arrivalOf(locale, facts),
  ];
}

/** Returns the line with the arrival time and the rail. Empty if the rail is unknown. */
function arrivalOf(locale: Locale, { arrival: { rail, how, minutes, on } }: QuoteFacts): Line[] {
  if (rail === null) return [];
  const values = { how, minutes, day: namedDay(locale, on), rail: railName(rail) };
  return [
    row(
      say(locale, 'document.disclosure.arrives'),
      say(locale, 'document.disclosure.arrival', values),
    ),
  ];
}

/** Returns the lines with the finance charge, its parts and its rates. */
function charges(locale: Locale, facts: QuoteFacts): Line[] {
  const interest = say(locale, 'document.disclosure.interest', {
    rate: percent(facts.interestPerDayBps),
    days: facts.termDays,
  });
  const { name, fee, coupon } = feeOf(locale, facts);
  return [
    row(interest, formatPesos(facts.interestListedCentavos)),
    ...(facts.interestCouponCentavos > 0
      ? [row(say(locale, 'document.disclosure.interestCoupon'), less(facts.interestCouponCentavos))]
      : []),
    row(name, formatPesos(fee)),
    ...(coupon > 0 ? [row(say(locale, 'document.disclosure.feeCoupon'), less(coupon))] : []),
    row(say(locale, 'document.disclosure.payoutFee'), formatPesos(facts.channelFeeCentavos)),
    strong(say(locale, 'document.disclosure.charge'), formatPesos(facts.financeChargeCentavos)),
    row(say(locale, 'document.disclosure.aDay'), formatPesos(facts.costADayCentavos)),
    row(say(locale, 'document.disclosure.annual'), percent(facts.simpleAnnualRateHundredths)),
    row(say(locale, 'document.disclosure.monthly'), percent(facts.effectiveMonthlyRateHundredths)),
  ];
}

function schedule(locale: Locale, facts: QuoteFacts): Line[] {
  const hasFreeDays = facts.lastFreeDayIfToday !== facts.dueOnIfToday;
  return [
    strong(
      say(locale, 'document.disclosure.payment', { days: facts.termDays }),
      formatPesos(facts.repayCentavos),
    ),
    row(
      say(locale, 'document.disclosure.dueIfToday', { arrives: arrivalDay(locale, facts) }),
      namedDay(locale, facts.dueOnIfToday),
    ),
    ...(hasFreeDays
      ? [
          row(
            say(locale, 'document.disclosure.freeUntil'),
            namedDay(locale, facts.lastFreeDayIfToday),
          ),
        ]
      : []),
  ];
}

function onlyIf(locale: Locale, facts: QuoteFacts): Line[] {
  return [
    row(say(locale, 'document.disclosure.ifLate'), formatPesos(facts.lateChargeFirstDayCentavos)),
    row(
      say(locale, 'document.disclosure.ifExtended', { days: facts.termDays }),
      formatPesos(facts.extensionFeeCentavos),
    ),
  ];
}

function notesOf(locale: Locale, { facts, lender }: TextFacts): string[] {
  const principal = formatPesos(facts.principalCentavos);
  return [
    say(locale, 'document.disclosure.lateRule', {
      rate: percent(facts.lateChargePerMonthBps),
      principal,
    }),
    say(locale, 'document.disclosure.extendRule'),
    say(locale, 'document.disclosure.early'),
    say(locale, 'document.disclosure.other'),
    say(locale, 'document.disclosure.cap', {
      rule: ruleName(facts.legalRule),
      day: namedDay(locale, facts.quotedOn),
    }),
    ...closingNotes(locale, lender),
  ];
}
