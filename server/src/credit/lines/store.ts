// All SQL for screened lines, their matches and holds.
import { type NotNull, type SqlBool, sql } from 'kysely';
import { afterRowCondition, pageLength } from '#/commands/page.ts';
import type { Screened, ScreeningHit } from '#/credit/screening/screening.ts';
import type { ScreeningList } from '#/data/review-rules.ts';
import type { Read, Tx } from '#/db/database.ts';

const newest = (list: ScreeningList) =>
  sql`(select coalesce(max(version), 0) from screening_lists where list = ${list})`;

export type LineToScreen = { borrowerId: string; blocklist: number; sanctions: number };

/** Returns up to `most` lines not yet screened against the current list versions. */
export async function linesToScreen(read: Read, most: number): Promise<LineToScreen[]> {
  const behind = (
    column: 'blocklist_version' | 'sanctions_version',
    list: ScreeningList,
  ) => sql`(select * from line_screenings
    where ${sql.ref(column)} < ${newest(list)} order by ${sql.ref(column)} limit ${most})`;
  const { rows } = await sql<LineToScreen>`
    select borrower_id as "borrowerId",
      blocklist_version as blocklist, sanctions_version as sanctions
    from (${behind('blocklist_version', 'blocklist')}
      union ${behind('sanctions_version', 'sanctions')}) s
    order by borrower_id limit ${most}`.execute(read);
  return rows;
}

/** Returns the versions that the line was last screened against; undefined if there is no line. */
export async function lineOf(read: Read, borrowerId: string): Promise<LineToScreen | undefined> {
  return await read
    .selectFrom('line_screenings')
    .select([
      'borrower_id as borrowerId',
      'blocklist_version as blocklist',
      'sanctions_version as sanctions',
    ])
    .where('borrower_id', '=', borrowerId)
    .executeTakeFirst();
}

export type LineScreeningInput = {
  borrowerId: string;
  personalSealed: Buffer | null;
  identitySealed: Buffer | null;
  deviceId: string | null;
};

/** Returns the screened answers of each borrower's newest submitted application. */
export async function screeningInputsOf(
  read: Read,
  borrowerIds: readonly string[],
): Promise<LineScreeningInput[]> {
  return await read
    .selectFrom('credit_applications')
    .distinctOn('borrower_id')
    .select([
      'borrower_id as borrowerId',
      'personal_sealed as personalSealed',
      'identity_sealed as identitySealed',
      'device_id as deviceId',
    ])
    .where('borrower_id', '=', sql<string>`any(${borrowerIds}::uuid[])`)
    .where('submitted_at', 'is not', null)
    .orderBy('borrower_id')
    .orderBy('number', 'desc')
    .execute();
}

/** Returns the list versions that the engine used in each borrower's last review. */
export async function versionsAtReview(
  read: Read,
  borrowerIds: readonly string[],
): Promise<Map<string, Screened['versions']>> {
  const rows = await read
    .selectFrom('credit_decisions as d')
    .innerJoin('credit_applications as a', 'a.id', 'd.application_id')
    .distinctOn('a.borrower_id')
    .select(['a.borrower_id as borrowerId', 'd.screened'])
    .where('a.borrower_id', '=', sql<string>`any(${borrowerIds}::uuid[])`)
    .where(sql<SqlBool>`d.screened <> '{}'`)
    .orderBy('a.borrower_id')
    .orderBy('a.number', 'desc')
    .orderBy('d.number', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.borrowerId, row.screened as Screened['versions']]));
}

