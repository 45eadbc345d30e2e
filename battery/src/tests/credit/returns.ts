// After two returns within 90 days the next loan must wait 30 days (docs/decisions/0027), and
// responses warn about it. Compares the product with a second implementation day by day.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { addDays, type Day, daysBetween } from '@sandali/contract/day.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { productCal, productList } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { books } from '@sandali/server/ledger/ledger.ts';
import { writtenDay } from '@sandali/server/texts/written-day.ts';
import { type Borrower, type LocalApp, withLocalApp } from '#/borrowers.ts';
import { type BatteryTest, type Context, Findings } from '#/test.ts';

const peso = 100;
const amountCentavos = centavos(1000 * peso);
const [withinDays, waitsDays] = [90, 30];

type Life = {
  borrower: Borrower;
  returned: Day[];
  /** Whether the borrower returns each of the next loans. Later on, returns are random. */
  willReturn: boolean[];
  open: { id: string; returnsOn: Day | null; payOn: Day } | null;
};
type Run = {
  local: LocalApp;
  context: Context;
  findings: Findings;
  counts: Record<'borrowed' | 'repaid' | 'repaidBefore' | 'returned' | 'waited' | 'warned', number>;
};

export const returns: BatteryTest = {
  name: 'returns',
  about:
    'over random lives, after two returns in 90 days the next loan waits 30 days, as announced',
  async run(context) {
    const findings = new Findings();
    const [people, days] = context.isQuick ? [2, 60] : [12, 300];
    const counts = { borrowed: 0, repaid: 0, repaidBefore: 0, returned: 0, waited: 0, warned: 0 };
    return await withLocalApp(async (local) => {
      const run: Run = { local, context, findings, counts };
      const lives: Life[] = [];
      for (let nth = 0; nth < people; nth += 1) {
        // One borrower repays first and the others return twice, so that a few borrowers cover all
        // cases.
        const willReturn = nth === 0 ? [false] : [true, true];
        lives.push({ borrower: await local.borrower(), returned: [], willReturn, open: null });
      }
      for (let day = 0; day < days && !findings.some(); day += 1) {
        for (const life of lives) await liveOneDay(run, life);
        await local.addDays(1);
      }
      for (const [event, times] of Object.entries(counts))
        findings.expect(times > 0 || findings.some(), `nothing was ${event}`);
      const breaks = await books(local.db);
      findings.expect(
        breaks.length === 0,
        breaks
          .map((broken) => `${broken.invariant}: ${broken.subject} ${broken.detail}`)
          .join('; '),
      );
      return findings.outcome({ people, days, ...counts });
    });
  },
};

/**
 * Returns the day from which a borrower with these returns can borrow; null if there is no wait.
 */
function nextReturnFrom(returned: readonly Day[], today: Day): Day | null {
  const newest = returned.toSorted().at(-1);
  const hasTwo = returned.some((day, nth) =>
    returned.some(
      (otherDay, at) =>
        at !== nth && otherDay === newest && daysBetween(day, otherDay) <= withinDays,
    ),
  );
  const from = newest && hasTwo ? addDays(newest, waitsDays) : null;
  return from && daysBetween(today, from) > 0 ? from : null;
}

async function liveOneDay(run: Run, life: Life): Promise<void> {
  const { local, context } = run;
  const today = local.today();
  if (life.open?.returnsOn === today) await returnLoan(run, life, life.open.id);
  else if (life.open?.payOn === today) {
    const { bill } = await life.borrower.life.client.must(billDetail, { loanId: life.open.id });
    await local.pay(life.borrower, life.open.id, bill.currentDue.owedCentavos);
    run.counts.repaid += 1;
    life.open = null;
  }
  if (life.open || !(await mayBorrow(run, life)) || context.random() < 0.4) return;
  const id = await local.borrow(life.borrower, { amountCentavos, termDays: 8 });
  run.counts.borrowed += 1;
  const willReturn = life.willReturn.shift() ?? context.random() < 0.7;
  life.open = {
    id,
    returnsOn: willReturn ? addDays(today, Math.floor(context.random() * 3)) : null,
    payOn: addDays(today, 8),
  };
  if (life.open.returnsOn === today) await returnLoan(run, life, id);
}

/**
 * Makes the borrower return a loan, sometimes after a payment. Checks the announced wait, and that
 * the return is not refused.
 */
async function returnLoan(
  { local, context, findings, counts }: Run,
  life: Life,
  loanId: string,
): Promise<void> {
  const today = local.today();
  const { client } = life.borrower.life;
  if (counts.returned % 3 === 1) {
    const { bill: open } = await client.must(billDetail, { loanId });
    await local.pay(life.borrower, loanId, open.currentDue.owedCentavos);
    counts.repaidBefore += 1;
  } else if (context.random() < 0.3) await local.pay(life.borrower, loanId, centavos(500 * peso));
  const { coolingOff } = await client.must(billDetail, { loanId });
  const next = nextReturnFrom([...life.returned, today], today);
  findings.expect(
    coolingOff?.nextLoanOn === next,
    `before a return on ${today} the next loan was announced for ${coolingOff?.nextLoanOn}, not ${next}`,
  );
  if (next) counts.warned += 1;
  const refusal = await local.returnLoan(life.borrower, loanId);
  findings.expect(refusal === null, `a return on ${today} was refused: ${refusal}`);
  const { bill } = await client.must(billDetail, { loanId });
  findings.expect(
    bill.state === 'cooledOff' && bill.currentDue.owedCentavos === 0,
    `a returned loan is ${bill.state}`,
  );
  life.returned.push(today);
  life.open = null;
  counts.returned += 1;
}

/**
 * Checks that the responses for products, quote and home agree on whether another loan is possible.
 */
async function mayBorrow(
  { local, findings, counts }: Run,
  { borrower, returned }: Life,
): Promise<boolean> {
  const { client } = borrower.life;
  const today = local.today();
  const from = nextReturnFrom(returned, today);
  const offer = await client.ask(productList, {});
  const price = await client.ask(productCal, {
    amountCentavos,
    termDays: 8,
    channel: 'wallet',
    accountId: borrower.accountId as never,
  });
  const home = await client.must(userMulti, {});
  const names = [offer.name, price.name, home.whyNotBorrow?.name ?? 'success'].join(' ');
  const name = from ? 'returnedTwice' : 'success';
  findings.expect(
    names === `${name} ${name} ${name}`,
    `on ${today}, after returns on ${returned.join(' and ')}, the calls answer ${names}`,
  );
  if (!from) return true;
  counts.waited += 1;
  const day = writtenDay('en', Temporal.PlainDate.from(from));
  const says = [offer.message, price.message, home.whyNotBorrow?.message].every((message) =>
    message?.includes(day),
  );
  findings.expect(says, `“${offer.message}” does not name ${day}`);
  return false;
}
