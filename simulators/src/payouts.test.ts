import { slow } from '@sandali/contract/slow.testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBank, type TestBank } from './testing.ts';

let bank: TestBank;
beforeAll(async () => {
  bank = await startTestBank();
});
afterAll(() => bank.close());

async function stateOf(reference: string): Promise<string> {
  const { body } = await bank.call(`/payouts/${reference}`);
  return body.state ?? body.error;
}

test('the bank pays an order, sends a webhook and reports the payout as paid', async () => {
  expect(await bank.order('plain', '001234567890')).toMatchObject({
    status: 200,
    body: { outcome: 'accepted' },
  });
  const [hook] = await bank.hooks.wait('plain', 1);
  expect(hook?.event).toBe('payout.paid');
  expect(hook?.headers.get('x-callback-token')).toBe(bank.token);
  const { body } = await bank.call('/payouts/plain');
  expect(body).toMatchObject({
    state: 'paid',
    amountCentavos: 5_939_000,
    failure: null,
    withdrawalCode: null,
  });
  expect(bank.settlementLinesOf('plain')).toMatchObject([
    { kind: 'payoutPaid', amountCentavos: 5_939_000, currency: 'PHP', at: body.paidAt },
  ]);
});

test('a repeated order gets the same response and is paid only once', async () => {
  const [first, second] = await Promise.all([
    bank.order('twice', '001234567890'),
    bank.order('twice', '001234567890'),
  ]);
  expect(second).toEqual(first);
  await bank.hooks.wait('twice', 1);
  expect(await bank.order('twice', '001234567890')).toEqual(first);
  expect((await bank.order('twice', '001234567890', { amountCentavos: 1 })).status).toBe(409);
  expect(bank.settlementLinesOf('twice')).toHaveLength(1);
});

test('refuses a malformed order or an idempotency key other than the reference', async () => {
  const order = {
    reference: 'm',
    amountCentavos: 1,
    channel: 'bankCard',
    accountName: 'A',
    accountNumber: '1',
    bankCode: null,
  };
  expect((await bank.call('/payouts', order)).status).toBe(400);
  expect((await bank.call('/payouts', order, { 'idempotency-key': 'n' })).status).toBe(400);
  for (const wrong of [
    { amountCentavos: 0 },
    { amountCentavos: 1.5 },
    { amountCentavos: '1' },
    { channel: 'x' },
    { extra: 1 },
  ]) {
    expect((await bank.order('m', '1', wrong)).status).toBe(400);
  }
  expect(await stateOf('m')).toBe('notFound');
});

test('the bank refuses calls without the token', async () => {
  for (const authorization of ['', 'Bearer wrong', bank.token]) {
    expect((await bank.call('/balance', undefined, { authorization })).status).toBe(401);
    expect((await bank.call('/control/clock', { offsetMs: 1 }, { authorization })).status).toBe(
      401,
    );
  }
});

test('a pickup shows its withdrawal code when it is ready', async () => {
  await bank.order('pickup', '09171234567', { channel: 'pawnshop', bankCode: null });
  await bank.hooks.wait('pickup', 1);
  const { body } = await bank.call('/payouts/pickup');
  expect(body).toMatchObject({
    state: 'ready',
    paidAt: null,
    withdrawalCode: expect.stringMatching(/^\d{18}$/),
  });
  expect(bank.settlementLinesOf('pickup')).toEqual([]);
});

/** Orders a pickup and waits until it is ready. */
async function orderPickup(reference: string, lastFour: string): Promise<void> {
  await bank.order(reference, `0917555${lastFour}`, { channel: 'cashPickup', bankCode: null });
  await bank.hooks.wait(reference, 1);
}
const cancel = (reference: string) => bank.call(`/payouts/${reference}/cancel`, {});

test('a collected pickup is paid once and cannot be cancelled', async () => {
  await orderPickup('collected', '1201');
  expect((await bank.call('/control/collect', { reference: 'collected' })).status).toBe(200);
  expect((await bank.call('/control/collect', { reference: 'collected' })).body.refused).toBe(
    'notReady',
  );
  expect(await stateOf('collected')).toBe('paid');
  expect(await cancel('collected')).toMatchObject({
    status: 422,
    body: { outcome: 'refused', reason: 'collected' },
  });
  expect(bank.settlementLinesOf('collected').map((line) => line.kind)).toEqual(['payoutPaid']);
  expect((await bank.hooks.wait('collected', 2)).map((hook) => hook.event)).toEqual([
    'payout.ready',
    'payout.paid',
  ]);
});