/** Records that these lines were screened against these versions. */
export async function keepScreened(
  tx: Tx,
  borrowerIds: readonly string[],
  of: { blocklist: number; sanctions: number; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('line_screenings')
    .set({ blocklist_version: of.blocklist, sanctions_version: of.sanctions, screened_at: of.at })
    .where('borrower_id', '=', sql<string>`any(${borrowerIds}::uuid[])`)
    .execute();
}

/**
 * Whether the line exists and no other worker has screened it in the meantime. Lock the borrower
 * first.
 */
export async function findLineToScreen(
  tx: Tx,
  { borrowerId, blocklist, sanctions }: LineToScreen,
): Promise<boolean> {
  const row = await tx
    .selectFrom('line_screenings')
    .select('borrower_id')
    .where('borrower_id', '=', borrowerId)
    .where('blocklist_version', '=', blocklist)
    .where('sanctions_version', '=', sanctions)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the `matchKey`s of a line's earlier matches. */
export async function matchedBefore(read: Read, borrowerId: string): Promise<Set<string>> {
  const rows = await read
    .selectFrom('screening_matches')
    .select(['list', 'key_hash'])
    .where('borrower_id', '=', borrowerId)
    .execute();
  return new Set(rows.map((row) => matchKey(row.list, row.key_hash)));
}

/** Returns a key that identifies a match across versions of a list. */
export function matchKey(list: string, keyHash: Buffer): string {
  return `${list} ${keyHash.toString('hex')}`;
}

type Match = ScreeningHit & { keyHash: Buffer };

/** Stores the matches of a line; `holdId` is null if the review considered them. */
export async function insertMatches(
  tx: Tx,
  matches: readonly Match[],
  of: { borrowerId: string; holdId: string | null; at: Temporal.Instant },
): Promise<void> {
  const rows = matches.map(({ list, keyHash, version, line, by }) => ({
    borrower_id: of.borrowerId,
    list,
    key_hash: keyHash,
    version,
    line,
    matched_by: by,
    found_at: of.at,
    hold_id: of.holdId,
  }));
  // A key may be on several lines of a list; only the first is stored.
  await tx
    .insertInto('screening_matches')
    .values(rows)
    .onConflict((clash) => clash.doNothing())
    .execute();
}

export type LineHoldRow = {
  id: string;
  borrower_id: string;
  placed_at: Temporal.Instant;
  approval_id: string | null;
  /** The staff member who proposed to clear the hold; null without a proposal. */
  proposed_by: string | null;
  cleared_at: Temporal.Instant | null;
};

/** Selects holds with the open proposals to clear them. */
const holds = (read: Read) =>
  read
    .selectFrom('line_holds as h')
    .leftJoin('approvals as a', (join) =>
      join.onRef('a.id', '=', 'h.approval_id').on('a.state', '<>', 'dropped'),
    )
    .select([
      'h.id',
      'h.borrower_id',
      'h.placed_at',
      'a.id as approval_id',
      'a.proposed_by',
      'h.cleared_at',
    ]);

/** Returns the open hold of a borrower's line, or undefined. */
export async function openLineHoldOf(
  read: Read,
  borrowerId: string,
): Promise<LineHoldRow | undefined> {
  return await holds(read)
    .where('h.borrower_id', '=', borrowerId)
    .where('h.cleared_at', 'is', null)
    .executeTakeFirst();
}

export async function findLineHold(read: Read, id: string): Promise<LineHoldRow | undefined> {
  return await holds(read).where('h.id', '=', id).executeTakeFirst();
}

/** Returns the holds that these approvals clear. */
export async function lineHoldsToClear(read: Read, approvalIds: readonly string[]) {
  return await read
    .selectFrom('line_holds')
    .select(['id', 'approval_id', 'placed_at'])
    .where('approval_id', 'in', approvalIds)
    .$narrowType<{ approval_id: NotNull }>()
    .execute();
}

/** Returns a page of open holds, oldest first, and one more if there are more. */
export async function openLineHolds(read: Read, after: string | null): Promise<LineHoldRow[]> {
  const order = { table: 'line_holds', alias: 'h', by: 'placed_at' };
  return await holds(read)
    .where('h.cleared_at', 'is', null)
    .where(await afterRowCondition(read, order, after))
    .orderBy('h.placed_at')
    .orderBy('h.id')
    .limit(pageLength + 1)
    .execute();
}

/** Returns the borrowers of all open holds. */
export async function heldBorrowers(read: Read): Promise<string[]> {
  const rows = await read
    .selectFrom('line_holds')
    .select('borrower_id')
    .where('cleared_at', 'is', null)
    .orderBy('placed_at')
    .execute();
  return rows.map((row) => row.borrower_id);
}

export async function countLineHolds(read: Read): Promise<number> {
  const row = await read
    .selectFrom('line_holds')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('cleared_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Returns the matches that a hold is based on. */
export async function matchesOf(read: Read, holdId: string) {
  return await read
    .selectFrom('screening_matches')
    .select(['list', 'version', 'line', 'matched_by as by', 'found_at as foundAt'])
    .where('hold_id', '=', holdId)
    .orderBy('found_at')
    .orderBy('list')
    .orderBy('line')
    .execute();
}

/** Places a hold. The borrower must be locked and have no open hold. */
export async function insertLineHold(
  tx: Tx,
  of: { id: string; borrowerId: string; at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('line_holds')
    .values({ id: of.id, borrower_id: of.borrowerId, placed_at: of.at })
    .execute();
}

/** Stores the approval that can clear a hold. */
export async function proposeClearing(tx: Tx, id: string, approvalId: string): Promise<void> {
  await tx
    .updateTable('line_holds')
    .set({ approval_id: approvalId })
    .where('id', '=', id)
    .execute();
}

export async function clearLineHold(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  await tx.updateTable('line_holds').set({ cleared_at: at }).where('id', '=', id).execute();
}
