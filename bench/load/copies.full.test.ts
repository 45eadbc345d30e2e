import { openServer } from '@sandali/battery/server.ts';
import { withTestBed } from '@sandali/battery/test-bed.ts';
import { chainClosedDays, closeDays } from '@sandali/server/closing/closing.ts';
import { workCtx } from '@sandali/server/context/ctx.ts';
import { books } from '@sandali/server/ledger/ledger.ts';
import { verifyBooks } from '@sandali/server/ledger/verify.ts';
import { chainTrail } from '@sandali/server/staff/chain-trail.ts';
import { verifyTrail } from '@sandali/server/staff/verify.ts';
import { expect, it } from 'vitest';
import { copyPeople } from './copies.ts';
import { makeLives } from './lives.ts';

it('the books of copied borrowers are consistent, even after their days are closed again', {
  timeout: 120_000,
}, async () => {
  await withTestBed({ payment: 'silent', payDelayMs: 0 }, async (bed) => {
    const { pool, db } = bed.database;
    await copyPeople(bed.database, await makeLives(bed, 2), 200);
    expect(await books(db)).toEqual([]);
    const { rows } = await pool.query(
      `select (select count(*) from borrowers) as borrowers,
         (select count(*) from loans) as loans,
         (select count(*) from bills where settled_at is null) as open,
         (select count(distinct subject) > 200 from audit_log) as trail`,
    );
    expect(rows).toEqual([{ borrowers: 202n, loans: 606n, open: 101n, trail: true }]);
    const server = await openServer(bed.setup);
    try {
      const ctx = workCtx(server.app.context);
      while ((await closeDays(ctx)) + (await chainClosedDays(ctx)) > 0);
      const unchained = async () => {
        const query = 'select from audit_log where id > (select to_id from audit_head)';
        return (await pool.query(query)).rowCount;
      };
      while (await unchained()) await chainTrail(ctx);
      expect((await verifyTrail(db, ctx.wall, null)).broken).toBeNull();
    } finally {
      await server.close();
    }
    expect(await books(db)).toEqual([]);
    const { broken, entries, unchainedEntries } = await verifyBooks(db, null);
    expect({ broken, unchainedEntries }).toEqual({ broken: null, unchainedEntries: 0 });
    expect(entries).toBeGreaterThan(200 * 3);
  });
});
