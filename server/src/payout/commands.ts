// Staff commands that list and show payouts, and settle them with the approval of two people.

import type * as v from 'valibot';
import { choice, idOf, option, optional, word } from '#/commands/arguments.ts';
import {
  command,
  type StaffCommand,
  type StaffCtx,
  unchanged,
  type Waiting,
  type WaitingAt,
} from '#/commands/command.ts';
import { entity, inPesos, instant, money } from '#/commands/display.ts';
import { lookAt, type Sight } from '#/commands/looks.ts';
import { afterRow, paged, pageLength, pageOf } from '#/commands/page.ts';
import type { AppContext } from '#/context/app-context.ts';
import { mayPayOut } from '#/context/switches.ts';
import { channelForStaff } from '#/data/chains.ts';
import type { Read, Tx } from '#/db/database.ts';
import { eventsOfPayout } from '#/gateway/inbox.store.ts';
import { bankNamed, banksOf } from '#/gateway/routing.ts';
import { manila, manilaDayOf, shownAt, wireInstant, zInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import * as store from './breaks.store.ts';
import { heldSince } from './failover.store.ts';
import type { Receiver } from './order.ts';
import { type PayoutStep, untriedMs } from './rules.ts';
import { type Handlers, type LockedPayout, lockForSettling, settle } from './settle.ts';
import { findPayout, type PayoutRecord } from './store.ts';
import { type Sending, whyWaiting } from './why-waiting.ts';

/** A payout's id, which is also its reference at the gateway. */
const payout = word(idOf('payout'), 'the id in payout list', 'id');
const outcomes = choice({
  paid: 'paid',
  failed: 'failed',
  returned: 'returned',
  'written-off': 'writtenOff',
});
type Wish = {
  id: string;
  outcome: v.InferOutput<typeof outcomes.schema>;
  paidAt?: Temporal.Instant | undefined;
};

/**
 * Returns the staff commands for payouts. `handlers` apply a settled payout to its loan or refund.
 */
export function payoutCommands(handlers: Handlers): StaffCommand[] {
  return [payoutList, payoutShow, payoutResolve(handlers)];
}

const payoutList = command({
  name: 'payout list',
  menu: 'Money',
  label: 'List payouts',
  about:
    'Lists the payouts that need staff, oldest first, with what keeps each and since when: a switch or a hold, the float, a gateway without a clear answer, or one that contradicts itself.',
  examples: ['payout list', 'payout list --after 019a9f00-0000-7000-8000-000000000001'],
  kind: 'look',
  readsStandby: true,
  roles: ['finance', 'engineer'],
  arguments: afterRow(idOf('payout')),
  run: async (ctx, tx, { after = null }) => {
    const sending = await sendingNow(ctx.app, tx);
    const rows = await store.payoutsInTrouble(
      tx,
      {
        ...sending,
        today: manilaDayOf(ctx.now),
        untriedSince: ctx.wall.subtract({ milliseconds: untriedMs }),
      },
      { after, limit: pageLength + 1 },
    );
    const { page, next } = pageOf(rows, ({ id }) => id);
    return { data: { payouts: page.map((row) => listed(ctx, row, sending)), next } };
  },
  shows: ({ table }) =>
    table(
      (data) => data.payouts,
      {
        id: (row) => entity('payout', row.id),
        person: (row) => entity('person', row.person),
        state: (row) => row.state,
        amount: (row) => money(row.amountCentavos),
        channel: (row) => row.channel,
        gateway: (row) => row.gateway,
        ordered: (row) => row.orderedAt,
        'what keeps it': (row) => row.reasonText,
        since: (row) => row.since,
        'tried again': (row) => row.retryAt,
        'proposed by': (row) => row.proposedBy,
      },
      {
        none: 'No payout needs staff.',
        isWell: (data) => data.payouts.length === 0,
        ...paged('payout list'),
      },
    ),
});

const payoutShow = command({
  name: 'payout show',
  menu: 'Money',
  label: 'Show a payout',
  about:
    'Shows a payout: its states with their times, the reports of its gateway, and the decisions about it.',
  examples: [
    'payout show 019a9f00-0000-7000-8000-000000000001 --reason "unknown since noon, ticket 812"',
  ],
  kind: 'look',
  roles: ['finance', 'engineer'],
  aboutPerson: 'reported',
  arguments: { id: payout },
  run: show,
  shows: ({ record }) =>
    record(({ payout: row }) => [
      ['id', entity('payout', row.id)],
      ['person', entity('person', row.person)],
      ['loan', row.loan],
      ['refund', row.refund],
      ['state', row.state],
      ['amount', money(row.amountCentavos)],
      ['channel', row.channel],
      ['receiver', row.receiver],
      ['gateway', row.gateway],
      ['at the gateway', row.gatewayId],
      ['ordered', row.orderedAt],
      ['sent', row.sentAt],
      ['paid', row.paidAt],
      ['settled', row.settledAt],
      ['settled by', row.settledBy],
      ['failure', row.failure],
      ['waits for', row.waitsFor],
      ['attempts', row.attempts],
      ['reports', row.events],
      ['last report', row.lastEventAt],
      [
        'breaks',
        row.breaks.map(
          ({ kind, amountCentavos, endedAs }) =>
            `${kind} ${inPesos(amountCentavos)}, ${endedAs ?? 'open'}`,
        ),
      ],
      ['decisions', row.decisions],
    ]),
});

/** Returns an outcome as staff type it. */
const wordOf = (outcome: string) =>
  Object.entries(outcomes.typing.of).find(([, sent]) => sent === outcome)?.[0] ?? outcome;

async function waiting(read: Read, { ids }: WaitingAt): Promise<Waiting[]> {
  return (await store.resolutionsWithIds(read, ids)).map((row) => ({
    id: row.id,
    confirmedBy: 'payout resolve',
    what: `${row.payout_id}, ${inPesos(row.amount_centavos)}, as ${row.outcome}`,
    facts: [
      unchanged('person', entity('person', row.borrower_id)),
      unchanged('amount', money(row.amount_centavos)),
      { name: 'outcome', before: row.state, after: wordOf(row.outcome) },
      ...(row.outcome === 'paid'
        ? [
            {
              name: 'paid at',
              before: instant(row.known_paid_at),
              after: instant(row.paid_at ?? row.known_paid_at),
            },
          ]
        : []),
    ],
    input: {
      id: row.payout_id,
      outcome: row.outcome,
      ...(row.paid_at && { paidAt: row.paid_at.toString() }),
    },
    about: { as: 'payout', id: row.payout_id },
  }));
}

const payoutResolve = (handlers: Handlers) =>
  command({
    name: 'payout resolve',
    menu: 'Money',
    label: 'Resolve a payout',
    about:
      'Settles a payout if its gateway leaves it open or contradicts itself. Money that went out after its payout had ended is returned, or written-off if it will not come back.',
    examples: [
      'payout resolve 019a9f00-0000-7000-8000-000000000001 failed --reason "letter of the bank, ticket 812"',
      'payout resolve 019a9f00-0000-7000-8000-000000000001 paid --at "2026-11-20 14:05" --reason "line 41 of the settlement report"',
      'payout resolve 019a9f00-0000-7000-8000-000000000001 returned --reason "credit advice of 22 November"',
      'payout resolve 019a9f00-0000-7000-8000-000000000001 written-off --reason "the receiver cannot be found, memo 31"',
    ],
    kind: 'change',
    seenFirst: 'payout',
    roles: ['finance'],
    twoPeople: { act: 'payout', waiting },
    arguments: {
      id: payout,
      outcome: word(outcomes, 'how it ended'),
      paidAt: optional(
        option(
          { schema: zInstant, typing: { as: 'minute' } },
          'when it was paid, in Manila time, as in the settlement report',
          'at',
        ),
      ),
    },
    run: async (ctx, tx, wish) => await resolve(ctx, tx, handlers, wish),
    after: ({ app }) => app.wake(),
    shows: ({ lines }) =>
      lines(({ payout: { outcome, as } }) =>
        outcome === 'proposed'
          ? `${as} is proposed; another person confirms it`
          : `the payout is settled as ${as}`,
      ),
  });

const payoutSight = (id: string): Sight => ({ kind: 'payout', id });
const isKnown = (app: AppContext, row: { gateway: string }) => bankNamed(app, row.gateway) !== null;

/** Reads what decides which payouts are sent now. */
async function sendingNow(app: AppContext, read: Read): Promise<Sending> {
  const [settings, heldAt, offSince] = await Promise.all([
    app.settings.all(),
    heldSince(read),
    store.payoutsOffSince(read),
  ]);
  const banks = banksOf(app);
  return {
    known: banks.map(({ name }) => name),
    sending: heldAt
      ? []
      : banks.filter((bank) => mayPayOut(settings, bank)).map(({ name }) => name),
    heldAt,
    offSince: settings.payoutsOn ? null : offSince,
  };
}

type Listed = Awaited<ReturnType<typeof store.payoutsInTrouble>>[number];

function listed({ app, now, wall }: StaffCtx, row: Listed, sending: Sending) {
  const { reason, words, since, isWall, isRetried } = whyWaiting(row, sending);
  const sinceShown = since && isWall ? shownAt(since, { now, wall }) : since;
  return {
    id: row.id,
    person: row.borrower_id,
    state: row.state,
    amountCentavos: Number(row.amount_centavos),
    channel: channelForStaff(app.catalogue, row.channel),
    gateway: row.gateway,
    orderedAt: wireInstant(row.ordered_at),
    // A gateway that is not configured cannot be queried.
    waitsFor: isKnown(app, row) ? row.waits_for : 'gateway',
    breaks: row.breaks,
    reason,
    reasonText: words,
    since: sinceShown && wireInstant(sinceShown),
    retryAt: isRetried ? wireInstant(shownAt(row.next_attempt_at, { now, wall })) : null,
    proposedBy: row.proposed_by,
  };
}

async function mustFind(tx: Tx, id: string): Promise<PayoutRecord> {
  const payout = await findPayout(tx, id);
  if (!payout) throw new Declined(`There is no payout ${id}.`);
  return payout;
}

async function show({ app, who, now, wall }: StaffCtx, tx: Tx, { id }: { id: string }) {
  const look = await lookAt(tx, payoutSight(id), who);
  const row = await mustFind(tx, id);
  const [breaks, resolutions, events] = await Promise.all([
    store.breaksOf(tx, id),
    store.resolutionsOf(tx, id),
    eventsOfPayout(tx, id),
  ]);
  const { accountNumber } = JSON.parse(
    app.sealer.open('receiver', id, row.receiver_sealed),
  ) as Receiver;
  const at = (instant: Temporal.Instant | null) => instant && wireInstant(instant);
  const atWall = (instant: Temporal.Instant | null) =>
    at(instant && shownAt(instant, { now, wall }));
  const payout = {
    id,
    person: row.borrower_id,
    loan: row.kind === 'loan' ? row.subject_id : null,
    refund: row.kind === 'refund' ? row.subject_id : null,
    state: row.state,
    amountCentavos: Number(row.amount_centavos),
    channel: channelForStaff(app.catalogue, row.channel),
    receiver: `•••• ${accountNumber.slice(-4)}`,
    gateway: row.gateway,
    gatewayId: row.gateway_id,
    orderedAt: at(row.ordered_at),
    sentAt: atWall(row.sent_at),
    paidAt: at(row.paid_at),
    settledAt: at(row.settled_at),
    settledBy: row.settled_by,
    failure: row.failure,
    waitsFor: isKnown(app, row) || row.settled_at ? row.waits_for : 'gateway',
    attempts: row.attempts,
    events: events.count,
    lastEventAt: atWall(events.lastAt),
    breaks: breaks.map((row) => ({
      kind: row.kind,
      amountCentavos: Number(row.amount_centavos),
      endedAs: row.ended_as,
    })),
    decisions: resolutions.map(
      (row) =>
        `${row.outcome} by ${row.proposed_by}, ${row.confirmed_by ? `confirmed by ${row.confirmed_by}` : row.state === 'dropped' ? 'dropped' : 'proposed'}`,
    ),
  };
  return { data: { payout }, person: row.borrower_id, detail: { payout: id, ...look } };
}

/**
 * Proposes an outcome, or settles the payout if another person has already proposed the same
 * outcome.
 */
async function resolve(ctx: StaffCtx, tx: Tx, handlers: Handlers, wish: Wish) {
  const { app, now, wall, approvals, looks } = ctx;
  const { id, outcome, paidAt = null } = wish;
  await mustFind(tx, id);
  const locked = await lockForSettling({ app, now, wall }, tx, handlers, id, 'people');
  const next = await nextOf(locked, wish);
  await looks.mustHaveSeen(tx, payoutSight(id), () => `payout show ${id}`);
  const person = locked.payout.borrower_id;
  const open = (await store.resolutionsOf(tx, id)).find(({ state }) => state === 'open');
  const isSame =
    open?.outcome === outcome &&
    (paidAt === null ? open.paid_at === null : open.paid_at?.equals(paidAt) === true);
  if (!open || !isSame) {
    if (open) await approvals.drop(tx, open.id);
    await store.insertResolution(tx, {
      id: await approvals.propose(tx, 'payout'),
      payoutId: id,
      outcome,
      paidAt,
    });
    return {
      data: { payout: { id, outcome: 'proposed', as: outcome } },
      person,
      detail: { payout: id, proposed: outcome },
    };
  }
  const proposedBy = await approvals.confirm(tx, open.id);
  await settle(locked, next);
  const detail = { payout: id, settled: outcome, proposedBy };
  return { data: { payout: { id, outcome: 'settled', as: outcome } }, person, detail };
}

/**
 * Maps the outcome that staff chose to a payout step.
 * @throws Declined if nothing is left to settle, or the outcome does not fit the payout
 */
async function nextOf(
  { ctx, tx, payout }: LockedPayout,
  { outcome, paidAt }: Wish,
): Promise<PayoutStep> {
  const open = (await store.breaksOf(tx, payout.id)).filter((row) => row.ended_at === null);
  const contested = open.find((row) => row.kind === 'paidAfterEnd');
  const gatewayId = payout.gateway_id ?? '';
  if (contested) {
    if (outcome === 'writtenOff') return { to: 'writtenOff' };
    if (outcome !== 'returned')
      throw new Declined(
        `This payout was paid after it had ended as ${payout.state}. Settle it as returned once the money is back, or as written-off if it will not come back.`,
      );
    return { to: 'reversed', paidAt: contested.paid_at, gatewayId, failure: null };
  }
  // An unsent order at a former gateway may stay unsent, because no other gateway may send it.
  const isLeftBehind = payout.state === 'ready' && payout.gateway !== ctx.app.bank.name;
  const isLate =
    payout.state === 'sent' &&
    payout.expected_on !== null &&
    Temporal.PlainDate.compare(payout.expected_on, manilaDayOf(ctx.now)) < 0;
  const isOpen =
    payout.state === 'unknown' ||
    isLate ||
    isLeftBehind ||
    (payout.state === 'paid' && open.length > 0);
  if (!isOpen && payout.state === 'sent')
    throw new Declined(
      'The gateway has this payout and may still pay it. It can be settled once its day has passed, or the gateway gives no clear answer.',
    );
  if (!isOpen) throw new Declined(`This payout is ${payout.state}, and nothing is left to settle.`);
  if (outcome === 'returned' || outcome === 'writtenOff')
    throw new Declined(
      'No money went out that could be returned or lost. Settle the payout as paid or as failed.',
    );
  if (outcome === 'failed') {
    const failure = 'neverPaid';
    return payout.state === 'paid'
      ? { to: 'reversed', paidAt: payout.paid_at, gatewayId, failure }
      : { to: 'failed', failure, gatewayId: null };
  }
  if (isLeftBehind)
    throw new Declined(
      'The money has not left. Settle the payout as failed: its borrower owes nothing and may apply again.',
    );
  const at = paidAt ?? payout.paid_at;
  if (!at)
    throw new Declined(
      'Give the time of payment in the settlement report: --at "2026-11-20 14:05"',
    );
  const isWithin =
    Temporal.Instant.compare(at, payout.ordered_at) >= 0 &&
    Temporal.Instant.compare(at, ctx.now) <= 0;
  if (!isWithin)
    throw new Declined(
      `The time of payment must be between ${payout.ordered_at.toString({ timeZone: manila, smallestUnit: 'second' })}, when it was ordered, and now.`,
    );
  return { to: 'paid', paidAt: at, gatewayId, withdrawalCode: null };
}
