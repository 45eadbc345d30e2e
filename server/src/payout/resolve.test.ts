// Unknown payouts are settled by the settlement report or by two people, never by one person alone.
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#/platform/random.ts';
import { pendingApprovals, testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { payoutSteps } from './testing.ts';

const app = await testApp();
const ops = testOps(app.context);
const [ana, ben, eva] = [
  await ops.careful('finance'),
  await ops.careful('finance'),
  await ops.person('engineer'),
];
const { signed, payoutOf, loanState, until, later, promises, playRails } = payoutSteps(app);
const reason = { reason: 'letter of the bank, ticket 812' };
promises(false);

/** Returns a payout that the bank neither accepted nor shows. */
async function unknown(): Promise<{ id: string; loanId: string }> {
  const { loanId } = await signed('0010');
  const { id } = await until(loanId, 'unknown');
  return { id, loanId };
}

slow('fails the payout and its loan if a second person confirms the proposal', async () => {
  const { id, loanId } = await unknown();
  expect((await ana.ask('payout resolve', { id, outcome: 'failed' }, reason)).data).toEqual({
    payout: { id, outcome: 'proposed', as: 'failed' },
  });
  expect(await payoutOf(loanId)).toMatchObject({ state: 'unknown' });
  expect((await ana.ask('payout list')).data.payouts).toMatchObject([
    { id, state: 'unknown', proposedBy: ana.name },
  ]);
  expect(await pendingApprovals(ben)).toEqual([
    expect.stringMatching(`^payout resolve: ${id}, ₱[0-9,.]+, as failed, by ${ana.name}$`),
  ]);
  expect((await ana.ask('payout resolve', { id, outcome: 'failed' }, reason)).wrong).toMatch(
    'Ask another person to confirm',
  );
  expect((await ben.ask('payout resolve', { id, outcome: 'failed' }, reason)).data).toEqual({
    payout: { id, outcome: 'settled', as: 'failed' },
  });
  expect(await payoutOf(loanId)).toMatchObject({
    state: 'failed',
    failure: 'neverPaid',
    settled_by: 'people',
  });
  expect(await loanState(loanId)).toEqual({ state: 'failed', failure: 'neverPaid' });
  expect(await ops.lastRow()).toMatchObject({
    who: ben.name,
    role: 'finance',
    act: 'ops payout resolve',
    detail: { payout: id, settled: 'failed', proposedBy: ana.name },
  });
  expect((await ben.ask('payout resolve', { id, outcome: 'failed' }, reason)).wrong).toMatch(
    'nothing is left to settle',
  );
  const { payout } = (await eva.ask('payout show', { id }, reason)).data as {
    payout: { decisions: string[]; receiver: string };
  };
  expect(payout).toMatchObject({
    decisions: [`failed by ${ana.name}, confirmed by ${ben.name}`],
    receiver: '•••• 0010',
  });
});

test('lets staff settle a payout as paid only with a time of payment', async () => {
  const { id, loanId } = await unknown();
  const { ordered_at } = await payoutOf(loanId);
  const paidAt = app.clocks.now().toString();
  expect((await ana.ask('payout resolve', { id, outcome: 'paid' }, reason)).wrong).toMatch(
    'Give the time of payment',
  );
  const early = ordered_at.subtract({ seconds: 1 }).toString();
  const wrongs = [early, app.clocks.now().add({ hours: 1 }).toString()];
  for (const at of wrongs)
    expect(
      (await ana.ask('payout resolve', { id, outcome: 'paid', paidAt: at }, reason)).wrong,
    ).toMatch('The time of payment must be between');
  expect(
    (await ana.ask('payout resolve', { id, outcome: 'paid', paidAt: 'noon' }, reason)).wrong,
  ).toMatch('must be an instant');
  expect((await ana.ask('payout resolve', { id, outcome: 'returned' }, reason)).wrong).toMatch(
    'No money went out',
  );
  await ana.ask('payout resolve', { id, outcome: 'failed' }, reason);
  expect(
    (await ben.ask('payout resolve', { id, outcome: 'paid', paidAt }, reason)).data,
  ).toMatchObject({ payout: { outcome: 'proposed' } });
  expect(
    (await ana.ask('payout resolve', { id, outcome: 'paid', paidAt }, reason)).data,
  ).toMatchObject({ payout: { outcome: 'settled' } });
  expect(await payoutOf(loanId)).toMatchObject({ state: 'paid', settled_by: 'people' });
  expect((await loanState(loanId)).state).toBe('success');
});

slow('two people settle a payout that the gateway holds past its day', async () => {
  await playRails(true);
  // The bank pays it two days later.
  const { loanId } = await signed('0012');
  const { id, expected_on } = await until(loanId, 'sent');
  const wish = { id, outcome: 'paid', paidAt: app.clocks.now().toString() };
  const early = await ana.ask('payout resolve', wish, reason);
  expect(early.wrong).toMatch('It can be settled once its day has passed');
  await app.addDays(app.today().until(expected_on ?? app.today()).days + 1);
  expect((await ana.ask('payout list')).data.payouts).toMatchObject([{ id, reason: 'late' }]);
  for (const { ask } of [ana, ben])
    expect((await ask('payout resolve', wish, reason)).wrong).toBe('');
  expect(await payoutOf(loanId)).toMatchObject({ state: 'paid', settled_by: 'people' });
  expect((await loanState(loanId)).state).toBe('success');
  await app.addDays(2);
  await later(5_000);
  expect((await ana.ask('payout list')).data.payouts).toEqual([]);
  await playRails(false);
});

slow('the database refuses to let one person settle a payout', async () => {
  const { id, loanId } = await unknown();
  const settle = () =>
    sql`update payouts set state = 'failed', settled_by = 'people' where id = ${id}`.execute(
      app.db,
    );
  await expect(settle()).rejects.toThrow('by its gateway or by two people');
  await ana.ask('payout resolve', { id, outcome: 'failed' }, reason);
  await expect(settle()).rejects.toThrow('by its gateway or by two people');
  const resolution = await app.db
    .selectFrom('payout_resolutions')
    .select('id')
    .where('payout_id', '=', id)
    .executeTakeFirstOrThrow();
  await expect(ops.confirmsInDatabase(resolution.id, ana.name)).rejects.toThrow(
    'different first keys',
  );
  const other = app.owner.pool.query(
    `update payout_resolutions set outcome = 'paid' where payout_id = $1`,
    [id],
  );
  await expect(other).rejects.toThrow('never changes');
  const born = (as: string) =>
    app.db
      .insertInto('payout_resolutions')
      .values({ id: as, payout_id: id, outcome: 'failed' })
      .execute();
  await expect(born(newId(app.clocks.now()))).rejects.toThrow('must start as a proposal');
  await expect(born(await ops.proposesInDatabase('bill', ana.name))).rejects.toThrow(
    'must start as a proposal',
  );
  await expect(ops.confirmsInDatabase(resolution.id, ben.name)).rejects.toThrow(
    'must first view the current state',
  );
  expect((await ben.rash('payout resolve', { id, outcome: 'failed' }, reason)).wrong).toBe(
    `View the current state first: payout show ${id}`,
  );
  await ben.ask('payout show', { id }, reason);
  await ops.confirmsInDatabase(resolution.id, ben.name);
  await expect(
    sql`update payouts set state = 'paid', settled_by = 'people' where id = ${id}`.execute(app.db),
  ).rejects.toThrow('two people');
  const dropped = app.db
    .updateTable('approvals')
    .set({ dropped_at: app.clocks.now(), dropped_as: 'replaced' })
    .where('id', '=', resolution.id);
  await expect(dropped.execute()).rejects.toThrow('never changes');
  promises(true);
  await until(loanId, 'paid');
  promises(false);
});

test('shows payouts to finance and engineers, but lets only finance settle them', async () => {
  expect((await ops.person('support').then((support) => support.ask('payout list'))).status).toBe(
    403,
  );
  expect((await eva.ask('payout list')).status).toBe(200);
  const id = newId(app.clocks.wall());
  expect((await eva.ask('payout resolve', { id, outcome: 'failed' }, reason)).status).toBe(403);
  expect((await ana.ask('payout resolve', { id, outcome: 'failed' }, reason)).wrong).toMatch(
    'There is no payout',
  );
  expect((await ana.ask('payout show', { id }, reason)).wrong).toMatch('There is no payout');
  expect((await ana.ask('payout show', { id })).wrong).toMatch('needs a reason');
});

slow('the settlement report settles a payout that webhook and status query missed', async () => {
  await app.bank.call('/control/behave', { payout: 'lose', hiddenMs: 86_400_000 });
  const { loanId } = await signed('7901');
  const { id } = await until(loanId, 'unknown');
  await app.bank.call('/control/behave', { payout: null });
  for (let look = 0; look < 20; look++) await later(600_000);
  expect((await payoutOf(loanId)).state).toBe('unknown');
  await app.addDays(4);
  await app.app.jobs['payouts.settlementReport']({});
  expect(await payoutOf(loanId)).toMatchObject({ state: 'paid', settled_by: 'gateway' });
  expect((await loanState(loanId)).state).toBe('success');
  // The report also settles a return that no webhook reported.
  await app.bank.call('/control/reverse', { reference: id });
  await app.app.jobs['payouts.settlementReport']({});
  expect((await payoutOf(loanId)).state).toBe('reversed');
});
