// Ops: the trail of decisions and of staff.
import * as v from 'valibot';
import { type StaffCommand, staffCommand } from './command.ts';
import { auditRows } from './store.ts';

export const auditCommands: StaffCommand[] = [
  staffCommand({
    name: 'audit list',
    kind: 'look',
    request: v.strictObject({
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 50),
      subject: v.optional(v.pipe(v.string(), v.maxLength(100))),
    }),
    run: async (_ctx, tx, { limit, subject }) => {
      const rows = await auditRows(tx, { limit, subject: subject ?? null });
      return { data: { rows: rows.map((row) => ({ ...row, id: Number(row.id), at: row.at.toString() })) } };
    },
  }),
];