slow('a cancelled pickup cannot be collected, and its money becomes available again', async () => {
  await orderPickup('taken', '1202');
  expect(await cancel('taken')).toMatchObject({ status: 200, body: { outcome: 'cancelled' } });
  await bank.killAndStart();
  expect(await cancel('taken')).toMatchObject({ status: 200, body: { outcome: 'cancelled' } });
  expect((await bank.call('/control/collect', { reference: 'taken' })).body.refused).toBe(
    'notReady',
  );
  expect((await bank.call('/payouts/taken')).body).toMatchObject({
    state: 'failed',
    failure: 'cancelled',
    withdrawalCode: null,
  });
  expect(bank.settlementLinesOf('taken')).toEqual([]);
  // The float covers two pickups, because one from an earlier test is still uncollected.
  await bank.call('/control/behave', { floatCentavos: 2 * 5_939_000 });
  expect(
    (await bank.order('after', '09175551203', { channel: 'cashPickup', bankCode: null })).body
      .outcome,
  ).toBe('accepted');
  await bank.hooks.wait('after', 1);
  expect((await bank.order('short', '09175551204')).status).toBe(402);
  await cancel('after');
  await bank.call('/control/behave', { floatCentavos: null });
});

test('pickups for numbers …0015 to …0017 misbehave on cancellation or once ready', async () => {
  await orderPickup('cancelTooLate', '0015');
  expect(await cancel('cancelTooLate')).toMatchObject({
    status: 422,
    body: { reason: 'collected' },
  });
  expect(await stateOf('cancelTooLate')).toBe('paid');
  await orderPickup('cancelError', '0016');
  expect((await cancel('cancelError')).status).toBe(500);
  expect(await stateOf('cancelError')).toBe('failed');
  await orderPickup('blind', '0017');
  expect((await bank.call('/payouts/blind')).body).toMatchObject({
    state: 'paid',
    readyAt: null,
    withdrawalCode: expect.any(String),
  });
});

test('the bank cancels only a pickup that is ready', async () => {
  await bank.call('/control/behave', { payDelayMs: 60_000 });
  await bank.order('early', '09175551205', { channel: 'cardless', bankCode: null });
  await bank.call('/control/behave', { payDelayMs: 50 });
  expect(await cancel('early')).toMatchObject({ status: 422, body: { reason: 'notReady' } });
  expect((await cancel('nobody')).status).toBe(404);
});

test('an order to account …0001 is always refused', async () => {
  const first = await bank.order('refuse', '99990001');
  expect(first).toEqual({ status: 422, body: { outcome: 'refused', reason: 'accountClosed' } });
  expect(await bank.order('refuse', '99990001')).toEqual(first);
  expect((await bank.call('/payouts/refuse')).body).toMatchObject({
    state: 'failed',
    failure: 'accountClosed',
  });
  expect(bank.settlementLinesOf('refuse')).toEqual([]);
});

test('the bank pays an order to account …0002 but responds with 500', async () => {
  expect((await bank.order('error', '99990002')).status).toBe(500);
  expect(await stateOf('error')).toBe('paid');
  expect((await bank.order('error', '99990002')).body.outcome).toBe('accepted');
  expect(bank.settlementLinesOf('error')).toHaveLength(1);
});

test('the bank pays an order to account …0003 but never responds', async () => {
  const answer = bank.order('hang', '99990003');
  answer.catch(() => {});
  await bank.hooks.wait('hang', 1);
  expect(await Promise.race([answer, stateOf('hang')])).toBe('paid');
  expect(bank.settlementLinesOf('hang')).toHaveLength(1);
});

test('the bank pays an order to account …0004, then cuts the connection', async () => {
  await expect(bank.order('cut', '99990004')).rejects.toThrow('fetch failed');
  expect(await stateOf('cut')).toBe('paid');
  expect(bank.settlementLinesOf('cut')).toHaveLength(1);
});

test('for account …0005 the bank reports payment three times, then acceptance', async () => {
  await bank.order('disorder', '99990005');
  const hooks = await bank.hooks.wait('disorder', 4);
  expect(hooks.map((hook) => hook.event)).toEqual([
    'payout.paid',
    'payout.paid',
    'payout.paid',
    'payout.pending',
  ]);
  expect(new Set(hooks.map((hook) => hook.id)).size).toBe(2);
  expect(bank.settlementLinesOf('disorder')).toHaveLength(1);
});

test('a payout to account …0006 is paid, then reversed', async () => {
  await bank.call('/control/behave', { reverseDelayMs: 50 });
  await bank.order('reverse', '99990006');
  const hooks = await bank.hooks.wait('reverse', 2);
  expect(hooks.map((hook) => hook.event)).toEqual(['payout.paid', 'payout.reversed']);
  expect((await bank.call('/payouts/reverse')).body).toMatchObject({
    state: 'reversed',
    failure: 'returnedByReceivingBank',
  });
  expect(bank.settlementLinesOf('reverse').map((line) => line.kind)).toEqual([
    'payoutPaid',
    'payoutReversed',
  ]);
});

test('a payout to account …0007 is accepted and fails later', async () => {
  expect((await bank.order('fail', '99990007')).status).toBe(200);
  expect((await bank.hooks.wait('fail', 1))[0]?.event).toBe('payout.failed');
  expect((await bank.call('/payouts/fail')).body).toMatchObject({
    state: 'failed',
    failure: 'accountNotFound',
    paidAt: null,
  });
  expect(bank.settlementLinesOf('fail')).toEqual([]);
});

