// Ops: what waits for the caller's roles, as the desk's first screen.
import { recoveriesOpen } from '#/account/account.ts';
import { daysToClose } from '#/closing/closing.ts';
import { countBrokenPromises } from '#/collections/collections.ts';
import { command, type StaffCommand, type StaffCtx, staffRoles } from '#/commands/command.ts';
import { withOptions } from '#/commands/page.ts';
import { heldFiles } from '#/context/stored-files.ts';
import { creditAlarms } from '#/credit/credit.ts';
import type { Read } from '#/db/database.ts';
import { banksOf } from '#/gateway/routing.ts';
import { manilaDayOf, todayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { repaymentAlarms } from '#/repayment/repayment.ts';
import { mayRun } from './allowed.ts';
import { countCases } from './cases.store.ts';
import { warnMs } from './key.ts';
import { actsOf } from './proposals.ts';
import * as store from './today.store.ts';
import { mostCounted, nothingWaits, type Waits } from './today.store.ts';

/** Work that waits. Only those who may run the command that lists it see the row. */
type Item = {
  what: string;
  listedBy: string;
  /** The options with which that command lists only these rows. */
  input?: Readonly<Record<string, string>>;
  count(): Promise<Waits>;
};

/** Returns the command; each row appears to those who may run the command that lists it. */
export function todayCommands(all: readonly StaffCommand[]): StaffCommand[] {
  return [
    command({
      name: 'today',
      menu: 'Today',
      label: 'Show what waits',
      about:
        'Shows what waits for your roles, the earliest deadline first, with how much of it, since when, and the command that lists it.',
      examples: ['today'],
      kind: 'look',
      readsStandby: true,
      roles: staffRoles,
      run: async (ctx, tx) => {
        const items = itemsOf(ctx, tx, all).filter(({ listedBy }) =>
          mayRun(all, listedBy, ctx.roles),
        );
        const rows = [];
        for (const item of items) {
          const waits = await item.count();
          if (waits.count > 0) rows.push(viewRow(ctx, item, waits));
        }
        return { data: { rows: rows.toSorted(byDeadline) } };
      },
      shows: ({ table }) =>
        table(
          (data) => data.rows,
          {
            what: (row) => row.what,
            count: (row) => (row.isMore ? `${row.count}+` : row.count),
            since: (row) => row.since,
            due: (row) => row.dueOn,
            command: (row) => withOptions(row.listedBy, row.input),
          },
          {
            none: 'Nothing waits for you.',
            isWell: (data) => data.rows.every((row) => !row.isLate),
          },
        ),
    }),
  ];
}

function itemsOf(ctx: StaffCtx, tx: Read, all: readonly StaffCommand[]): Item[] {
  return [
    {
      what: 'proposals to confirm',
      listedBy: 'approvals list',
      count: () =>
        store.proposalsOfOthers(tx, {
          acts: [...actsOf(all, ctx.roles).keys()],
          who: ctx.who,
          now: ctx.now,
        }),
    },
    ...reviewItems(ctx, tx),
    ...caseItems(ctx, tx),
    ...moneyItems(ctx, tx),
    {
      what: 'files kept from deletion',
      listedBy: 'files list',
      count: async () => ({ ...nothingWaits, count: await heldFiles(tx) }),
    },
    {
      what: 'keys of staff that expire soon',
      listedBy: 'staff list',
      count: () => store.keysThatEnd(tx, ctx.wall.add({ milliseconds: warnMs })),
    },
  ];
}

function reviewItems({ app, now }: StaffCtx, tx: Read): Item[] {
  const alarm = async (name: 'reviewsNotTaken' | 'answersLate') => {
    const { reviewsNotTaken, answersLate, linesHeld } = creditAlarms(app);
    const counts = await Promise.all([reviewsNotTaken, answersLate, linesHeld]);
    return { ...nothingWaits, count: counts[name === 'reviewsNotTaken' ? 0 : 1] };
  };
  return [
    {
      what: 'applications to review',
      listedBy: 'review list',
      count: () => store.waitingReviews(tx, now),
    },
    {
      what: 'reviews that nobody takes',
      listedBy: 'review list',
      count: () => alarm('reviewsNotTaken'),
    },
    {
      what: 'late decisions of the review engine',
      listedBy: 'review list',
      count: () => alarm('answersLate'),
    },
    {
      what: 'requests for a higher limit',
      listedBy: 'quota list',
      count: () => store.limitRequests(tx),
    },
    { what: 'held lines', listedBy: 'screening holds', count: () => store.heldLines(tx) },
  ];
}

function caseItems({ app }: StaffCtx, tx: Read): Item[] {
  return [
    { what: 'complaints', listedBy: 'complaint list', count: () => countCases(tx, 'complaint') },
    { what: 'disputes', listedBy: 'dispute list', count: () => countCases(tx, 'dispute') },
    { what: 'data requests', listedBy: 'requests list', count: () => countCases(tx, 'request') },
    {
      what: 'unanswered comments',
      listedBy: 'feedback list',
      count: () => countCases(tx, 'feedback'),
    },
    {
      what: 'recoveries',
      listedBy: 'recovery list',
      count: async () => {
        const open = (await recoveriesOpen(app, tx)).filter(({ answerBy }) => answerBy !== null);
        const [oldest] = open;
        const first = oldest?.answerBy ? Temporal.PlainDate.from(oldest.answerBy) : null;
        return { count: open.length, since: oldest?.askedAt ?? null, dueOn: first };
      },
    },
  ];
}

function moneyItems({ app, now }: StaffCtx, tx: Read): Item[] {
  const today = manilaDayOf(now);
  return [
    {
      what: 'overdue bills without a call',
      listedBy: 'overdue list',
      count: () => store.overdueWithoutCall(tx, today),
    },
    {
      what: 'promises broken today',
      listedBy: 'overdue list',
      input: { bucket: 'brokenToday' },
      count: async () => ({ ...nothingWaits, count: await countBrokenPromises(tx, now) }),
    },
    {
      what: 'payouts that are stuck',
      listedBy: 'payout list',
      count: () => store.stuckPayouts(tx, { known: banksOf(app).map(({ name }) => name), today }),
    },
    {
      what: 'money in suspense',
      listedBy: 'suspense list',
      count: () => store.moneyInSuspense(tx),
    },
    {
      what: 'claims',
      listedBy: 'claim list',
      count: async () => {
        const { moneyInSuspense, moneyTakenBack } = repaymentAlarms(app);
        const [, claims] = await Promise.all([moneyInSuspense, moneyTakenBack]);
        return { ...nothingWaits, count: claims };
      },
    },
    { what: 'breaks', listedBy: 'reconcile breaks', count: () => store.openBreaks(tx) },
    {
      what: 'days to close',
      listedBy: 'day status',
      count: async () => ({ ...nothingWaits, ...(await daysToClose(tx, today)) }),
    },
  ];
}

function viewRow({ now }: StaffCtx, { what, listedBy, input = {} }: Item, waits: Waits) {
  const dueOn = waits.dueOn && wireDay(waits.dueOn);
  return {
    what,
    count: Math.min(waits.count, mostCounted),
    isMore: waits.count > mostCounted,
    since: waits.since && wireInstant(waits.since),
    dueOn,
    isLate: dueOn !== null && dueOn < todayOf(now),
    listedBy,
    input,
  };
}

type Row = ReturnType<typeof viewRow>;

/** Sorts rows by deadline, then by age. */
function byDeadline(one: Row, other: Row): number {
  const keys = [one, other].map(({ dueOn, since }) => `${dueOn ?? '9999'} ${since ?? '9999'}`);
  return (keys[0] ?? '') < (keys[1] ?? '') ? -1 : 1;
}
