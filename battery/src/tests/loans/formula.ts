// Promise P7: on each of a thousand days, the closed form gives the same centavos as a loop over
// days in exact fractions, for random payments and extensions.
import { allCharges } from '@sandali/contract/accrual.ts';
import { addDays, asDay, type Day } from '@sandali/contract/day.ts';
import { centavos, floorShare } from '@sandali/contract/money.ts';
import { owed } from '@sandali/contract/owed.ts';
import { catalogues } from '@sandali/server/data/catalogues.ts';
import { legalRules } from '@sandali/server/data/legal-rules.ts';
import { allocate, withPosting } from '@sandali/server/loan/rules/allocate.ts';
import { amountsOf } from '@sandali/server/loan/rules/amounts.ts';
import { type BillFacts, openBill } from '@sandali/server/loan/rules/bill.ts';
import { offerExtension } from '@sandali/server/loan/rules/extension.ts';
import { legalRuleOn } from '@sandali/server/loan/rules/legal-rule.ts';
import { quote } from '@sandali/server/loan/rules/price.ts';
import { type SlowEvent, slowDays } from '@sandali/server/loan/rules/slow.testing.ts';
import { type BatteryTest, type Counts, Findings } from '#/test.ts';

const firstDay = asDay('2026-06-01');
const rule = legalRuleOn(legalRules, firstDay);
const noHolidays: ReadonlySet<Day> = new Set();
const days = 1000;

type Random = () => number;
const below = (random: Random, count: number) => Math.floor(random() * count);

/**
 * Draws a bill from the catalogues, half of the time with a coupon. Its last free day is up to
 * three days after the due date.
 */
function drawBill(random: Random, nth: number): BillFacts {
  const catalogue = catalogues[nth % catalogues.length];
  if (!catalogue) throw new Error('there is no catalogue');
  const amounts = amountsOf(catalogue.amounts);
  const term = catalogue.terms[below(random, catalogue.terms.length)];
  const channel = catalogue.payoutChannels.find(({ channel }) => channel === 'wallet');
  if (!term || !channel) throw new Error('the catalogue has no term or no wallet');
  const coupon = {
    kind: random() < 0.5 ? ('interest' as const) : ('serviceFee' as const),
    amountCentavos: centavos(random() < 0.5 ? 0 : below(random, 50_000)),
    minimumLoanCentavos: centavos(0),
  };
  const priced = quote({
    principalCentavos: amounts[below(random, amounts.length)] ?? centavos(0),
    term,
    pricing: catalogue,
    channelFeeCentavos: channel.feeCentavos,
    coupon,
    rule,
    today: firstDay,
    holidays: noHolidays,
  });
  if ('refused' in priced) throw new Error(`a price was refused: ${priced.refused}`);
  return {
    ...openBill(priced, firstDay, noHolidays),
    firstLastFreeOn: addDays(firstDay, term.days + below(random, 4)),
  };
}

/**
 * Draws up to eight payments and extensions in the first months, some on the same day, some above
 * the amount owed.
 */
function live(
  random: Random,
  bill: BillFacts,
): { facts: BillFacts; events: SlowEvent[]; extensions: number } {
  let facts = bill;
  let day = bill.arrivedOn;
  let extensions = 0;
  const events: SlowEvent[] = [];
  for (let nth = below(random, 9); nth > 0; nth -= 1) {
    day = addDays(day, below(random, 20));
    const offer = random() < 0.4 ? offerExtension(facts, day, rule, noHolidays) : null;
    if (offer && !('refused' in offer)) {
      const { feeCentavos, lateCentavos, dueOn, lastFreeOn } = offer;
      facts = {
        ...facts,
        extensions: [
          ...facts.extensions,
          { paidOn: day, feeCentavos, lateCentavos, dueOn, lastFreeOn },
        ],
      };
      events.push({ on: day, extend: { lastFreeOn } });
      extensions += 1;
    } else {
      const amount = floorShare(owed(facts, day).totalCentavos, below(random, 700), 1000);
      facts = withPosting(facts, allocate(facts, amount, day), day);
      events.push({ on: day, pay: amount });
    }
  }
  return { facts, events, extensions };
}

export const formula: BatteryTest = {
  name: 'loans-formula',
  about:
    'over 1,000 days, the formula equals the loop over days, and charges stay within principal',
  async run({ random, isQuick }) {
    const findings = new Findings();
    const counts: Counts &
      Record<'loans' | 'days' | 'payments' | 'extensions' | 'atTheCap', number> = {
      loans: isQuick ? 30 : 300,
      days: 0,
      payments: 0,
      extensions: 0,
      atTheCap: 0,
    };
    for (let nth = 0; nth < counts.loans; nth += 1) {
      const { facts, events, extensions } = live(random, drawBill(random, nth));
      counts.extensions += extensions;
      counts.payments += events.length - extensions;
      let charges = 0;
      for (const [day, slow] of slowDays(facts, events)) {
        if (day >= addDays(firstDay, days)) break;
        const fast = owed(facts, day);
        charges = allCharges(facts, day);
        counts.days += 1;
        const isSame =
          fast.lateCentavos === slow.late &&
          fast.interestCentavos === slow.interest &&
          fast.principalCentavos === slow.principal &&
          charges === slow.charges;
        findings.expect(
          isSame,
          `loan ${nth} on ${day}: ${JSON.stringify({ ...fast, charges })}, but the loop gives ${JSON.stringify(slow)}`,
        );
        findings.expect(
          charges <= facts.principalCentavos,
          `loan ${nth} on ${day} is charged more than its principal`,
        );
      }
      if (charges === facts.principalCentavos) counts.atTheCap += 1;
    }
    findings.expect(
      counts.atTheCap > 0,
      'no loan ever reached the cap of all charges, which is therefore untested',
    );
    findings.expect(counts.extensions > 0 && counts.payments > 0, 'nothing was paid or extended');
    return findings.outcome(counts);
  },
};
