// Tests that lists which grow with the number of borrowers are paged and read through an index.
import { expect, test } from 'vitest';
import { pageLength } from '#/commands/page.ts';
import { explainAll, fullReadsOf, readsOf } from '#/db/plans.testing.ts';
import { newId, randomBytes } from '#/platform/random.ts';
import { testApp } from '#/testing/app.ts';
import { testOps } from './testing.ts';

const app = await testApp();
await explainAll(app.owner);
const { person } = testOps(app.context);
const all = 2 * pageLength + 3;

/** Inserts open rows for borrowers who do not exist, several on the same day. */
async function fill(table: string, columns: string, values: string): Promise<void> {
  await app.owner.pool.query(`begin; set local session_replication_role = replica;
    insert into ${table} (id, borrower_id, asked_at, ${columns})
      select gen_random_uuid(), gen_random_uuid(), '2026-11-20', ${values}
      from generate_series(1, ${all}) n; commit`);
}

test.each([
  [
    'quota list',
    'requests',
    'limit_increase_requests',
    'limit_increase_requests_to_answer',
    [
      'answer_on, state, limit_centavos, requested_centavos, two_people_above_centavos, rules_version',
      "date '2026-11-20' + n / 7, 'requested', 1, 2, 2, 'of this test'",
    ],
  ],
  [
    'requests list',
    'requests',
    'data_requests',
    'data_requests_due',
    ['due_on, kind', "date '2026-11-20' + n / 7, 'deletion'"],
  ],
  [
    'dispute list',
    'disputes',
    'disputes',
    'disputes_due',
    ['due_on, decision_id', "date '2026-11-20' + n / 7, gen_random_uuid()"],
  ],
] as const)(
  '%s shows every open row once across all pages',
  async (name, key, table, index, [columns, values]) => {
    await fill(table, columns, values);
    const { ask } = await person('reviewer', 'support');
    const ids: string[] = [];
    const lengths: number[] = [];
    const reads = await readsOf(app.owner, async () => {
      for (let after: unknown; after !== null; ) {
        const { data } = await ask(name, after ? { after } : {});
        const rows = data[key] as { id: string }[];
        lengths.push(rows.length);
        ids.push(...rows.map(({ id }) => id));
        after = data.next;
      }
    });
    const { rows } = await app.owner.pool.query<{ id: string }>(`select id from ${table}`);
    await app.owner.pool.query(
      `begin; set local session_replication_role = replica; delete from ${table}; commit`,
    );
    expect(lengths).toEqual([pageLength, pageLength, 3]);
    expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    expect(fullReadsOf(reads)).toEqual([]);
    expect(reads.lookedUp).toContain(index);
  },
);

test('person find shows 50 people of one name, and reads through indexes', async () => {
  const { sealer } = app.context;
  const hash = sealer.hash('borrower name', 'maria santos');
  const ids = Array.from({ length: pageLength + 1 }, () => newId(app.clocks.now()));
  await app.owner.db
    .insertInto('borrowers')
    .values(
      ids.map((id, nth) => ({
        id,
        phone_sealed: sealer.seal('phone', id, `+63917999${String(nth).padStart(4, '0')}`),
        phone_hash: randomBytes(32),
        agreement_version: '1',
        locale: 'en',
        registered_at: app.clocks.now(),
      })),
    )
    .execute();
  await app.owner.db
    .insertInto('borrower_name_keys')
    .values(ids.map((id) => ({ name_hash: hash, borrower_id: id })))
    .execute();
  const { ask } = await person('support');
  const more = { reason: 'calls without a number' };
  let answer = await ask('person find', { text: ['Maria', 'Santos'] }, more);
  const reads = await readsOf(app.owner, async () => {
    answer = await ask('person find', { text: ['Ma.', 'Santos'] }, more);
    await ask('person find', { text: ['4021938857'] }, more);
  });
  const people = answer.data.people as { userGid: string }[];
  expect(people.map(({ userGid }) => userGid)).toEqual(
    ids.toSorted().toReversed().slice(0, pageLength),
  );
  expect(answer).toMatchObject({ shown: { lines: [expect.stringMatching(/more than 50/)] } });
  expect(fullReadsOf(reads)).toEqual([]);
  expect([...reads.lookedUp]).toEqual(
    expect.arrayContaining(['borrower_name_keys_pkey', 'repayment_codes_by_code']),
  );
});
