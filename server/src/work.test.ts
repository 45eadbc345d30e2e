// What clears away finds its rows by an index, however many there are.
import { expect, test } from 'vitest';
import { explainAll, readsOf } from '#/db/plans.testing.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { testApp } from '#/testing/app.ts';

const app = await testApp();
await explainAll(app.owner);

/** Tables that do not grow with borrowers and their loans. */
const few = ['holidays', 'ledger_head', 'settings'];

test.each([
  ['envelopes', 'replay_cache_by_time'],
  ['rate limits', 'rate_limits_by_end'],
  ['codes', 'sms_challenges_by_end'],
  ['tries at codes', 'code_attempts_by_end'],
  ['picture codes', 'captchas_by_end'],
  ['challenges of passkeys', 'passkey_challenges_by_end'],
  ['proofs of passwords', 'password_proofs_by_end'],
  ['quotes', 'quotes_by_end'],
  ['drafts', 'credit_drafts_by_age'],
  ['messages about a deletion', 'messages_farewells'],
  ['bodies of webhooks', 'webhook_events_with_words'],
  ['pictures of applications', 'pictures_kept'],
  ['pictures of complaints', 'complaint_pictures_kept'],
  ['pictures of recoveries', 'account_recovery_pictures_kept'],
  ['recoveries that fit no account', 'account_recoveries_of_nobody'],
  ['recoveries that were not asked for', 'account_recoveries_open'],
])('%s to be deleted are found in %s', async (_, index) => {
  expect(await cleanedBy()).toContain(index);
});

test('the clean-up reads no table from end to end', async () => {
  const { whole } = await readsOf(app.owner, () => app.app.jobs.cleanup({}));
  expect([...whole].filter(([table]) => !few.includes(table))).toEqual([]);
});

test('a price that nobody took goes 30 days after it ended; one that became a loan stays', async () => {
  const { life } = await app.person({ withCredit: true });
  const { loanId } = await takeLoan(life, await addWallet(life));
  const signed = await app.db.selectFrom('loans').select('quote_id').where('id', '=', loanId).executeTakeFirstOrThrow();
  await app.owner.pool.query(
    `insert into quotes select (jsonb_populate_record(q, jsonb_build_object('id', gen_random_uuid()))).* from quotes q, generate_series(1, 3)`,
  );
  const left = async () => (await app.db.selectFrom('quotes').select('id').execute()).map((row) => row.id);
  await app.addDays(30);
  await app.app.jobs.cleanup({});
  expect(await left()).toHaveLength(4);
  await app.addDays(2);
  await app.app.jobs.cleanup({});
  expect(await left()).toEqual([signed.quote_id]);
});

let cleaned: Promise<Set<string>> | null = null;
function cleanedBy(): Promise<Set<string>> {
  cleaned ??= readsOf(app.owner, () => app.app.jobs.cleanup({})).then((reads) => reads.lookedUp);
  return cleaned;
}
