// Tests that background work finds rows through indexes, and how the worker schedules its steps.
import { loanDetail } from '@sandali/contract/loan.ts';
import { repaymentApply } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { explainAll, fullReadsOf, readsOf } from '#/db/plans.testing.ts';
import type { JobName } from '#/db/queue.ts';
import { agreesWithStoredReport } from '#/payout/breaks.store.ts';
import { firstUnreadDay } from '#/reconciliation/store.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { testApp } from '#/testing/app.ts';
import { hint } from '#/testing/money.ts';
import { countFailingJobs, runParts } from './context/failing-jobs.ts';
import { createLog } from './platform/log.ts';
import { joinJobs } from './work.ts';
import { lookUntilQuiet, type Step, type StepState, startWorker } from './worker.ts';

const app = await testApp();
await explainAll(app.owner);

test.each([
  ['envelopes', 'replay_cache_by_time'],
  ['rate limits', 'rate_limits_by_end'],
  ['codes', 'sms_challenges_by_end'],
  ['attempts at codes', 'code_attempts_by_end'],
  ['picture codes', 'captchas_by_end'],
  ['challenges of passkeys', 'passkey_challenges_by_end'],
  ['proofs of passwords', 'password_proofs_by_end'],
  ['sessions', 'sessions_by_end'],
  ['delivery attempts', 'message_attempts_known'],
  ['quotes', 'quotes_by_end'],
  ['items that failed', 'failing_items_by_end'],
  ['drafts', 'credit_drafts_by_age'],
  ['messages about a deletion', 'messages_farewells'],
  ['bodies of webhooks', 'webhook_events_with_words'],
  ['pictures of applications', 'pictures_kept'],
  ['pictures of complaints', 'complaint_pictures_kept'],
  ['pictures of recoveries', 'account_recovery_pictures_kept'],
  ['recoveries that fit no account', 'account_recoveries_of_nobody'],
  ['recoveries that were never submitted', 'account_recoveries_open'],
])('when cleanup looks for %s to delete, it uses the index %s', async (_, index) => {
  expect(await cleanedBy()).toContain(index);
});

/** The jobs with a payload. All other jobs find their work in the tables. */
const named = [
  'code.send',
  'notice.send',
  'reminder.send',
  'pictures.remove',
  'files.copy',
] as const;
type Named = (typeof named)[number];
const lookingJobs = Object.keys(app.app.jobs).filter(
  (job): job is Exclude<JobName, Named> => !named.includes(job as Named),
);

test.each(lookingJobs)('job %s does not read a growing table in full', async (job) => {
  expect(fullReadsOf(await readsOf(app.owner, () => app.app.jobs[job]({})))).toEqual([]);
});

test('refuses two regular jobs with the same name', () => {
  const run = async () => undefined;
  expect(Object.keys(joinJobs({ codes: run }, { sessions: run }))).toEqual(['codes', 'sessions']);
  expect(() => joinJobs({ codes: run }, { codes: run })).toThrow('same name');
});

test('uses indexes to find a gateway’s first day with an unread report', async () => {
  const { lookedUp } = await readsOf(app.owner, () =>
    firstUnreadDay(app.db, 'another gateway', app.today()),
  );
  expect(lookedUp).toContain('payouts_by_gateway_day');
  expect(lookedUp).toContain('receipts_by_gateway_day');
});

test('uses indexes to find a day’s stored settlement report', async () => {
  const reads = await readsOf(app.owner, () =>
    agreesWithStoredReport(app.db, app.context.bank.name, app.today()),
  );
  expect(fullReadsOf(reads)).toEqual([]);
  expect([...reads.lookedUp]).toEqual(
    expect.arrayContaining(['settlement_report_lines_by_day', 'payouts_pkey']),
  );
});

