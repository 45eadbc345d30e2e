// Checks that a limit grows only through loans that were kept for half their term and repaid on
// time. Compares offers and steps day by day with a second implementation of docs/decisions/0027.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { addDays, type Day, daysBetween } from '@sandali/contract/day.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { quotaAddApply } from '@sandali/contract/limit.ts';
import { centavos } from '@sandali/contract/money.ts';
import { books } from '@sandali/server/ledger/ledger.ts';
import { type Borrower, type LocalApp, withLocalApp } from '#/borrowers.ts';
import { type BatteryTest, type Context, Findings } from '#/test.ts';

const peso = 100;
const step = 1000 * peso;
const mostAlone = 15_000 * peso;
const waitsDays = 30;
/** How many of the most recently settled loans the rule for steps considers. */
const pageLength = 20;

type Manner = 'atOnce' | 'early' | 'nearlyAllAtOnce' | 'halfTerm' | 'whenDue';
const manners: readonly Manner[] = ['atOnce', 'early', 'nearlyAllAtOnce', 'halfTerm', 'whenDue'];

type Loan = {
  id: string;
  arrivedOn: Day;
  termDays: number;
  principal: number;
  manner: Manner;
  left: number;
  principalDays: number;
};
type Life = {
  nth: number;
  borrower: Borrower;
  /** The limit after all pending decreases. */
  limit: number;
  loans: number;
  raisedOn: Day | null;
  open: Loan | null;
  /** Loans that earned an unused step, oldest first. */
  earned: string[];
  /**
   * The settlement day of each loan. Only the newest loans can raise a limit (docs/decisions/0064).
   */
  settledOn: Map<string, Day>;
  /** The loans that earned the current steps (granted and not revoked), one per step. */
  stepLoans: string[];
};
type Run = {
  local: LocalApp;
  context: Context;
  findings: Findings;
  counts: Record<Manner | 'steps' | 'refused' | 'cameBack' | 'inUse', number>;
};

