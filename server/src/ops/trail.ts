// Ops: the trail of decisions and of staff, and whether it is what was sealed.
import * as v from 'valibot';
import { Declined, type StaffCommand, staffCommand, staffRoles } from '#/commands/command.ts';
import { wireInstant } from '#/kit/days.ts';
import { keysOutsideTrail } from './keys.store.ts';
import { lookAtHead } from './seal.store.ts';
import { auditRows } from './store.ts';
import { headOfTrail, verifyTrail, whyHeadFails } from './verify.ts';
import { firstBreak } from './watch.ts';

export const auditCommands: StaffCommand[] = [
  staffCommand({
    name: 'audit list',
    kind: 'look',
    roles: ['finance', 'engineer'],
    request: v.strictObject({
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 50),
      subject: v.optional(v.pipe(v.string(), v.maxLength(100))),
    }),
    run: async ({ reason }, tx, { limit, subject }) => {
      // The subject may be a person, and reasons are words about them.
      if (subject !== undefined && reason === null) throw new Declined('A look at one subject needs a reason.');
      const rows = await auditRows(tx, { limit, subject: subject ?? null });
      return {
        data: { rows: rows.map((row) => ({ ...row, id: Number(row.id), at: wireInstant(row.at) })) },
        ...(subject === undefined ? {} : { subject }),
      };
    },
  }),
  staffCommand({
    name: 'audit verify',
    kind: 'look',
    roles: staffRoles,
    request: v.strictObject({
      known: v.optional(
        v.strictObject({
          number: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
          hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
        }),
      ),
    }),
    run: async ({ wall }, tx, { known }) => {
      const verdict = await verifyTrail(tx, wall, known ? { number: BigInt(known.number), hash: known.hash } : null);
      const strangeKeys = await keysOutsideTrail(tx);
      return {
        data: { ...verdict, strangeKeys },
        detail: { batches: verdict.batches, broken: verdict.broken?.batch ?? null, strangeKeys },
      };
    },
  }),
  staffCommand({
    name: 'audit head',
    kind: 'look',
    roles: staffRoles,
    request: v.strictObject({}),
    run: async (_ctx, tx) => {
      const seen = await lookAtHead(tx);
      const broken = await whyHeadFails(tx, seen);
      return {
        data: { head: await headOfTrail(tx), broken, brokenBefore: await firstBreak(tx) },
        detail: { broken: broken?.batch ?? null },
      };
    },
  }),
];