slow('no step or job reads a growing table in full during the life of a loan', async () => {
  const { life } = await app.person({ withCredit: true });
  await takeLoan(life, await addWallet(life));
  const fullReads = new Set<string>();
  const lookedUp = new Set<string>();
  const look = async (name: string, run: () => Promise<unknown>) => {
    const reads = await readsOf(app.owner, run);
    // Once a day, the figures of reports read all open bills.
    const tablesAlone = name === 'report figures';
    for (const read of fullReadsOf(reads, { tablesAlone })) fullReads.add(`${name}: ${read}`);
    for (const index of reads.lookedUp) lookedUp.add(index);
  };
  // One run of the closing step closes at most two days.
  const runs = async ({ name, run }: (typeof app.app.steps)[number]) => {
    while ((await run(workCtx(app.context))) > 0 && name === 'day close');
  };
  for (const days of [0, 0, 1, 5, 1, 1, 5, 1, 1, 1, 20]) {
    app.clocks.addDays(days);
    await app.bank.settle();
    for (const step of app.app.steps) await look(step.name, () => runs(step));
    for (const job of lookingJobs) await look(job, () => app.app.jobs[job]({}));
    for (const job of app.jobs.splice(0))
      await look('notice.send', () => app.app.jobs['notice.send'](job));
    for (const job of app.removals.splice(0))
      await look('pictures.remove', () => app.app.jobs['pictures.remove'](job));
  }
  const { rows } = await app.owner.pool.query(
    `select (select count(*)::int from day_closes) as closes,
       (select count(*)::int from reminders) as reminders`,
  );
  expect(rows).toEqual([{ closes: 36, reminders: expect.any(Number) }]);
  expect(rows[0].reminders).toBeGreaterThan(1);
  expect([...fullReads]).toEqual([]);
  // The comparison of settlement reports reads entries by day.
  expect(lookedUp).toContain('ledger_entries_by_day');
});

slow('looks up a payment’s code through an index, even if no code matches', async () => {
  const { life, client } = await app.person({ withCredit: true });
  const { loanId } = await takeLoan(life, await addWallet(life));
  await app.until(
    'the payout',
    async () => (await client.must(loanDetail, { loanId })).state === 'success',
  );
  const { repaymentId } = await client.must(repaymentApply, {
    loanId,
    channel: 'sevenEleven',
    amountCentavos: 1_000_00,
  });
  const codes = app.db
    .selectFrom('repayment_codes')
    .select('gateway_id')
    .where('id', '=', repaymentId);
  const gatewayId = await app.until(
    'a code',
    async () => (await codes.executeTakeFirst())?.gateway_id,
  );
  const booked = async (code: string) => {
    await app.bank.call('/control/behave', { payment: 'silent' });
    const { body } = await app.bank.call('/control/pay', {
      code,
      force: true,
      amountCentavos: 1_000_00,
    });
    await hint(app, 'payment.received', body.id);
    const reads = await readsOf(app.owner, () => app.work());
    expect(fullReadsOf(reads)).toEqual([]);
    const receipts = app.db
      .selectFrom('receipts')
      .select('code_id')
      .where('gateway_payment_id', '=', body.id);
    return { receipts: await receipts.execute(), lookedUp: reads.lookedUp };
  };
  const byId = await booked(gatewayId);
  expect(byId.receipts).toEqual([{ code_id: repaymentId }]);
  expect(byId.lookedUp).toContain('repayment_codes_at_gateway');
  const ofNobody = await booked('771234500001');
  expect(ofNobody.receipts).toEqual([{ code_id: null }]);
  expect(ofNobody.lookedUp).toContain('repayment_codes_by_code');
});

