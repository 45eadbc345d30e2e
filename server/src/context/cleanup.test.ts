import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { testContext } from '#/testing/context.ts';
import { deleteEnded, examineInTurn, type Place, rowsAtOnce } from './cleanup.ts';

const { app, clocks, fresh } = await testContext();
const id = (nth: number) => `018f0000-0000-7000-8000-${String(nth).padStart(12, '0')}`;

slow('deletes expired rows in batches, oldest first, up to the limit of a run', async () => {
  const most = 100 * rowsAtOnce;
  await fresh.owner.pool.query(
    `insert into replay_cache select sha256(n::text::bytea), $1::timestamptz - n * interval '1 second' from generate_series(1, ${most + 30}) n`,
    [clocks.wall().toString()],
  );
  const remaining = async () => {
    const rows = await app.db
      .selectFrom('replay_cache')
      .select('seen_at')
      .orderBy('seen_at')
      .execute();
    return rows.map(
      (row) => (clocks.wall().epochMilliseconds - row.seen_at.epochMilliseconds) / 1000,
    );
  };
  await deleteEnded(app.db, 'replay_cache', 'seen_at', clocks.wall().subtract({ seconds: 10 }));
  expect(await remaining()).toEqual(Array.from({ length: 30 }, (_, nth) => 30 - nth));
  await deleteEnded(app.db, 'replay_cache', 'seen_at', clocks.wall().subtract({ seconds: 10 }));
  expect(await remaining()).toEqual(Array.from({ length: 10 }, (_, nth) => 10 - nth));
});

test('examineInTurn continues where the last run stopped, and restarts after the end', async () => {
  const begun: (string | null)[] = [];
  const examine = (examined: number) => async (_: unknown, from: Place | null) => {
    begun.push(from?.id ?? null);
    return { examined, handled: 2, last: { at: clocks.now(), id: id(begun.length) } };
  };
  await expect(
    examineInTurn(app.db, 'test', async () => Promise.reject(new Error('stopped'))),
  ).rejects.toThrow('stopped');
  expect(await examineInTurn(app.db, 'test', examine(rowsAtOnce))).toBe(200);
  expect(await examineInTurn(app.db, 'test', examine(rowsAtOnce - 1))).toBe(2);
  expect(await examineInTurn(app.db, 'test', examine(rowsAtOnce - 1))).toBe(2);
  expect(begun).toEqual([null, ...Array.from({ length: 100 }, (_, nth) => id(nth + 1)), null]);
});

test('examineInTurn with isForGood examines each row only once', async () => {
  const begun: (string | null)[] = [];
  const look = (last: Place | null) =>
    examineInTurn(
      app.db,
      'for good',
      async (_, from) => {
        begun.push(from?.id ?? null);
        return { examined: last ? 1 : 0, handled: 0, last };
      },
      { isForGood: true },
    );
  await look({ at: clocks.now(), id: id(7) });
  await look(null);
  await look({ at: clocks.now(), id: id(8) });
  await look(null);
  expect(begun).toEqual([null, id(7), id(7), id(8)]);
});
