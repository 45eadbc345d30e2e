// Ops: shows the trail and verifies its hash chain.

import * as v from 'valibot';
import { hash, joined, option, optional, text, whole } from '#/commands/arguments.ts';
import { command, type StaffCommand, staffRoles } from '#/commands/command.ts';
import { afterRow, paged, pageOf } from '#/commands/page.ts';
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
    menu: 'Staff',
    label: 'List the trail',
    about: 'Lists the trail of decisions and of staff commands, newest first.',
    examples: [
      'audit list --limit 20',
      'audit list --subject announcement --reason "who changed it, ticket 812"',
    ],
    kind: 'look',
    roles: ['finance', 'compliance', 'engineer'],
    arguments: {
      limit: optional(option(whole(1, 500), 'how many rows a page; 50 by default'), 50),
      ...afterRow(whole(1, 999_999_999_999_999)),
      subject: optional(
        option(
          text(v.pipe(v.string(), v.maxLength(100)), 'id'),
          'only rows of this subject, which needs a reason',
        ),
      ),
    },
    run: async ({ reason }, tx, { limit, subject, after = null }) => {
      // The subject may be a person, so a reason is required.
      if (subject !== undefined && reason === null)
        throw new Declined('Filtering by one subject needs a reason.');
      const rows = await auditRows(tx, { limit, subject: subject ?? null, after });
      const { page, next } = pageOf(rows, ({ id }) => Number(id), limit);
      const more = `audit list --limit ${limit}${subject === undefined ? '' : ` --subject ${subject}`}`;
      return {
        data: {
          next,
          more,
          rows: page.map((row) => ({ ...row, id: Number(row.id), at: wireInstant(row.at) })),
        },
        ...(subject === undefined ? {} : { subject }),
      };
    },
    shows: ({ table }) =>
      table(
        (data) => data.rows,
        {
          at: (row) => row.at,
          who: (row) => row.who,
          role: (row) => row.role,
          act: (row) => row.act,
          subject: (row) => row.subject,
          reason: (row) => row.reason,
          detail: (row) => JSON.stringify(row.detail),
        },
        paged(({ more }) => more),
      ),
  }),
  command({
    name: 'audit verify',
    menu: 'Staff',
    label: 'Verify the trail',
    about:
      'Recomputes the hash chain of the trail and names the first batch that does not match, and keys of staff that the trail does not know. Ends with exit code 1 if there is one.',
    examples: ['audit verify', `audit verify --head 1440:${'7f3a'.repeat(16)}`],
    kind: 'look',
    roles: staffRoles,
    timeoutMs: 280_000,
    arguments: {
      known: optional(
        option(
          joined(':', { number: whole(1, 999_999_999_999_999), hash }),
          'a batch and its hash, stored elsewhere, that the chain must contain',
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
    menu: 'Staff',
    label: 'Show the trail’s newest hash',
    about:
      'Prints the last batch of the trail and its hash. Store it on another machine each day: audit verify --head checks against it. Ends with exit code 1 if a batch does not match.',
    examples: ['audit head', 'audit head --json'],
    kind: 'look',
    roles: staffRoles,
    run: async (_ctx, tx) => {
      const stored = await readHead(tx);
      const broken = await whyHeadFails(tx, stored);
      return {
        data: { head: await headOfTrail(tx), broken, brokenBefore: await firstBreak(tx) },
        detail: { broken: broken?.batch ?? null },
      };
    },
    shows: ({ lines }) =>
      lines(
        ({ head, broken, brokenBefore }) => {
          if (broken)
            return `The trail does not verify. Batch ${broken.batch}: ${broken.reason}. Run audit verify.`;
          if (brokenBefore !== null)
            return `Batch ${brokenBefore} of the trail failed an earlier check. Run audit verify.`;
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
    return `The trail does not verify. Batch ${broken.batch}: ${broken.reason}. Batches that verify before it: ${batches}.`;
  if (strangeKeys.length > 0)
    return `The trail does not know these keys of staff: ${strangeKeys.join(', ')}. End them, and find out who made them.`;
  const summary = `The trail verifies: ${rows} rows in ${batches} batches; ${unchainedRows} newer rows are not in the hash chain yet.`;
  return isHeldUp
    ? `${summary} A transaction has held up the next batch for more than five minutes.`
    : summary;
}