slow('deletes an unused quote 30 days after it has expired, but never a signed one', async () => {
  const { life } = await app.person({ withCredit: true });
  const { loanId } = await takeLoan(life, await addWallet(life));
  const { quote_id: signed, borrower_id: borrowerId } = await app.db
    .selectFrom('loans')
    .select(['quote_id', 'borrower_id'])
    .where('id', '=', loanId)
    .executeTakeFirstOrThrow();
  await app.owner.pool.query(
    `insert into quotes select (jsonb_populate_record(q, jsonb_build_object('id',
        left(gen_random_uuid()::text, 34) || right(q.borrower_id::text, 2)))).*
      from quotes q, generate_series(1, 3) where q.id = '${signed}'`,
  );
  const remainingQuotes = async () => {
    const rows = await app.db
      .selectFrom('quotes')
      .select('id')
      .where('borrower_id', '=', borrowerId)
      .execute();
    return rows.map((row) => row.id);
  };
  await app.addDays(30);
  await app.app.jobs.cleanup({});
  expect(await remainingQuotes()).toHaveLength(4);
  await app.addDays(2);
  await app.app.jobs.cleanup({});
  expect(await remainingQuotes()).toEqual([signed]);
});

slow('deletes ended sessions after 365 days and completed message attempts after 90', async () => {
  await app.person();
  const days = (count: number) =>
    `'${app.clocks.wall().subtract({ hours: 24 * count })}'::timestamptz`;
  await app.owner.pool.query(`
    insert into sessions
      select (jsonb_populate_record(s, jsonb_build_object(
        'token_hash', '\\x' || md5(n::text),
        'ended_at', ends,
        'opened_at', began,
        'last_seen_at', began))).*
      from sessions s, (values
        (1, ${days(400)}, ${days(366)}), (2, ${days(399)}, ${days(364)}),
        (3, ${days(398)}, null), (4, ${days(394)}, null), (5, ${days(2)}, null)
      ) as t (n, began, ends)
      where s.token_hash = (select token_hash from sessions limit 1);
    begin; set local session_replication_role = replica;
    insert into message_attempts
        (message_id, number, gateway, asked_at, answered_at, outcome, gateway_id)
      select gen_random_uuid(), n, 'of this test', at, at, outcome,
        case outcome when 'taken' then 'id' end
      from (values
        (1, ${days(91)}, 'taken'), (2, ${days(91)}, 'refused'),
        (3, ${days(91)}, 'unsure'), (4, ${days(89)}, 'taken')
      ) t (n, at, outcome);
    commit`);
  await app.app.jobs.cleanup({});
  const { rows: remaining } = await app.owner.pool.query(`select
    array(
      select number from message_attempts where gateway = 'of this test' order by 1
    ) as attempts,
    array(
      select n from generate_series(1, 5) n
      where exists (select from sessions where token_hash = decode(md5(n::text), 'hex'))
      order by 1
    ) as sessions`);
  expect(remaining).toEqual([{ attempts: [3, 4], sessions: [2, 4, 5] }]);
  await app.owner.pool.query("delete from message_attempts where gateway = 'of this test'");
});

let cleaned: Promise<Set<string>> | null = null;
function cleanedBy(): Promise<Set<string>> {
  cleaned ??= readsOf(app.owner, () => app.app.jobs.cleanup({})).then((reads) => reads.lookedUp);
  return cleaned;
}

test('the worker repeats steps that other steps feed until no work is left', async () => {
  const runs: string[] = [];
  const due: Record<string, number[]> = { clock: [1, 1], fed: [0, 1], feeding: [1] };
  const step = (name: string) => ({
    name,
    run: async () => {
      runs.push(name);
      return due[name]?.shift() ?? 0;
    },
  });
  const steps: Step[] = [
    step('clock'),
    { ...step('fed'), isFed: true },
    { ...step('feeding'), isFed: true },
  ];
  expect(await lookUntilQuiet(app.context, steps)).toBe(4);
  expect(runs).toEqual(['clock', 'clock', 'clock', 'fed', 'feeding', 'fed', 'feeding', 'fed']);
  runs.length = 0;
  expect(await lookUntilQuiet(app.context, steps)).toBe(0);
  expect(runs).toEqual(['clock', 'fed', 'feeding']);
});

