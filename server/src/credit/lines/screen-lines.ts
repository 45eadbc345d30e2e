// Screens every borrower with a line against each new version of a list. A match blocks only new
// loans, and the borrower does not learn the reason (RA 9160).

import { lockBorrower, screeningFactsOf } from '#/account/account.ts';
import { dropApproval } from '#/commands/approvals.ts';
import { audit } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { eachItem } from '#/context/failing-items.ts';
import { type ReviewRules, reviewRulesOn, ruleIn } from '#/credit/review/rules.ts';
import {
  type KeyedHit,
  type Screened,
  type ScreenedPerson,
  screenMany,
} from '#/credit/screening/screening.ts';
import { openStep } from '#/credit/sealed.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import type { Sealer } from '#/platform/seal.ts';
import * as store from './store.ts';
import { heldBorrowers, openLineHoldOf } from './store.ts';

/** The number of lines per run. Decrypting and looking up this many takes well under a second. */
const linesAtOnce = 100;

/**
 * Screens the next lines against the current list versions. A line whose screening fails waits for
 * the next run. Concurrent runs are safe. @returns the number of screened lines.
 */
export async function screenLines(ctx: WorkCtx): Promise<number> {
  const { app, now } = ctx;
  const lines = await store.linesToScreen(app.db, linesAtOnce);
  if (lines.length === 0) return 0;
  const openPerson = await personOpener(app.db, app.sealer, lines);
  const opened = await eachItem(ctx, {
    kind: 'line to open',
    items: lines,
    idOf: ({ borrowerId }) => borrowerId,
    failure: 'the data of a borrower with a line could not be opened',
    run: async (line) => ({ line, person: openPerson(line) }),
  });
  const people = opened.flatMap(({ line, person }) => (person ? [{ line, person }] : []));
  const screened = await screenMany(
    app.db,
    app.sealer,
    people.map(({ person }) => person),
  );
  const rules = reviewRulesOn(manilaDayOf(now));
  const matched = people
    .map(({ line }, nth) => ({
      line,
      hits: (screened.hits[nth] ?? []).filter((hit) => isRelevant(hit, rules)),
    }))
    .filter(({ hits }) => hits.length > 0);
  const versions = {
    blocklist: screened.versions.blocklist ?? 0,
    sanctions: screened.versions.sanctions ?? 0,
  };
  const stored = await eachItem(ctx, {
    kind: 'line that a list names',
    items: matched,
    idOf: ({ line }) => line.borrowerId,
    failure: 'the matches of a line could not be stored',
    run: (match) => inTx(app.db, (tx) => keepMatches(ctx, tx, { ...match, versions })),
  });
  const named = new Set(matched.map(({ line }) => line.borrowerId));
  const free = opened.flatMap(({ line }) => (named.has(line.borrowerId) ? [] : [line.borrowerId]));
  if (free.length > 0)
    await inTx(app.db, (tx) => store.keepScreened(tx, free, { ...versions, at: now }));
  return free.length + stored.length;
}

/**
 * Reads the data to screen for these lines: the newest answers, current phone numbers and devices.
 * The returned function decrypts the data of one line's borrower; it returns null if the borrower
 * has no answers.
 */
async function personOpener(read: Read, sealer: Sealer, lines: readonly store.LineToScreen[]) {
  const ids = lines.map((line) => line.borrowerId);
  const [inputs, accounts] = await Promise.all([
    store.screeningInputsOf(read, ids),
    screeningFactsOf(read, sealer, ids),
  ]);
  return ({ borrowerId }: store.LineToScreen): ScreenedPerson | null => {
    const input = inputs.find((answers) => answers.borrowerId === borrowerId);
    const account = accounts.get(borrowerId);
    const personal = openStep(sealer, 'personal', borrowerId, input?.personalSealed ?? null);
    const identity = openStep(sealer, 'identity', borrowerId, input?.identitySealed ?? null);
    if (!input || !account || !personal || !identity) return null;
    const deviceIds = [
      ...new Set([...account.deviceIds, ...(input.deviceId === null ? [] : [input.deviceId])]),
    ];
    return { personal, idNumber: identity.idNumber, phone: account.openPhone(), deviceIds };
  };
}

/** Whether today's review rules would refer the match to a person. */
function isRelevant(hit: KeyedHit, rules: ReviewRules): boolean {
  if (hit.list === 'blocklist') return ruleIn(rules, 'blocklisted') !== null;
  const rule = ruleIn(rules, 'sanctioned');
  return rule !== null && hit.birthYearsApart <= rule.birthYearsApartMost;
}

type Matched = {
  line: store.LineToScreen;
  hits: KeyedHit[];
  versions: Record<'blocklist' | 'sanctions', number>;
};

