// Ops: the trail of decisions and of staff, and whether it is what was chained.

import * as v from 'valibot';
import { hash, joined, option, optional, text, whole } from '#/commands/arguments.ts';
import { command, type StaffCommand, staffRoles } from '#/commands/command.ts';
import { wireInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { readHead } from './chain-trail.store.ts';
import { keysOutsideTrail } from './keys.store.ts';
import { auditRows } from './store.ts';
import { headOfTrail, verifyTrail, whyHeadFails } from './verify.ts';
import { firstBreak } from './watch.ts';

export const auditCommands: StaffCommand[] = [
  command({
    name: 'audit list',
    about: 'Lists the trail of decisions and of staff, newest first.',
    examples: [
      'audit list --limit 20',
      'audit list --subject announcement --reason "who changed it, ticket 812"',
    ],
    kind: 'look',
    roles: ['finance', 'engineer'],
    arguments: {
      limit: optional(option(whole(1, 500), 'how many rows; 50 by default'), 50),
      subject: optional(
        option(
          text(v.pipe(v.string(), v.maxLength(100)), 'id'),
          'only what was done to this, which needs a reason',
        ),
      ),
    },
    run: async ({ reason }, tx, { limit, subject }) => {
      // The subject may be a person, and reasons are words about them.
      if (subject !== undefined && reason === null)
        throw new Declined('Filtering by one subject needs a reason.');
      const rows = await auditRows(tx, { limit, subject: subject ?? null });
      return {
        data: {
          rows: rows.map((row) => ({ ...row, id: Number(row.id), at: wireInstant(row.at) })),
        },
        ...(subject === undefined ? {} : { subject }),
      };
    },
    shows: ({ table }) =>
      table((data) => data.rows, {
        at: (one) => one.at,
        who: (one) => one.who,
        role: (one) => one.role,
        act: (one) => one.act,
        subject: (one) => one.subject,
        reason: (one) => one.reason,
        detail: (one) => JSON.stringify(one.detail),
      }),
  }),
  command({
    name: 'audit verify',
    about:
      'Computes every batch of the trail anew and names the first that does not hold, and keys of staff that it knows nothing of. Ends with exit code 1 where there is one.',
    examples: ['audit verify', `audit verify --head 1440:${'7f3a'.repeat(16)}`],
    kind: 'look',
    roles: staffRoles,
    timeoutMs: 280_000,
    arguments: {
      known: optional(
        option(
          joined(':', { number: whole(1, 999_999_999_999_999), hash }),
          'a batch and its hash that were kept elsewhere, which must be in the chain',
          'head',
        ),
      ),
    },
    run: async ({ wall }, tx, { known }) => {
      const verdict = await verifyTrail(
        tx,
        wall,
        known ? { number: BigInt(known.number), hash: known.hash } : null,
      );
      const strangeKeys = await keysOutsideTrail(tx);
      return {
        data: { ...verdict, strangeKeys },
        detail: { batches: verdict.batches, broken: verdict.broken?.batch ?? null, strangeKeys },
      };
    },
    shows: ({ lines }) =>
      lines(wordsOfVerdict, {
        isWell: (data) => data.broken === null && data.strangeKeys.length === 0 && !data.isHeldUp,
      }),
  }),
  command({
    name: 'audit head',
    about:
      'Prints the last batch of the trail and its hash. Store it on another machine each day: audit verify --head checks against it. Ends with exit code 1 where a batch was found not to hold.',
    examples: ['audit head', 'audit head --json'],
    kind: 'look',
    roles: staffRoles,
    run: async (_ctx, tx) => {
      const seen = await readHead(tx);
      const broken = await whyHeadFails(tx, seen);
      return {
        data: { head: await headOfTrail(tx), broken, brokenBefore: await firstBreak(tx) },
        detail: { broken: broken?.batch ?? null },
      };
    },
    shows: ({ lines }) =>
      lines(
        ({ head, broken, brokenBefore }) => {
          if (broken)
            return `The trail does not hold. Batch ${broken.batch}: ${broken.why}. Run audit verify.`;
          if (brokenBefore !== null)
            return `The trail did not hold in batch ${brokenBefore}. Run audit verify.`;
          return head
            ? `${head.number}:${head.hash} ${head.chainedAt}`
            : 'No batch is in the hash chain yet.';
        },
        { isWell: (data) => data.broken === null && data.brokenBefore === null },
      ),
  }),
];

type Verdict = Awaited<ReturnType<typeof verifyTrail>> & { strangeKeys: string[] };

function wordsOfVerdict({
  batches,
  rows,
  unchainedRows,
  broken,
  isHeldUp,
  strangeKeys,
}: Verdict): string {
  if (broken)
    return `The trail does not hold. Batch ${broken.batch}: ${broken.why}. ${batches} batches before it hold.`;
  if (strangeKeys.length > 0)
    return `Nobody added these keys of staff: ${strangeKeys.join(', ')}. End them, and find out how they came.`;
  const held = `The trail holds: ${rows} rows in ${batches} batches; ${unchainedRows} newer rows are not in the hash chain yet.`;
  return isHeldUp
    ? `${held} A transaction has held up the next batch for more than five minutes.`
    : held;
}
