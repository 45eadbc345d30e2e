// Staff commands for account statements, and for decisions about a bill that two members of finance
// must approve: waive a late charge, correct a charge, write a loan off.

import { dueInForce } from '@sandali/contract/accrualFacts.ts';
import { type Day, daysBetween } from '@sandali/contract/day.ts';
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { type Owed, owed } from '@sandali/contract/owed.ts';
import { recipientOf } from '#/account/account.ts';
import {
  choice,
  idOf,
  loanReference,
  option,
  optional,
  pesos,
  word,
} from '#/commands/arguments.ts';
import { command, type StaffAnswer, type StaffCommand, type StaffCtx } from '#/commands/command.ts';
import { entity, inPesos, money } from '#/commands/display.ts';
import { lookAt, type Sight } from '#/commands/looks.ts';
import { afterRow, paged, pageLength, pageOf } from '#/commands/page.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import type { Tx } from '#/db/database.ts';
import { todayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { accountStatementCommand } from './account-statement/commands.ts';
import { catalogueCommand } from './apply/catalogue-command.ts';
import type { BillRecord } from './bill.store.ts';
import { openExtension } from './extension/store.ts';
import { factsOf } from './facts.ts';
import { promiseCommand } from './plan/promise-command.ts';
import { billOfReference, lockOpenBill, waiveCharge, writeOff } from './relief/decisions.ts';
import {
  type DecisionKind,
  grant,
  insertDecision,
  openDecision,
  openDecisions,
} from './relief/store.ts';
import { waitingReliefs } from './relief/waiting.ts';
import { type ReliefPart, reliefParts } from './rules/relief.ts';

const roles = ['finance'] as const;
const reference = word(loanReference, 'the loan');
const decided = {
  kind: 'change',
  seenFirst: 'bill',
  roles,
  twoPeople: { act: 'bill', waiting: waitingReliefs },
} as const;

/** The proposed decision. A null amount means the full amount owed on the day of confirmation. */
type Wish = {
  reference: string;
  kind: DecisionKind;
  part: ReliefPart | null;
  amountCentavos: Centavos | null;
};
type Decided = {
  reference: string;
  kind: DecisionKind;
  part: ReliefPart | null;
  amountCentavos: Centavos;
  outcome: 'proposed' | 'confirmed';
};

/** The help lists this command among the commands for overdue bills. */
export const promiseCommands: StaffCommand[] = [promiseCommand];

export const loanCommands: StaffCommand[] = [
  catalogueCommand,
  accountStatementCommand,
  command({
    name: 'bill proposals',
    menu: 'Collections',
    label: 'List proposed reliefs',
    about: 'Lists decisions on bills that one person proposed and another must confirm.',
    examples: ['bill proposals', 'bill proposals --after 019a9f00-0000-7000-8000-000000000001'],
    kind: 'look',
    roles,
    arguments: afterRow(idOf('approval')),
    run: async (_ctx, tx, { after = null }) => {
      const rows = await openDecisions(tx, { after, limit: pageLength + 1 });
      const { page, next } = pageOf(rows, ({ id }) => id);
      return { data: { proposals: page.map(listed), next } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.proposals,
        {
          loan: (proposal) => entity('loan', proposal.reference),
          what: (proposal) => proposalWords(proposal),
          amount: (proposal) => amountCell(proposal),
          person: (proposal) => entity('person', proposal.person),
          by: (proposal) => proposal.proposedBy,
          at: (proposal) => proposal.proposedAt,
          reason: (proposal) => proposal.reason,
        },
        { none: 'Nothing waits for a second person.', ...paged('bill proposals') },
      ),
  }),
  command({
    name: 'bill show',
    menu: 'Collections',
    label: 'Show a bill',
    about:
      'Shows a bill: what it owes today, its days and its open proposal. Whoever decides on a bill must look at it first.',
    examples: ['bill show 4021938857 --reason "late charge, ticket 812"'],
    kind: 'look',
    roles,
    aboutPerson: 'reported',
    arguments: { reference },
    run: async (ctx, tx, { reference }) => await show(ctx, tx, reference),
    shows: ({ record }) =>
      record(({ bill }) => [
        ['loan', entity('loan', bill.reference)],
        ['person', entity('person', bill.person)],
        ['due', bill.due],
        ['settled', bill.settled],
        ['days overdue', bill.overdueDays],
        ['owed today', money(bill.owedCentavos)],
        ['principal', money(bill.principalCentavos)],
        ['interest', money(bill.interestCentavos)],
        ['late charge', money(bill.lateCentavos)],
        [
          'taken back',
          bill.takenBack.map(({ amountCentavos, on }) => `${inPesos(amountCentavos)} on ${on}`),
        ],
        ['proposed', bill.proposal && proposalWords(bill.proposal)],
        ['amount proposed', bill.proposal && amountCell(bill.proposal)],
        ['proposed by', bill.proposal?.by],
        ['reason', bill.proposal?.reason],
      ]),
  }),
  command({
    ...decided,
    name: 'bill waive',
    menu: 'Collections',
    label: 'Waive a charge',
    about:
      'Waives the late charge of an open bill: an amount, or all that is owed on the day of the confirmation.',
    examples: [
      'bill waive 4021938857 --reason "our kiosk was down, ticket 812"',
      'bill waive 4021938857 --amount 250.50 --reason "half of it, as agreed, ticket 812"',
    ],
    arguments: {
      reference,
      amountCentavos: optional(option(pesos, 'how much to waive; all by default', 'amount')),
    },
    run: async (ctx, tx, { reference, amountCentavos = null }) =>
      await decide(ctx, tx, { reference, kind: 'waive', part: 'late', amountCentavos }),
    shows: ({ lines }) =>
      lines(({ bill }) => outcomeLine(bill, `${inPesos(bill.amountCentavos)} of late charge`)),
  }),
  command({
    ...decided,
    name: 'bill adjust',
    menu: 'Collections',
    label: 'Adjust a charge',
    about: 'Reduces a charge of an open bill, at most by the amount that is owed.',
    examples: [
      'bill adjust 4021938857 interest 120.00 --reason "two days counted twice, ticket 812"',
    ],
    arguments: {
      reference,
      part: word(choice(reliefParts), 'which charge'),
      amountCentavos: word(pesos, 'the amount to take off'),
    },
    run: async (ctx, tx, { reference, part, amountCentavos }) =>
      await decide(ctx, tx, { reference, kind: 'adjust', part, amountCentavos }),
    shows: ({ lines }) =>
      lines(({ bill }) =>
        outcomeLine(
          bill,
          `${inPesos(bill.amountCentavos)} of ${bill.part === 'late' ? 'late charge' : 'interest'}`,
        ),
      ),
  }),
  command({
    ...decided,
    name: 'bill write-off',
    menu: 'Collections',
    label: 'Write off a bill',
    about:
      'Writes off an overdue bill: what it owes is booked as a loss, nothing more is charged, and the line stays closed. Later money still counts.',
    examples: ['bill write-off 4021938857 --reason "borrower died, certificate seen, ticket 812"'],
    arguments: { reference },
    run: async (ctx, tx, { reference }) =>
      await decide(ctx, tx, { reference, kind: 'writeOff', part: null, amountCentavos: null }),
    shows: ({ lines }) =>
      lines(({ bill }) => outcomeLine(bill, `the write-off of ${inPesos(bill.amountCentavos)}`)),
  }),
];

const listed = (proposal: Awaited<ReturnType<typeof openDecisions>>[number]) => ({
  reference: proposal.reference_no,
  person: proposal.borrower_id,
  kind: proposal.kind,
  part: proposal.part,
  amountCentavos: centavosOf(proposal),
  reason: proposal.reason,
  proposedBy: proposal.proposed_by,
  proposedAt: wireInstant(proposal.proposed_at),
});

/**
 * Records the view before reading the bill, so that a payment in between makes the view outdated.
 */
async function show({ who, now }: StaffCtx, tx: Tx, reference: string) {
  const { id } = await billOfReference(tx, reference);
  const look = await lookAt(tx, billSight(id), who);
  const row = await billOfReference(tx, reference);
  const due = owed(factsOf(row), todayOf(now));
  const open = await openDecision(tx, id);
  const bill = {
    reference,
    person: row.borrower_id,
    due: wireDay(row.due_on),
    settled: row.settled_as,
    overdueDays: due.overdueDays,
    owedCentavos: due.totalCentavos,
    principalCentavos: due.principalCentavos,
    interestCentavos: due.interestCentavos,
    lateCentavos: due.lateCentavos,
    takenBack: reversalsOn(row),
    proposal: open
      ? {
          kind: open.kind,
          part: open.part,
          amountCentavos: centavosOf(open),
          by: open.proposed_by,
          reason: open.reason,
        }
      : null,
  };
  return { data: { bill }, person: row.borrower_id, detail: { loan: id, ...look } };
}

/**
 * Returns the reversals of the bill's payments, each with the day from which the money is owed
 * again.
 */
const reversalsOn = ({ money: payments }: BillRecord) =>
  payments
    .filter((payment) => payment.reversal_id !== null)
    .map((payment) => ({
      amountCentavos: -Number(payment.amount_centavos),
      on: payment.value_on,
    }));

const billSight = (id: string): Sight => ({ kind: 'bill', id });

const centavosOf = ({ amount_centavos: amount }: { amount_centavos: bigint | null }) =>
  amount === null ? null : Number(amount);

/** A proposal without an amount is about all that is owed when it is confirmed. */
function amountCell({ amountCentavos }: { amountCentavos: number | null }) {
  return money(amountCentavos) ?? 'all';
}

function proposalWords({ kind, part }: { kind: string; part: string | null }): string {
  return part ? `${kind} ${part}` : 'write-off';
}

function outcomeLine({ reference, outcome }: Decided, what: string): string {
  return `${what} of loan ${reference}: ${outcome === 'proposed' ? 'proposed; another person confirms it' : 'done'}`;
}

/**
 * Stores the first approver's proposal. The same command by another approver confirms it with
 * effect from today. A different command replaces it.
 */
async function decide(ctx: StaffCtx, tx: Tx, wish: Wish): Promise<StaffAnswer<{ bill: Decided }>> {
  const row = await lockOpenBill(tx, wish.reference);
  const today = todayOf(ctx.now);
  const due = owed(factsOf(row), today);
  const amount = await amountOf(tx, row, wish, { due, today });
  await ctx.looks.mustHaveSeen(tx, billSight(row.id), () => `bill show ${wish.reference}`);
  const { kind, part, amountCentavos } = wish;
  const open = await openDecision(tx, row.id);
  const askedCentavos = amountCentavos === null ? null : BigInt(amountCentavos);
  const isSame =
    open?.kind === kind && open.part === part && open.amount_centavos === askedCentavos;
  const answer = { reference: wish.reference, kind, part, amountCentavos: amount };
  const about = { loan: row.id, kind, part, amountCentavos: amount };
  const person = row.borrower_id;
  if (!open || !isSame) {
    if (open) await ctx.approvals.drop(tx, open.id);
    const id = await ctx.approvals.propose(tx, 'bill', { borrowerId: person });
    await insertDecision(tx, {
      id,
      loan_id: row.id,
      borrower_id: person,
      kind,
      part,
      amount_centavos: askedCentavos,
    });
    return {
      data: { bill: { ...answer, outcome: 'proposed' } },
      person,
      detail: { ...about, outcome: 'proposed' },
    };
  }
  const proposedBy = await ctx.approvals.confirm(tx, open.id);
  await grant(tx, open.id, { valueOn: today, grantedCentavos: BigInt(amount) });
  await applyDecision(ctx, tx, row, { id: open.id, wish, amount });
  const detail = { ...about, outcome: 'confirmed', proposedBy };
  return { data: { bill: { ...answer, outcome: 'confirmed' } }, person, detail };
}

async function applyDecision(
  { app, now, wall }: StaffCtx,
  tx: Tx,
  row: BillRecord,
  of: { id: string; wish: Wish; amount: Centavos },
) {
  const ctx: WorkCtx = { app, now, wall };
  const decided = { id: of.id, loanId: row.id, borrowerId: row.borrower_id };
  if (of.wish.kind === 'writeOff') return await writeOff(ctx, tx, row, decided);
  await waiveCharge(ctx, tx, row, decided);
  const to = await recipientOf(app, tx, row.borrower_id, row.id);
  await app.notices.notify(ctx, tx, to, 'chargeWaived', {
    amount: formatPesos(of.amount),
    reference: row.reference_no,
  });
}

/**
 * Returns the amount by which a proposal reduces today's debt.
 * @throws Declined if the proposal is not possible
 */
async function amountOf(
  tx: Tx,
  row: BillRecord,
  { kind, part, amountCentavos }: Wish,
  { due, today }: { due: Owed; today: Day },
): Promise<Centavos> {
  if (kind === 'writeOff') {
    if (due.overdueDays === 0)
      throw new Declined('This bill is not overdue. Only an overdue bill can be written off.');
    return due.totalCentavos;
  }
  if (await openExtension(tx, row.id, today))
    throw new Declined(
      'The borrower accepted an extension and can pay its fee until midnight. Decide tomorrow, or after the fee is paid.',
    );
  const owes = part === 'late' ? due.lateCentavos : due.interestCentavos;
  const { lastFreeOn } = dueInForce(factsOf(row), today);
  if (owes === 0) {
    const reason =
      part === 'late' && daysBetween(lastFreeOn, today) <= 0
        ? 'the bill is not overdue'
        : 'all of it is paid';
    throw new Declined(
      `There is no ${part === 'late' ? 'late charge' : 'interest'} to waive: ${reason}.`,
    );
  }
  if (amountCentavos !== null && amountCentavos > owes)
    throw new Declined(
      `Only ${formatPesos(owes)} of this charge is owed today. Give that or less.`,
    );
  return amountCentavos ?? owes;
}
