// Tests that lists which grow with the number of borrowers are paged and read through an index.
import { slow } from '@sandali/contract/slow.testing.ts';
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

slow.each([
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

const t = (n: string) => `timestamptz '2026-11-01' + (${n}) / 7 * interval '1 minute'`;
const gone = 'sha256(n::text::bytea)';

slow.each([
  {
    command: 'screening holds',
    key: 'holds',
    table: 'line_holds',
    index: 'line_holds_by_age',
    columns: ['borrower_id, placed_at', `gen_random_uuid(), ${t('n')}`],
    decide: 'cleared_at = now(), approval_id = gen_random_uuid()',
    order: 'placed_at, id',
  },
  {
    command: 'suspicion list',
    key: 'reports',
    table: 'suspicion_reports',
    index: 'suspicion_reports_waiting',
    columns: [
      'borrower_id, noticed_on, words_sealed, recorded_at, approval_id',
      `gen_random_uuid(), '2026-11-01', ${gone}, ${t('n')}, gen_random_uuid()`,
    ],
    decide: "outcome = 'unfounded', decided_at = now()",
    order: 'recorded_at, id',
  },
  {
    command: 'recovery list',
    key: 'recoveries',
    table: 'account_recoveries',
    index: 'account_recoveries_to_answer',
    columns: [
      'borrower_id, device_id, locale, new_phone_sealed, new_phone_hash, begun_at, asked_at',
      `gen_random_uuid(), gen_random_uuid(), 'en', ${gone}, ${gone}, ${t('n')}, ${t('n')}`,
    ],
    decide: "ended_at = now(), ended_as = 'refused'",
    order: 'begun_at, id',
  },
  {
    command: 'complaint list',
    key: 'complaints',
    table: 'complaints',
    index: 'complaints_to_do',
    columns: [
      'borrower_id, number, kind, opened_at, acknowledge_on, resolve_on, details_sealed',
      `gen_random_uuid(), 'CS-' || translate(lpad((1000 + n)::text, 4, '2'), '01', 'AB') || '-M4XX', 'other', ${t('n')}, date '2026-11-03' + n / 7,
        date '2026-12-01' + n / 7, ${gone}`,
    ],
    decide:
      "answered_at = now(), answered_by = 'ana', acknowledged_at = now(), acknowledged_by = 'ana'",
    order: 'acknowledge_on, id',
  },
])('$command continues after a row that is decided between two pages', async (list) => {
  const { table, columns, decide, order, key } = list;
  await app.owner.pool.query(`begin; set local session_replication_role = replica;
    insert into ${table} (id, ${columns[0]}) select gen_random_uuid(), ${columns[1]}
    from generate_series(1, ${all}) n;
    insert into approvals (id, act, proposed_by, proposed_at)
    select approval_id, 'suspicion', 'ana', recorded_at from suspicion_reports; commit`);
  const idOf = table === 'complaints' ? 'number' : 'id::text';
  const { rows } = await app.owner.pool.query<{ row: string }>(
    `select ${idOf} as row from ${table} order by ${order}`,
  );
  const { ask } = await person('reviewer', 'support', 'compliance');
  const shown: string[] = [];
  const reads = await readsOf(app.owner, async () => {
    for (let after: unknown; after !== null; ) {
      const { data } = await ask(list.command, after ? { after } : {}, { reason: 'daily look' });
      const page = data[key] as { id?: string; number?: string; recovery?: string }[];
      shown.push(...page.map((row) => row.id ?? row.number ?? row.recovery ?? ''));
      after = data.next;
      if (shown.length === pageLength)
        await app.owner.pool.query(
          `begin; set local session_replication_role = replica;
          update ${table} set ${decide} where ${idOf.replace('::text', '')} = '${shown.at(-1)}'; commit`,
        );
    }
  });
  await app.owner.pool.query(
    `begin; set local session_replication_role = replica; delete from ${table}; commit`,
  );
  // An answered complaint comes last, so it is shown again, as answered.
  const again = table === 'complaints' ? [rows[pageLength - 1]?.row] : [];
  expect(shown).toEqual([...rows.map(({ row }) => row), ...again]);
  expect(fullReadsOf(reads)).toEqual([]);
  expect(reads.lookedUp).toContain(list.index);
});

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

// Lists about money, each with rows that share the value by which the list is ordered.
const minute = (n: string) => `timestamptz '2026-11-20' + ${n} / 7 * interval '1 minute'`;
const proposals = (
  act: string,
) => `insert into approvals (id, act, reason, proposed_by, proposed_at)
  select gen_random_uuid(), '${act}', 'of this test', 'ana', ${minute('n')}
  from generate_series(1, ${all}) n`;
const receipts = `insert into receipts (id, gateway, gateway_payment_id, channel, amount_centavos,
    paid_at, value_on, booked_at, entry_id)
  select gen_random_uuid(), 'sandbox', 'page ' || n, 'sevenEleven', 100 + n,
    ${minute('n')}, '2026-11-20', '2026-11-20', gen_random_uuid() from generate_series(1, ${all}) n`;
const moneyLists: Record<
  string,
  {
    key: string;
    field: string;
    inOrder: string;
    /** The index that serves a list whose rows are many. */
    index?: string;
    fill: readonly string[];
    tables: readonly string[];
  }
> = {
  'payout list': {
    key: 'payouts',
    field: 'id',
    inOrder: 'select id::text as shown from payouts order by ordered_at, id',
    index: 'payouts_pkey',
    fill: [
      `insert into payouts (id, kind, subject_id, borrower_id, amount_centavos, channel,
        receiver_sealed, gateway, state, ordered_at, next_attempt_at)
      select gen_random_uuid(), 'loan', gen_random_uuid(), gen_random_uuid(), 100, 'bankCard',
        'x', 'sandbox', 'unknown', ${minute('n')}, '2026-11-20' from generate_series(1, ${all}) n`,
    ],
    tables: ['payouts'],
  },
  'suspense list': {
    key: 'money',
    field: 'id',
    inOrder: 'select id::text as shown from receipts order by paid_at, id',
    index: 'receipts_of_nobody',
    fill: [receipts],
    tables: ['receipts'],
  },
  'claim list': {
    key: 'claims',
    field: 'id',
    inOrder: `select owner_id::text as shown from ledger_accounts
      where kind = 'borrower.takenBack' order by balance_centavos desc, owner_id`,
    fill: [
      `with people as (insert into borrowers (id, phone_sealed, phone_hash, agreement_version,
          locale, registered_at)
        select gen_random_uuid(), 'x', sha256(('page ' || n)::bytea), '1', 'en', '2026-11-20'
        from generate_series(1, ${all}) n returning id)
      insert into ledger_accounts (kind, owner_id, balance_centavos, line_count, normal_side)
        select 'borrower.takenBack', id, 100 + row_number() over () / 7, 1, 'debit' from people`,
    ],
    tables: ['borrowers', 'ledger_accounts'],
  },
  'refund list': {
    key: 'refunds',
    field: 'id',
    inOrder: 'select id::text as shown from refunds order by ordered_at, id',
    index: 'refunds_on_their_way',
    fill: [
      `insert into refunds (id, borrower_id, account_id, amount_centavos, channel, receiver_label,
        receiver_last4, receiver_mark, ordered_at)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 100, 'wallet', 'GCash',
        '0010', 'gcash', ${minute('n')} from generate_series(1, ${all}) n`,
    ],
    tables: ['refunds'],
  },
  'refund kept': {
    key: 'kept',
    field: 'person',
    inOrder: `select owner_id::text as shown from ledger_accounts
      where kind = 'borrower.refundable' order by id`,
    index: 'ledger_accounts_kept',
    fill: [
      `insert into ledger_accounts (kind, owner_id, balance_centavos, line_count, normal_side)
        select 'borrower.refundable', gen_random_uuid(), -100, 1, 'credit'
        from generate_series(1, ${all})`,
      `insert into ledger_entries (id, kind, fact_key, happened_at, recorded_at, business_on,
        line_count, booked_on)
      select gen_random_uuid(), 'repayment.booked', id, '2026-11-20', '2026-11-20', '2026-11-20', 2,
        '2026-11-20' from ledger_accounts where kind = 'borrower.refundable'`,
      `insert into ledger_lines (entry_id, number, account_id, amount_centavos)
        select id, 1, fact_key::bigint, -100 from ledger_entries`,
    ],
    tables: ['ledger_accounts', 'ledger_entries', 'ledger_lines'],
  },
  'transfer list': {
    key: 'transfers',
    field: 'id',
    inOrder: `select id::text as shown from bank_transfers join approvals using (id)
      order by proposed_at, id`,
    fill: [
      proposals('transfer'),
      `insert into bank_transfers (id, amount_centavos, paid_on, bank_reference)
        select id, 100, '2026-11-20', 'FT' || id from approvals where act = 'transfer'`,
    ],
    tables: ['bank_transfers', 'approvals'],
  },
  'bill proposals': {
    key: 'proposals',
    field: 'reference',
    inOrder: `select reference_no as shown from loans l join bill_decisions d on d.loan_id = l.id
      join approvals a on a.id = d.id order by a.proposed_at, a.id`,
    fill: [
      proposals('bill'),
      `insert into bill_decisions (id, loan_id, borrower_id, kind, part)
        select id, gen_random_uuid(), gen_random_uuid(), 'waive', 'late' from approvals
        where act = 'bill'`,
      `insert into loans (id, borrower_id, quote_id, reference_no, state, principal_centavos,
        term_days, channel, interest_centavos, service_fee_centavos, channel_fee_centavos,
        interest_per_day_bps, late_charge_per_month_bps, service_fee_bps, arrival_centavos,
        receiver_label, receiver_last4, receiver_mark, disclosure_hash, disclosure_version,
        agreement_locale, agreement_session_hash, legal_rule, signed_at)
      select loan_id, borrower_id, gen_random_uuid(), 4021900000 + row_number() over (), 'success',
        100, 8, 'bankCard', 0, 0, 0, 0, 0, 0, 100, 'BDO', '0010', 'bdo', 'x', '1', 'en', 'x', '1',
        '2026-11-20' from bill_decisions`,
    ],
    tables: ['loans', 'bill_decisions', 'approvals'],
  },
  'reversal list': {
    key: 'reversals',
    field: 'id',
    inOrder: 'select id::text as shown from payment_reversals order by booked_at desc, id desc',
    index: 'payment_reversals_by_booking',
    fill: [
      receipts,
      `insert into payment_reversals (id, gateway, movement_id, receipt_id, cause, amount_centavos,
        happened_at, value_on, booked_at, entry_id)
      select gen_random_uuid(), gateway, gateway_payment_id, id, 'reversal', amount_centavos,
        paid_at, value_on, paid_at, gen_random_uuid() from receipts`,
    ],
    tables: ['payment_reversals', 'receipts'],
  },
  'reconcile breaks': {
    key: 'breaks',
    field: 'id',
    inOrder: 'select id::text as shown from reconciliation_breaks order by on_day, id',
    index: 'reconciliation_breaks_open',
    fill: [
      `insert into reconciliation_breaks (id, gateway, kind, subject, movement, line_id,
        bank_centavos, bank_on, currency, on_day, found_at)
      select gen_random_uuid(), 'sandbox', 'unknownToUs', 's' || n, 'paymentReceived', 'l' || n, 100,
        date '2026-11-20' + n / 7, 'PHP', date '2026-11-20' + n / 7, '2026-11-20'
      from generate_series(1, ${all}) n`,
    ],
    tables: ['reconciliation_breaks'],
  },
};

slow.each(Object.keys(moneyLists))('%s shows every row once, in order', async (name) => {
  const list = moneyLists[name];
  if (!list) throw new Error(`${name} is not in the table`);
  const { key, field, inOrder, index, fill: statements, tables } = list;
  const asReplica = async (...queries: readonly string[]) =>
    await app.owner.pool.query(
      `begin; set local session_replication_role = replica; ${queries.join(';')}; commit`,
    );
  await asReplica(...statements);
  const { rows: expected } = await app.owner.pool.query<{ shown: string }>(inOrder);
  const { ask } = await person('finance');
  const pages: string[][] = [];
  async function pageAfter(after: unknown): Promise<unknown> {
    const { data } = await ask(name, after ? { after } : {});
    const page = data[key] as Record<string, string>[];
    pages.push(page.map((row) => row[field] ?? ''));
    return data.next;
  }
  // The first page reads its index in order, up to the end of the page.
  let after = await pageAfter(null);
  const reads = await readsOf(app.owner, async () => {
    while (after) after = await pageAfter(after);
  });
  await asReplica(...tables.map((table) => `delete from ${table}`));
  expect(pages.map(({ length }) => length)).toEqual([pageLength, pageLength, 3]);
  expect(pages.flat()).toEqual(expected.map(({ shown }) => shown));
  if (index === undefined) return;
  expect(fullReadsOf(reads, { tablesAlone: true })).toEqual([]);
  expect(reads.lookedUp).toContain(index);
});

test('cases list reads one page of each kind by its index, and shows every case once', async () => {
  const day = "date '2026-11-20' + n / 7";
  const on = (sentAt: string) => `(${sentAt})::timestamp at time zone 'Asia/Manila'`;
  const rows = `from generate_series(1, ${pageLength})`;
  await app.owner.pool.query(`begin; set local session_replication_role = replica;
    insert into complaints (id, borrower_id, number, kind, opened_at, acknowledge_on, resolve_on,
        details_sealed, acknowledged_at, acknowledged_by, answered_at, answered_by)
      select gen_random_uuid(), gen_random_uuid(),
        'CS-' || translate(lpad((2000 + n)::text, 4, '2'), '01', 'AB') || '-M4XX', 'other',
        '2026-11-01', ${day}, date '2026-12-20' + n / 7, ${gone}, x.at, x.by, x.at, x.by
      ${rows} n left join (select timestamptz '2026-11-02' as at, 'ana' as by) x on n % 3 = 0;
    insert into disputes (id, borrower_id, decision_id, asked_at, due_on)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '2026-11-01', ${day} ${rows} n;
    insert into data_requests (id, borrower_id, kind, asked_at, due_on)
      select gen_random_uuid(), gen_random_uuid(), 'deletion', '2026-11-01', ${day} ${rows} n;
    insert into feedback (id, borrower_id, type, comment_sealed, sent_at)
      select gen_random_uuid(), gen_random_uuid(), 6, ${gone}, ${on(`${day} - 7`)} ${rows} n;
    insert into case_assignments (case_id, kind, borrower_id, assigned_to, assigned_by, assigned_at)
      select id, 'dispute', borrower_id, 'somebody', 'somebody', '2026-11-02' from disputes;
    update disputes set assigned_to = 'somebody'; commit`);
  const { rows: expected } = await app.owner.pool.query<{ id: string }>(`
    select id from (
      select id, case when answered_at is null then acknowledge_on else '9999-12-31' end as due_on
        from complaints
      union all select id, due_on from disputes union all select id, due_on from data_requests
      union all select id, (sent_at at time zone 'Asia/Manila')::date + 7 from feedback) cases
    order by due_on, id`);
  const { ask, name } = await person('compliance');
  const ids: string[] = [];
  const reads = await readsOf(app.owner, async () => {
    for (let after: unknown; after !== null; ) {
      const { data, wrong } = await ask('cases list', after ? { after } : {});
      if (wrong) throw new Error(wrong);
      ids.push(...(data.cases as { id: string }[]).map(({ id }) => id));
      after = data.next;
    }
  });
  const filtered = await readsOf(app.owner, async () => {
    for (const assigned of ['me', 'nobody']) await ask('cases list', { assigned });
  });
  await app.owner.pool.query(`begin; set local session_replication_role = replica;
    update case_assignments set assigned_to = '${name}';
    update disputes set assigned_to = '${name}'; commit`);
  const { data: mine } = await ask('cases list', { assigned: 'me', kind: 'dispute' });
  await app.owner.pool.query(`begin; set local session_replication_role = replica;
    delete from complaints; delete from disputes; delete from data_requests; delete from feedback;
    delete from case_assignments; commit`);
  expect(ids).toEqual(expected.map(({ id }) => id));
  expect(mine.cases).toHaveLength(pageLength);
  expect(fullReadsOf(reads)).toEqual([]);
  expect(fullReadsOf(filtered)).toEqual([]);
  expect([...filtered.lookedUp]).toEqual(
    expect.arrayContaining([
      'complaints_unanswered_of',
      'complaints_answered_of',
      'disputes_due_of',
      'data_requests_due_of',
      'feedback_to_answer_of',
    ]),
  );
  expect([...reads.lookedUp]).toEqual(
    expect.arrayContaining([
      'complaints_unanswered',
      'complaints_answered',
      'disputes_due',
      'data_requests_due',
      'feedback_to_answer',
    ]),
  );
});
