// The disclosure statement for a plan: the parts with their dates, the cost of the plan, which is
// zero, and the cost of a missed part.
import { allCharges } from '@sandali/contract/accrual.ts';
import { waivedSoFar } from '@sandali/contract/accrualFacts.ts';
import type { Day } from '@sandali/contract/day.ts';
import type { StatementText } from '@sandali/contract/loanText.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import { formatPesos, subtractCentavos, zeroCentavos } from '@sandali/contract/money.ts';
import { dueNext, owed } from '@sandali/contract/owed.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { BillRecord } from '#/loan/bill.store.ts';
import type { Borrower } from '#/loan/disclosure/borrower.ts';
import { borrowerLines, closingNotes, percent } from '#/loan/disclosure/figures.ts';
import { partiesOf, serializeStatement } from '#/loan/disclosure/statement-text.ts';
import { factsOf } from '#/loan/facts.ts';
import type { BillFacts } from '#/loan/rules/bill.ts';
import { mostChargedADay, planTotal } from '#/loan/rules/plan.ts';
import type { PromisedPart } from '#/loan/rules/relief.ts';
import type { Lender } from '#/platform/lender.ts';
import { say } from '#/texts/say.ts';
import { namedDay } from '#/texts/written-day.ts';

type StatementParams = {
  facts: BillFacts;
  madeOn: Day;
  parts: readonly PromisedPart[];
  reference: string;
  borrower: Borrower;
  lender: Lender;
};

export function planDisclosureStatement(
  locale: Locale,
  of: StatementParams,
): StatementText['statement'] {
  const { facts, madeOn, parts, reference, borrower, lender } = of;
  const day = (on: Day) => namedDay(locale, on);
  const row = (label: string, value: string, isStrong = false) => ({ label, value, isStrong });
  const then = dueNext(facts, madeOn);
  const last = (parts.at(-1) as PromisedPart).on;
  return {
    title: say(locale, 'document.plan.title'),
    advice: say(locale, 'document.plan.advice'),
    groups: [
      [...borrowerLines(locale, borrower), row(say(locale, 'document.extension.loan'), reference)],
      [
        row(
          say(locale, 'document.extension.owed', { day: day(madeOn) }),
          formatPesos(owed(facts, madeOn).totalCentavos),
        ),
        ...(then.on === madeOn
          ? []
          : [
              row(
                say(locale, 'document.plan.owedThen', { day: day(then.on) }),
                formatPesos(then.owedCentavos),
              ),
            ]),
      ],
      parts.map((part, nth) =>
        row(
          say(locale, 'document.plan.part', { number: nth + 1, day: day(part.on) }),
          formatPesos(part.amountCentavos),
          true,
        ),
      ),
      [
        row(say(locale, 'document.plan.added'), formatPesos(zeroCentavos)),
        row(
          say(locale, 'document.plan.total', { day: day(last) }),
          formatPesos(planTotal(facts, madeOn)),
          true,
        ),
        row(
          say(locale, 'document.plan.charges', { day: day(then.on) }),
          formatPesos(
            subtractCentavos(allCharges(facts, then.on), waivedSoFar(facts, then.on).totalCentavos),
          ),
        ),
        row(
          say(locale, 'document.plan.ifMissed'),
          formatPesos(mostChargedADay(facts, madeOn, parts)),
        ),
      ],
    ],
    notes: [
      say(locale, 'document.plan.rule'),
      say(locale, 'document.plan.due'),
      say(locale, 'document.plan.early'),
      say(locale, 'document.disclosure.lateRule', {
        rate: percent(facts.lateChargePerMonthBps),
        principal: formatPesos(facts.principalCentavos),
      }),
      ...closingNotes(locale, lender),
    ],
  };
}

/** Returns the text of a plan's statement in the borrower's language. */
export async function textOfPlan(
  ctx: BorrowerCtx,
  bill: BillRecord,
  { known, ...of }: { madeOn: Day; parts: readonly PromisedPart[]; known: Borrower | null },
) {
  const more = {
    facts: factsOf(bill),
    reference: bill.reference_no,
    ...(await partiesOf(ctx, known)),
  };
  return serializeStatement(ctx.locale, planDisclosureStatement(ctx.locale, { ...of, ...more }));
}