test('a step that exceeds its turn continues after the steps that other steps feed', async () => {
  const runs: string[] = [];
  let openDays = 4;
  const long = async () => {
    runs.push('close');
    app.clocks.addMs(150);
    return openDays-- > 0 ? 1 : 0;
  };
  const payouts = async () => {
    runs.push('payouts');
    return 0;
  };
  await lookUntilQuiet(app.context, [
    { name: 'close', run: long },
    { name: 'payouts', run: payouts, isFed: true },
  ]);
  expect(runs).toEqual([
    'close',
    'close',
    'payouts',
    'payouts',
    'close',
    'close',
    'payouts',
    'close',
  ]);
});

test('a long step in its own loop, like the day chain, does not delay payouts', async () => {
  expect(app.app.steps.filter(({ isApart }) => isApart).map(({ name }) => name)).toEqual([
    'day chain',
    'report figures',
    'reseal',
  ]);
  const [begun, ended, enough] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  let looks = 0;
  const long = async () => {
    begun.resolve();
    await ended.promise;
    return 0;
  };
  const payouts = async () => {
    await begun.promise;
    looks += 1;
    if (looks === 3) enough.resolve();
    else worker.wake();
    return 0;
  };
  const worker = startWorker(app.context, [
    { name: 'long', run: long, isApart: true },
    { name: 'payouts', run: payouts, isFed: true },
  ]);
  await enough.promise;
  ended.resolve();
  await worker.stop();
  expect(looks).toBeGreaterThanOrEqual(3);
});

test('the worker reports a failing step until the step succeeds', async () => {
  const begin = app.clocks.wall().epochMilliseconds;
  const reports: StepState[][] = [];
  const enough = Promise.withResolvers<void>();
  const worker = startWorker({ ...app.context, log: createLog('silent') }, [
    {
      name: 'broken',
      async run() {
        app.clocks.addMs(40_000);
        if (reports.length < 2) throw new Error('it fails each time');
        return 0;
      },
    },
    {
      name: 'watching',
      async run() {
        reports.push(worker.steps());
        if (reports.length === 3) enough.resolve();
        else worker.wake();
        return 0;
      },
    },
    { name: 'apart', run: async () => Promise.reject(new Error('it fails too')), isApart: true },
  ]);
  await enough.promise;
  await worker.stop();
  const ofBroken = reports.map((all) => all.filter(({ name }) => name === 'broken'));
  expect(ofBroken).toEqual([
    [{ name: 'broken', hasFailed: true, lastSuccessMs: begin }],
    [{ name: 'broken', hasFailed: true, lastSuccessMs: begin }],
    [{ name: 'broken', hasFailed: false, lastSuccessMs: begin + 120_000 }],
  ]);
  const failing = worker.steps().filter(({ hasFailed }) => hasFailed);
  expect(failing.map(({ name }) => name)).toEqual(['apart']);
});

test('records a failing part of a job until it succeeds, and runs the other parts', async () => {
  let ran = 0;
  const parts = (isBroken: boolean) => ({
    broken: async () => {
      if (isBroken)
        throw Object.assign(new Error('duplicate (+639175550101)'), {
          severity: 'ERROR',
          code: '23505',
        });
    },
    sound: async () => {
      ran += 1;
    },
  });
  await runParts(app.context, parts(true));
  await runParts(app.context, parts(true));
  expect([ran, await countFailingJobs(app.db)]).toEqual([2, 1]);
  expect(await app.db.selectFrom('failing_jobs').select(['name', 'reason']).execute()).toEqual([
    { name: 'broken', reason: 'database 23505' },
  ]);
  await runParts(app.context, parts(false));
  expect(await countFailingJobs(app.db)).toBe(0);
});

test('a failing alarm does not stop the other alarms that run in the same minute', async () => {
  await app.owner.pool.query('alter table manual_reviews rename to reviews_away');
  await app.app.jobs['review.alarm']({});
  await app.owner.pool.query('alter table reviews_away rename to manual_reviews');
  expect(await app.db.selectFrom('failing_jobs').select('name').execute()).toEqual([
    { name: 'alarm of reviews' },
  ]);
  await app.app.jobs['review.alarm']({});
  expect(await countFailingJobs(app.db)).toBe(0);
});