export const farming: BatteryTest = {
  name: 'farming',
  about: 'over random lives, a limit grows exactly as a second implementation computes',
  async run(context) {
    const findings = new Findings();
    const [people, days] = context.isQuick ? [2, 50] : [12, 240];
    const counts = {
      atOnce: 0,
      early: 0,
      nearlyAllAtOnce: 0,
      halfTerm: 0,
      whenDue: 0,
      steps: 0,
      refused: 0,
      cameBack: 0,
      inUse: 0,
    };
    return await withLocalApp(async (local) => {
      const run: Run = { local, context, findings, counts };
      const lives: Life[] = [];
      for (let nth = 0; nth < people; nth += 1) lives.push(await begin(local, nth));
      if (lives[0]) await farm(run, lives[0]);
      for (let day = 0; day < days && !findings.some(); day += 1) {
        for (const life of lives) await liveOneDay(run, life, day === days - 1);
        await local.addDays(1);
      }
      for (const [event, times] of Object.entries(counts)) {
        // With few borrowers, it can happen that no step in use is revoked.
        const isRare = event === 'inUse' && context.isQuick;
        findings.expect(times > 0 || isRare || findings.some(), `${event} never happened`);
      }
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

async function begin(local: LocalApp, nth: number): Promise<Life> {
  const borrower = await local.borrower();
  const { line } = await borrower.life.client.must(userMulti, {});
  return {
    nth,
    borrower,
    loans: 0,
    limit: line?.limitCentavos ?? 0,
    raisedOn: null,
    open: null,
    earned: [],
    settledOn: new Map(),
    stepLoans: [],
  };
}

/** Takes several loans on one day and repays each within minutes, which does not earn a step. */
async function farm(run: Run, life: Life): Promise<void> {
  for (let loans = 0; loans < (run.context.isQuick ? 3 : 10); loans += 1) {
    life.open = await borrow(run, life, loans % 2 === 0 ? 8 : 15, 'atOnce');
    await payOff(run, life, life.open);
    await judge(run, life);
  }
}

async function borrow(
  { local, context }: Run,
  life: Life,
  termDays: number,
  manner: Manner,
): Promise<Loan> {
  // Sometimes borrow the whole line, so that a step can be revoked while it is in use.
  const principal =
    context.random() < 0.4 ? life.limit : (2 + Math.floor(context.random() * 3)) * 500 * peso;
  const id = await local.borrow(life.borrower, { amountCentavos: centavos(principal), termDays });
  return {
    id,
    arrivedOn: local.today(),
    termDays,
    principal,
    manner,
    left: principal,
    principalDays: 0,
  };
}

/** Returns the number of days until the balance of a loan is repaid. */
function daysKept({ manner, termDays }: Loan): number {
  const half = Math.ceil(termDays / 2);
  return {
    atOnce: 0,
    early: half - 1,
    nearlyAllAtOnce: termDays,
    halfTerm: half,
    whenDue: termDays,
  }[manner];
}

async function liveOneDay(run: Run, life: Life, isLast: boolean): Promise<void> {
  const { local, context } = run;
  const loan = life.open;
  if (loan && daysBetween(loan.arrivedOn, local.today()) >= 1) loan.principalDays += loan.left;
  if (loan && daysBetween(loan.arrivedOn, local.today()) >= daysKept(loan))
    await payOff(run, life, loan);
  if (!life.open && context.random() < 0.8) {
    const manner = manners[(life.loans + 2 * life.nth) % manners.length] ?? 'whenDue';
    life.loans += 1;
    life.open = await borrow(run, life, context.random() < 0.5 ? 8 : 15, manner);
    if (manner === 'nearlyAllAtOnce') {
      // Leave ₱500, the smallest partial payment. Nothing has accrued yet, so this is all
      // principal.
      const most = life.open.principal - 500 * peso;
      await local.pay(life.borrower, life.open.id, centavos(most));
      life.open.left -= most;
    }
    if (manner === 'atOnce') await payOff(run, life, life.open);
  }
  await judge(run, life);
  const mustCome = isLast && run.counts.cameBack === 0;
  if (life.stepLoans.length > 0 && (mustCome || context.random() < 0.06))
    await reverseNewestStep(run, life);
}

async function payOff(run: Run, life: Life, loan: Loan): Promise<void> {
  const { bill } = await life.borrower.life.client.must(billDetail, { loanId: loan.id });
  await run.local.pay(life.borrower, loan.id, bill.currentDue.owedCentavos);
  run.counts[loan.manner] += 1;
  // A loan earns a step if, on average, its principal was owed for at least half of the term.
  if (loan.principalDays * 2 >= loan.principal * loan.termDays) life.earned.push(loan.id);
  life.settledOn.set(loan.id, run.local.today());
  life.open = null;
}

/** Returns the current limit. A revoked step in use still counts until that amount is repaid. */
const limitNow = ({ limit, open }: Life) => Math.max(limit, open?.left ?? 0);

/** Returns the loans with an unused step among those settled last, oldest first. */
function stepsOnPage({ earned, settledOn }: Life): string[] {
  const newestFirst = [...settledOn].sort(([a, aOn], [b, bOn]) =>
    `${aOn} ${a}` < `${bOn} ${b}` ? 1 : -1,
  );
  const page = new Set(newestFirst.slice(0, pageLength).map(([loanId]) => loanId));
  return earned.filter((loanId) => page.has(loanId));
}

/** Checks that an earned step is offered and granted, and that any other step is refused. */
async function judge({ local, findings, counts }: Run, life: Life): Promise<void> {
  const { client } = life.borrower.life;
  const today = local.today();
  const limit = limitNow(life);
  const to = Math.min(limit + step, mostAlone);
  const fromOn = life.raisedOn ? addDays(life.raisedOn, waitsDays) : today;
  const [loanId] = stepsOnPage(life);
  const hasStep = loanId !== undefined && to > limit && limit === life.limit;
  const isOpen = hasStep && fromOn <= today;
  const { quota, line } = await client.must(userMulti, {});
  const shown = {
    limit: line?.limitCentavos,
    offer: quota?.offerCentavos ?? null,
    next: quota?.nextStep?.on ?? null,
  };
  const is = { limit, offer: isOpen ? to : null, next: hasStep && !isOpen ? fromOn : null };
  findings.expect(
    JSON.stringify(shown) === JSON.stringify(is),
    `on ${today} shown ${JSON.stringify(shown)}, expected ${JSON.stringify(is)}`,
  );
  // If staff are allowed to grant more, this call sends them a request instead.
  if (!isOpen && quota?.obstacle !== 'quotaTooFewLoans') return;
  const wantedCentavos = centavos(limit + step);
  const { name } = await client.ask(quotaAddApply, { wantedCentavos });
  if (name === 'success') {
    findings.expect(isOpen, `on ${today} a limit grew to ${wantedCentavos} without an earned step`);
    counts.steps += 1;
    life.limit = wantedCentavos;
    life.raisedOn = today;
    life.earned = life.earned.filter((earned) => earned !== loanId);
    life.stepLoans.push(loanId ?? '');
  } else {
    const refusal = hasStep ? 'quotaStepTooSoon' : 'quotaTooFewLoans';
    findings.expect(
      !isOpen && name === refusal,
      `on ${today} a step was refused as ${name}, not ${refusal}`,
    );
    counts.refused += 1;
  }
}

/**
 * Reverses the payout of the loan that earned the newest step. The step's unused part is revoked
 * immediately, and its used part when the open loan is repaid.
 */
async function reverseNewestStep({ local, findings, counts }: Run, life: Life): Promise<void> {
  const { client } = life.borrower.life;
  const loanId = life.stepLoans.pop();
  if (!loanId) return;
  await local.reversePayout(life.borrower, loanId);
  counts.cameBack += 1;
  life.settledOn.set(loanId, local.today());
  life.limit -= step;
  const { line } = await client.must(userMulti, {});
  const now = limitNow(life);
  if (now > life.limit) counts.inUse += 1;
  findings.expect(
    line?.limitCentavos === now,
    `after a revoked step the limit is ${line?.limitCentavos}, not ${now}`,
  );
}
