// The disclosure statement for an extension (RA 3765): its cost, its rates and the new debt. The
// law requires it because an extension renews credit.

import { dueInForce } from '@sandali/contract/accrualFacts.ts';
import type { Day } from '@sandali/contract/day.ts';
import type { StatementText } from '@sandali/contract/loanText.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { accruedTomorrow, dueNext, owed } from '@sandali/contract/owed.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { BillRecord } from '#/loan/bill.store.ts';
import type { Borrower } from '#/loan/disclosure/borrower.ts';
import { borrowerLines, closingNotes, percent, ruleName } from '#/loan/disclosure/figures.ts';
import { openStatement, partiesOf, serializeStatement } from '#/loan/disclosure/statement-text.ts';
import { factsOf } from '#/loan/facts.ts';
import { promisedNext } from '#/loan/relief/granted.ts';
import type { BillFacts } from '#/loan/rules/bill.ts';
import { type ExtensionOffer, extendedBy } from '#/loan/rules/extension.ts';
import type { Lender } from '#/platform/lender.ts';
import { say } from '#/texts/say.ts';
import { namedDay } from '#/texts/written-day.ts';
import type { OpenExtension } from './store.ts';

type DisclosureStatement = StatementText['statement'];
type Line = DisclosureStatement['groups'][number][number];
/** `endsPlan` is true if the extension replaces a promise to pay that has been kept so far. */
type StatementParams = {
  facts: BillFacts;
  offer: ExtensionOffer;
  endsPlan: boolean;
  reference: string;
  borrower: Borrower;
  lender: Lender;
};

const row = (label: string, value: string): Line => ({ label, value, isStrong: false });
const strong = (label: string, value: string): Line => ({ label, value, isStrong: true });

/** Returns the disclosure statement for an offer. */
export function extensionDisclosureStatement(
  locale: Locale,
  of: StatementParams,
): DisclosureStatement {
  const { facts, offer, reference, borrower } = of;
  const { termDays } = facts;
  const day = (on: Day) => namedDay(locale, on);
  const after = extendedBy(facts, offer);
  const then = dueNext(after, offer.offeredOn);
  const interest = say(locale, 'document.disclosure.interest', {
    rate: percent(facts.interestPerDayBps),
    days: termDays,
  });
  const late =
    offer.lateCentavos > 0
      ? [row(say(locale, 'document.extension.late'), formatPesos(offer.lateCentavos))]
      : [];
  return {
    title: say(locale, 'document.extension.title'),
    advice: say(locale, 'document.extension.advice'),
    groups: [
      [...borrowerLines(locale, borrower), row(say(locale, 'document.extension.loan'), reference)],
      [
        row(say(locale, 'document.extension.principal'), formatPesos(offer.principalCentavos)),
        row(
          say(locale, 'document.extension.owed', { day: day(offer.offeredOn) }),
          formatPesos(owed(facts, offer.offeredOn).totalCentavos),
        ),
        row(
          say(locale, 'document.extension.dueNow'),
          day(dueInForce(facts, offer.offeredOn).dueOn),
        ),
      ],
      [
        row(interest, formatPesos(offer.interestCentavos)),
        row(
          say(locale, 'document.disclosure.fee', { rate: percent(facts.serviceFeeBps) }),
          formatPesos(offer.serviceFeeCentavos),
        ),
        strong(say(locale, 'document.disclosure.charge'), formatPesos(offer.feeCentavos)),
        row(say(locale, 'document.disclosure.aDay'), formatPesos(offer.costADayCentavos)),
        row(say(locale, 'document.disclosure.annual'), percent(offer.simpleAnnualRateHundredths)),
        row(
          say(locale, 'document.disclosure.monthly'),
          percent(offer.effectiveMonthlyRateHundredths),
        ),
      ],
      [
        ...late,
        strong(
          say(locale, 'document.extension.toPay', { day: day(offer.offeredOn) }),
          formatPesos(offer.totalCentavos),
        ),
      ],
      [
        strong(
          say(locale, 'document.extension.toRepay', { day: day(then.on) }),
          formatPesos(then.owedCentavos),
        ),
        row(say(locale, 'document.extension.newDue', { days: termDays }), day(offer.dueOn)),
        ...(offer.lastFreeOn === offer.dueOn
          ? []
          : [row(say(locale, 'document.disclosure.freeUntil'), day(offer.lastFreeOn))]),
        row(
          say(locale, 'document.disclosure.ifLate'),
          formatPesos(accruedTomorrow(after, offer.lastFreeOn)),
        ),
      ],
    ],
    notes: notesOf(locale, of),
  };
}

function notesOf(locale: Locale, { facts, offer, endsPlan, lender }: StatementParams): string[] {
  const principal = formatPesos(facts.principalCentavos);
  return [
    say(locale, 'document.extension.feeRule'),
    say(locale, 'document.disclosure.lateRule', {
      rate: percent(facts.lateChargePerMonthBps),
      principal,
    }),
    say(locale, 'document.extension.other', { day: namedDay(locale, offer.offeredOn) }),
    ...(endsPlan ? [say(locale, 'document.extension.endsPlan')] : []),
    say(locale, 'document.disclosure.cap', {
      rule: ruleName(offer.ruleVersion),
      day: namedDay(locale, offer.offeredOn),
    }),
    ...closingNotes(locale, lender),
  ];
}

/**
 * Returns an offer's text in the borrower's language: the JSON that is stored, and its SHA-256. A
 * text that was accepted today stays the same, because a code for another channel pays for the same
 * extension.
 */
export async function textOfExtension(
  ctx: BorrowerCtx,
  bill: BillRecord,
  offer: ExtensionOffer,
  { accepted, known }: { accepted: OpenExtension; known: Borrower | null },
) {
  if (
    accepted?.text_hash &&
    accepted.text_sealed &&
    accepted.total_centavos === BigInt(offer.totalCentavos)
  ) {
    const { text_hash: hash, text_sealed } = accepted;
    return {
      ...openStatement(ctx.app.sealer, 'extension text', accepted.id, { hash, text_sealed }),
      hash,
    };
  }
  const facts = factsOf(bill);
  const endsPlan = promisedNext(bill, facts, offer.offeredOn) !== null;
  const of = {
    facts,
    offer,
    endsPlan,
    reference: bill.reference_no,
    ...(await partiesOf(ctx, known)),
  };
  return serializeStatement(ctx.locale, extensionDisclosureStatement(ctx.locale, of));
}
