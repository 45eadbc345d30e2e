// Staff commands for requests for higher limits: list, show, grant and decline.

import { isBorrowedHalfTerm } from '@sandali/contract/accrual.ts';
import { zLimitRequestId } from '@sandali/contract/id.ts';
import { limitReasonGroups } from '@sandali/contract/limitFacts.ts';
import { centavos, formatPesos, isMultipleOf, roundedRatio } from '@sandali/contract/money.ts';
import { lockBorrower, recipientOf } from '#/account/account.ts';
import { choice, naming, option, optional, text, whole, word } from '#/commands/arguments.ts';
import {
  command,
  type StaffCommand,
  type StaffCtx,
  type Waiting,
  type WaitingAt,
} from '#/commands/command.ts';
import { entity, money } from '#/commands/display.ts';
import { lookAt, type Sight } from '#/commands/looks.ts';
import { pageArguments, paged, pageLength, pageOf } from '#/commands/page.ts';
import { type Line, lineOf, lockLine } from '#/credit-line/credit-line.ts';
import { limitRulesOn } from '#/data/limit-rules.ts';
import type { Read, Tx } from '#/db/database.ts';
import { viewBills, whyLineStopped } from '#/loan/loan.ts';
import { manilaDayOf, todayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import { plainDay } from '#/texts/written-day.ts';
import { raiseLimit } from './change-limit.ts';
import { loansCounted } from './rules.ts';
import { readLimitFacts } from './standing.ts';
import {
  declineRequest,
  findRequest,
  grantRequest,
  insertEarnedIncreases,
  openRequests,
  propose,
  type RequestRow,
  requestsToGrant,
} from './store.ts';

const roles = ['reviewer', 'manager'] as const;
/** Larger than the limits of any catalogue, so a number above this is a typo. */
const mostPesos = 10_000_000;

async function mustFind(read: Read, id: string): Promise<RequestRow> {
  const row = await findRequest(read, id);
  if (!row) throw new Declined(`There is no request ${id}.`);
  return row;
}

/**
 * Locks the request's borrower and line, then reads the request.
 * @throws Declined if it is already decided
 */
async function lockOpen(tx: Tx, id: string): Promise<{ row: RequestRow; line: Line }> {
  const { borrower_id: borrowerId } = await mustFind(tx, id);
  await lockBorrower(tx, borrowerId);
  const line = await lockLine(tx, borrowerId);
  const row = await mustFind(tx, id);
  if (row.state !== 'requested') throw new Declined(`This request is already ${row.state}.`);
  invariant(line, 'a request for a higher limit has a line');
  return { row, line };
}

const pesos = (amount: bigint | number) => formatPesos(centavos(amount), { drop00: true });

function shown({ now }: StaffCtx, row: RequestRow) {
  const today = todayOf(now);
  return {
    id: row.id,
    person: row.borrower_id,
    limit: money(row.limit_centavos),
    wanted: money(row.requested_centavos),
    askedAt: wireInstant(row.asked_at),
    answerOn: wireDay(row.answer_on),
    isLate: row.state === 'requested' && wireDay(row.answer_on) < today,
    proposed: money(row.proposed_centavos),
    proposedBy: row.proposed_by,
  };
}

/** The basis of a decision: the current line, and how the loans were repaid. */
async function historyOf(ctx: StaffCtx, tx: Tx, row: RequestRow) {
  const bills = await viewBills(tx, row.borrower_id, { are: 'all' }, todayOf(ctx.now));
  const line = await lineOf(tx, row.borrower_id);
  const onTime = bills.filter(
    ({ ending, lastLateOn }) => ending === 'repaid' && lastLateOn() === null,
  );
  const facts =
    line && (await readLimitFacts(ctx, tx, { borrowerId: row.borrower_id, line, bills }));
  return {
    inUse: money(line?.usedCentavos ?? null),
    available: money(line?.availableCentavos ?? null),
    held: money(line?.heldCentavos ?? null),
    incomeCarries: money(facts?.terms.affordableCentavos ?? null),
    loansRepaidOnTime: onTime.length,
    // A loan repaid right after its payout proves little.
    ofThemHeldForHalfTheirTerm: onTime.filter(
      ({ facts, shown }) => shown.repaidOn && isBorrowedHalfTerm(facts, shown.repaidOn),
    ).length,
    loansRepaidLate: bills.filter(({ ending }) => ending === 'repaid').length - onTime.length,
    openBills: bills.filter(({ ending }) => ending === null).length,
    overdueBills: bills.filter(({ shown: bill }) => bill.overdueDays > 0).length,
  };
}

async function waiting(read: Read, { ids }: WaitingAt): Promise<Waiting[]> {
  const rows = await requestsToGrant(read, ids);
  return rows.map((row) => ({
    id: row.approval_id,
    confirmedBy: 'quota grant',
    what: `${row.id}, ${pesos(row.proposed_centavos)}`,
    facts: [
      { name: 'limit', before: money(row.limit_centavos), after: money(row.proposed_centavos) },
    ],
    input: { id: row.id, limitPesos: roundedRatio(row.proposed_centavos, 1, 100) },
    about: { as: 'limitRequest', id: row.id },
  }));
}

const requestSight = (id: string): Sight => ({ kind: 'request', id });
const request = word(naming('limitRequest', text(zLimitRequestId)), 'the id in quota list', 'id');

export const limitCommands: StaffCommand[] = [
  command({
    name: 'quota list',
    menu: 'Review',
    label: 'List limit requests',
    about: `Lists the open requests for a higher limit by due date, ${pageLength} a page.`,
    examples: ['quota list', 'quota list --after 2026-11-18/019a9f00-0000-7000-8000-000000000001'],
    kind: 'look',
    readsStandby: true,
    roles,
    arguments: pageArguments,
    run: async (ctx, tx, { after = null }) => {
      const { page, next } = pageOf(await openRequests(tx, after), (row) => ({
        on: wireDay(row.answer_on),
        id: row.id,
      }));
      return { data: { requests: page.map((row) => shown(ctx, row)), next } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.requests,
        {
          id: (row) => entity('limitRequest', row.id),
          person: (row) => entity('person', row.person),
          limit: (row) => row.limit,
          wanted: (row) => row.wanted,
          asked: (row) => row.askedAt,
          'answer on': (row) => row.answerOn,
          late: (row) => row.isLate,
          'proposed by': (row) => row.proposedBy,
        },
        {
          none: 'No request is open.',
          ...paged('quota list'),
          isWell: (data) => data.requests.every((row) => !row.isLate),
        },
      ),
  }),
  command({
    name: 'quota show',
    menu: 'Review',
    label: 'Show a limit request',
    about: 'Shows a request for a higher limit with the credit line and the repayment of loans.',
    examples: ['quota show 019a9f00-0000-7000-8000-000000000001 --reason "request of today"'],
    kind: 'look',
    roles,
    aboutPerson: 'reported',
    arguments: { id: request },
    run: async (ctx, tx, { id }) => {
      const look = await lookAt(tx, requestSight(id), ctx.who);
      const row = await mustFind(tx, id);
      const { state, decided_by: decidedBy, reason_group: reasonGroup } = row;
      const request = {
        ...shown(ctx, row),
        state,
        decidedBy,
        reasonGroup,
        ...(await historyOf(ctx, tx, row)),
      };
      return { data: { request }, person: row.borrower_id, detail: { request: id, ...look } };
    },
    shows: ({ record }) => record((data) => data.request),
  }),
  command({
    name: 'quota grant',
    menu: 'Review',
    label: 'Grant a limit',
    about: 'Grants a higher limit: the wanted one, or less.',
    examples: [
      'quota grant 019a9f00-0000-7000-8000-000000000001 --reason "seven loans on time"',
      'quota grant 019a9f00-0000-7000-8000-000000000001 --limit 120000 --reason "income supports this much"',
    ],
    kind: 'change',
    seenFirst: 'request',
    roles,
    twoPeople: {
      act: 'quota',
      when: 'Above the limit of one person',
      declinedBy: 'quota decline',
      waiting,
    },
    arguments: {
      id: request,
      limitPesos: optional(
        option(whole(1, mostPesos), 'the limit in whole pesos; the wanted one by default', 'limit'),
      ),
    },
    run: grant,
    shows: ({ lines }) =>
      lines(({ request: { outcome, limit } }) =>
        outcome === 'proposed'
          ? `${limit} is proposed; another person confirms it`
          : `the limit is now ${limit}`,
      ),
  }),
  command({
    name: 'quota decline',
    menu: 'Review',
    label: 'Decline a limit request',
    about:
      'Declines a request for a higher limit. The person sees the reason and the day from which a new request is possible.',
    examples: [
      'quota decline 019a9f00-0000-7000-8000-000000000001 --group income --reason "income does not afford it"',
    ],
    kind: 'change',
    seenFirst: { notNeeded: 'it lends nothing, and the person may ask again' },
    roles,
    arguments: {
      id: request,
      group: option(choice(limitReasonGroups), 'the reason that the person sees'),
    },
    run: async (ctx, tx, { id, group }) => {
      const { row } = await lockOpen(tx, id);
      const today = manilaDayOf(ctx.now);
      const askAgainOn = today.add({ days: limitRulesOn(today).askAgainAfterDays });
      if (row.approval_id !== null) await ctx.approvals.drop(tx, row.approval_id, 'overtaken');
      await declineRequest(tx, id, { who: ctx.who, at: ctx.now, reasonGroup: group, askAgainOn });
      const to = await recipientOf(ctx.app, tx, row.borrower_id);
      await ctx.app.notices.notify(ctx, tx, to, 'quotaDeclined', {
        from: plainDay(to.locale, askAgainOn),
      });
      const answer = { id, outcome: 'declined', askAgainOn: wireDay(askAgainOn) };
      return { data: { request: answer }, person: row.borrower_id, detail: { request: id, group } };
    },
    shows: ({ lines }) =>
      lines(
        ({ request }) =>
          `${request.id} is declined; a new request is possible from ${request.askAgainOn}`,
      ),
  }),
];

const stoppedWords = {
  lineClosed: 'A loan of this person was written off. Their line stays closed.',
  lineHeld:
    'This line is held: see `screening holds`. It must be cleared before a limit is raised.',
};

/**
 * Grants the requested limit or less. If one approver may not grant that limit alone, one proposes
 * it and another confirms the same amount.
 * @throws Declined if the line, bills, income or amount do not allow it
 */
async function grant(
  ctx: StaffCtx,
  tx: Tx,
  { id, limitPesos }: { id: string; limitPesos?: number | undefined },
) {
  const { row, line } = await lockOpen(tx, id);
  await ctx.looks.mustHaveSeen(tx, requestSight(id), () => `quota show ${id}`);
  const stopped = await whyLineStopped(tx, row.borrower_id);
  if (stopped) throw new Declined(stoppedWords[stopped]);
  const to = centavos(
    limitPesos === undefined
      ? Number(row.proposed_centavos ?? row.requested_centavos)
      : limitPesos * 100,
  );
  const { stepCentavos } = ctx.app.catalogue.amounts;
  if (
    to <= line.limitCentavos ||
    to > Number(row.requested_centavos) ||
    !isMultipleOf(to, stepCentavos)
  )
    throw new Declined(
      `Grant steps of ${pesos(stepCentavos)} above ${pesos(line.limitCentavos)}, up to ${pesos(row.requested_centavos)}.`,
    );
  const bills = await viewBills(tx, row.borrower_id, { are: 'recent' }, todayOf(ctx.now));
  if (bills.some((row) => row.shown.overdueDays > 0))
    throw new Declined(
      'A bill of this person is overdue. It must be paid before a limit is raised.',
    );
  const by = { centavos: to, who: ctx.who, at: ctx.now };
  const person = row.borrower_id;
  const facts = await readLimitFacts(ctx, tx, { borrowerId: person, line, bills });
  const affordable = facts.terms.affordableCentavos;
  if (to > affordable)
    throw new Declined(
      `The stated income supports at most ${pesos(affordable)}. Grant that or less.`,
    );
  if (to > row.two_people_above_centavos && row.approval_id === null) {
    await propose(tx, id, {
      centavos: to,
      approvalId: await ctx.approvals.propose(tx, 'quota', { isReasonKept: false }),
    });
    const data = { request: { id, outcome: 'proposed', limit: pesos(to) } };
    return { data, person, detail: { request: id, proposedCentavos: to } };
  }
  if (to > row.two_people_above_centavos) {
    await ctx.approvals.mustBeAnother(tx, row.approval_id ?? '');
    if (Number(row.proposed_centavos) !== to)
      throw new Declined(
        `${row.proposed_by} proposed ${pesos(row.proposed_centavos ?? 0n)}. Confirm the same limit, or decline the request.`,
      );
  }
  if (row.approval_id !== null) {
    if (to > row.two_people_above_centavos) await ctx.approvals.confirm(tx, row.approval_id);
    else await ctx.approvals.drop(tx, row.approval_id, 'overtaken');
  }
  await grantRequest(tx, id, by);
  await insertEarnedIncreases(tx, {
    borrowerId: person,
    requestId: id,
    loanIds: loansCounted(facts, to),
  });
  await raiseLimit(ctx, tx, {
    borrowerId: person,
    requestId: id,
    from: line.limitCentavos,
    to,
    reason: 'granted',
    who: ctx.who,
    affordable,
  });
  return {
    data: { request: { id, outcome: 'granted', limit: pesos(to) } },
    person,
    detail: { request: id, grantedCentavos: to },
  };
}