slow(
  'a paid payout to account …0008 is briefly hidden from status requests',
  async () => {
    await bank.call('/control/behave', { hiddenMs: 2_500 });
    await bank.order('hide', '99990008');
    await bank.hooks.wait('hide', 1);
    expect(bank.settlementLinesOf('hide')).toHaveLength(1);
    expect((await bank.call('/payouts/hide')).status).toBe(404);
    await expect.poll(() => stateOf('hide'), { timeout: 8_000 }).toBe('paid');
  },
  15_000,
);

test('the bank never sends a webhook about a payout to account …0009', async () => {
  await bank.order('silent', '99990009');
  await expect.poll(() => stateOf('silent')).toBe('paid');
  await bank.order('after', '001234567890');
  await bank.hooks.wait('after', 1);
  expect(bank.hooks.received.filter((hook) => hook.subject === 'silent')).toEqual([]);
});

test('the first order to account …0010 gets a 503 response and is not stored', async () => {
  expect(await bank.order('busy', '99990010')).toEqual({ status: 503, body: { error: 'busy' } });
  expect(await stateOf('busy')).toBe('notFound');
  expect((await bank.order('busy', '99990010')).body.outcome).toBe('accepted');
  await bank.hooks.wait('busy', 1);
  expect(bank.settlementLinesOf('busy')).toHaveLength(1);
});

slow(
  'the bank pays account …0011, responds with 500 and hides the payout briefly',
  async () => {
    await bank.call('/control/behave', { hiddenMs: 1_500 });
    expect((await bank.order('lose', '99990011')).status).toBe(500);
    expect(await stateOf('lose')).toBe('notFound');
    expect((await bank.order('lose', '99990011')).body.outcome).toBe('accepted');
    await expect.poll(() => stateOf('lose'), { timeout: 8_000 }).toBe('paid');
    expect(bank.settlementLinesOf('lose')).toHaveLength(1);
  },
  15_000,
);

test('a payout to account …0012 is paid after two days of business time', async () => {
  await bank.order('delay', '99990012');
  await bank.setOffset(47 * 3_600_000);
  await bank.order('before', '001234567890');
  await bank.hooks.wait('before', 1);
  expect(await stateOf('delay')).toBe('pending');
  await bank.setOffset(49 * 3_600_000);
  await bank.hooks.wait('delay', 1);
  expect(await stateOf('delay')).toBe('paid');
  await bank.setOffset(0);
});

test('a payout to account …0013 fails first and is paid later', async () => {
  await bank.order('contradict', '99990013');
  await bank.hooks.wait('contradict', 1);
  expect(await stateOf('contradict')).toBe('failed');
  await bank.setOffset(2 * 3_600_000);
  const hooks = await bank.hooks.wait('contradict', 2);
  await bank.setOffset(0);
  expect(hooks.map((hook) => hook.event)).toEqual(['payout.failed', 'payout.paid']);
  expect((await bank.call('/payouts/contradict')).body).toMatchObject({
    state: 'paid',
    failure: null,
  });
  expect(bank.settlementLinesOf('contradict')).toHaveLength(1);
});

test('the first order to account …0014 gets a 402 response and is not stored', async () => {
  expect(await bank.order('short', '99990014')).toEqual({
    status: 402,
    body: { outcome: 'notTaken', reason: 'insufficientBalance' },
  });
  expect(await stateOf('short')).toBe('notFound');
  expect((await bank.order('short', '99990014')).body.outcome).toBe('accepted');
  await bank.hooks.wait('short', 1);
  expect(bank.settlementLinesOf('short')).toHaveLength(1);
});

test('a payout is reversed on request only if it was paid', async () => {
  await bank.order('back', '001234567890');
  await bank.hooks.wait('back', 1);
  const before = (await bank.call('/balance')).body.amountCentavos;
  expect((await bank.call('/control/reverse', { reference: 'back' })).status).toBe(200);
  expect((await bank.call('/control/reverse', { reference: 'back' })).body).toEqual({
    refused: 'notPaid',
  });
  expect((await bank.call('/control/reverse', { reference: 'nobody' })).body).toEqual({
    refused: 'unknownPayout',
  });
  expect((await bank.call('/balance')).body.amountCentavos).toBe(before + 5_939_000);
});

test('a payout behaviour that a test sets overrides the one for the account number', async () => {
  await bank.call('/control/behave', { payout: 'refuse' });
  expect((await bank.order('overridden', '001234567890')).status).toBe(422);
  await bank.call('/control/behave', { payout: null });
  expect((await bank.order('restored', '001234567890')).status).toBe(200);
});

slow('the bank refuses an order above the available float', async () => {
  const poor = await startTestBank({ floatCentavos: 10_000_000, payDelayMs: 60_000 });
  try {
    expect((await poor.order('first', '1')).status).toBe(200);
    expect((await poor.order('second', '1')).body).toEqual({
      outcome: 'notTaken',
      reason: 'insufficientBalance',
    });
    expect((await poor.call('/payouts/second')).status).toBe(404);
  } finally {
    await poor.close();
  }
});
