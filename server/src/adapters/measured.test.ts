import { centavos } from '@sandali/contract/money.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMetrics } from '#/platform/metrics.ts';
import { createSandboxBank } from './bank/sandbox.ts';
import { measuredBank, measuredSms } from './measured.ts';
import type { SmsAnswer } from './sms/port.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const metrics = createMetrics();
const shown = async (sample: string) => {
  const text = await metrics.registry.metrics();
  const line = text.split('\n').find((line) => line.startsWith(`${sample} `));
  return line === undefined ? null : Number(line.slice(sample.length));
};

const order = {
  reference: 'r1',
  amountCentavos: centavos(100),
  channel: 'wallet',
  accountName: 'A',
  accountNumber: '0917',
  bankCode: 'GCASH',
  rail: null,
} as const;
const message = { to: '+639175550100', text: 'Hello', messageId: 'm1', endsInSeconds: null };

test('a clear response ends a gateway’s silence, and `balance` sets the float', async () => {
  const bank = measuredBank(
    {
      ...createSandboxBank({ baseUrl: '', token: '', timeoutMs: 1, playsLimits: false }),
      name: 'xendit',
      balance: async () => ({ outcome: 'known', amountCentavos: centavos(500) }),
      findPayment: async () => ({ found: 'notMoney', amountCentavos: -7 }),
      findCode: async () => ({ found: 'unknown', reason: 'silent' }),
      sendPayout: async () => ({ outcome: 'unknown', reason: 'silent' }),
    },
    metrics,
  );
  const silence = () => shown('sandali_gateway_silent_seconds{gateway="xendit"}');
  const float = () => shown('sandali_gateway_balance_centavos{gateway="xendit"}');
  vi.advanceTimersByTime(70_000);
  await bank.sendPayout(order);
  await bank.findCode('code');
  expect([await silence(), metrics.msSinceAsked('xendit')]).toEqual([70, 0]);
  await bank.findPayment('payment');
  expect([await silence(), await float()]).toEqual([0, null]);
  await bank.balance();
  expect(await float()).toBe(500);
  const answers = (operation: string, outcome: string) =>
    shown(
      `sandali_gateway_answers_total{gateway="xendit",operation="${operation}",outcome="${outcome}"}`,
    );
  expect([await answers('sendPayout', 'unknown'), await answers('balance', 'clear')]).toEqual([
    1, 1,
  ]);
});

test('counts messages by outcome, and shows every outcome before the first message', async () => {
  let answer: SmsAnswer = { outcome: 'refused', reason: 'busy' };
  const sms = measuredSms(
    {
      name: 'semaphore',
      deduplicates: false,
      send: async () => answer,
      delivery: async () => 'unknown',
    },
    metrics,
  );
  const counts = async () =>
    await Promise.all(
      ['sent', 'refused', 'unknown'].map((word) =>
        shown(`sandali_sms_answers_total{gateway="semaphore",outcome="${word}"}`),
      ),
    );
  expect(await counts()).toEqual([0, 0, 0]);
  await sms.send(message);
  answer = { outcome: 'sent', gatewayId: '1' };
  await sms.send(message);
  expect(await counts()).toEqual([1, 1, 0]);
});