/** Holds a line for its new matches, except those that the application's review considered. */
async function keepMatches(
  { app, now }: WorkCtx,
  tx: Tx,
  { line, hits, versions }: Matched,
): Promise<void> {
  const { borrowerId } = line;
  await lockBorrower(tx, borrowerId);
  if (!(await store.findLineToScreen(tx, line))) return;
  await store.keepScreened(tx, [borrowerId], { ...versions, at: now });
  const newMatches = await newMatchesOf(tx, borrowerId, hits);
  if (newMatches.length === 0) return;
  const isFirst = line.blocklist === 0 && line.sanctions === 0;
  if (
    isFirst &&
    isSame((await store.versionsAtReview(tx, [borrowerId])).get(borrowerId), versions)
  ) {
    await store.insertMatches(tx, newMatches, { borrowerId, holdId: null, at: now });
    return;
  }
  await holdFor({ app, now }, tx, borrowerId, newMatches);
}

async function newMatchesOf(
  tx: Tx,
  borrowerId: string,
  hits: readonly KeyedHit[],
): Promise<KeyedHit[]> {
  const matched = await store.matchedBefore(tx, borrowerId);
  return hits.filter((hit) => !matched.has(store.matchKey(hit.list, hit.keyHash)));
}

type Holding = Pick<WorkCtx, 'app' | 'now'>;

async function holdFor(
  { app, now }: Holding,
  tx: Tx,
  borrowerId: string,
  newMatches: readonly KeyedHit[],
): Promise<void> {
  const holdId = await ensureHold({ now }, tx, borrowerId);
  await store.insertMatches(tx, newMatches, { borrowerId, holdId, at: now });
  const lists = [...new Set(newMatches.map((hit) => `${hit.list} ${hit.version}`))];
  await audit(tx, {
    at: now,
    who: 'screening',
    act: 'lineHeld',
    subject: borrowerId,
    detail: { hold: holdId, lists },
  });
  app.log.warn(
    'a list names a borrower with a line; new loans are held until two people clear it',
    { event: 'line held' },
  );
}

/**
 * Returns the open hold, or places one. Drops an open proposal to clear the hold, because the
 * proposer has not seen the new match.
 */
async function ensureHold(
  { now }: Pick<WorkCtx, 'now'>,
  tx: Tx,
  borrowerId: string,
): Promise<string> {
  const open = await store.openLineHoldOf(tx, borrowerId);
  const holdId = open?.id ?? newIdFor(borrowerId, now);
  if (!open) await store.insertLineHold(tx, { id: holdId, borrowerId, at: now });
  else if (open.approval_id !== null)
    await dropApproval(tx, open.approval_id, { who: 'screening', at: now, as: 'overtaken' });
  return holdId;
}

/** After a correction, screens the borrower's line, if any, again. Lock the borrower first. */
export async function screenAgain(
  { app, now }: Holding,
  tx: Tx,
  borrowerId: string,
): Promise<void> {
  const line = await store.lineOf(tx, borrowerId);
  if (!line) return;
  const person = (await personOpener(tx, app.sealer, [line]))(line);
  if (!person) return;
  const screened = await screenMany(tx, app.sealer, [person]);
  const rules = reviewRulesOn(manilaDayOf(now));
  const newMatches = await newMatchesOf(
    tx,
    borrowerId,
    (screened.hits[0] ?? []).filter((hit) => isRelevant(hit, rules)),
  );
  if (newMatches.length > 0) await holdFor({ app, now }, tx, borrowerId, newMatches);
}

/** Holds the borrower's line, if any, until two people clear the hold. Lock the borrower first. */
export async function holdLine(
  { now }: Pick<WorkCtx, 'now'>,
  tx: Tx,
  borrowerId: string,
): Promise<void> {
  if (!(await store.lineOf(tx, borrowerId))) return;
  const hold = await ensureHold({ now }, tx, borrowerId);
  await audit(tx, {
    at: now,
    who: 'correction',
    act: 'lineHeld',
    subject: borrowerId,
    detail: { hold, lists: [] },
  });
}

function isSame(
  screened: Screened['versions'] | undefined,
  versions: Record<'blocklist' | 'sanctions', number>,
): boolean {
  return (
    screened !== undefined &&
    (screened.blocklist ?? 0) === versions.blocklist &&
    (screened.sanctions ?? 0) === versions.sanctions
  );
}

/** Whether a borrower's line is held. The result stays valid while the borrower is locked. */
export async function checkLineHeld(read: Read, borrowerId: string): Promise<boolean> {
  return (await openLineHoldOf(read, borrowerId)) !== undefined;
}

/** Returns the borrowers whose lines are held. There are few, because lists name few borrowers. */
export async function borrowersWithHeldLines(read: Read): Promise<string[]> {
  return await heldBorrowers(read);
}
