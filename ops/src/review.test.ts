// Tests reviewers' commands and the requests that they send. A reviewer's day with a real server is
// tested in server/src/credit/manual/life.full.test.ts.
import { expect, test } from 'vitest';
import { fakeServer } from './server.testing.ts';

const { state, says, type } = fakeServer();

test.each([
  [
    'an unknown picture',
    ['review', 'photo', 'a', '--which', 'back', '--reason', 'why'],
    'Usage: npm run ops -- review photo',
  ],
  [
    'a picture for too long',
    ['review', 'photo', 'a', '--which', 'front', '--minutes', '31', '--reason', 'why'],
    'Usage: npm run ops -- review photo',
  ],
  [
    'an invalid limit',
    ['review', 'approve', 'a', '--limit', 'lots', '--reason', 'why'],
    'Usage: npm run ops -- review approve',
  ],
  [
    'an unknown group',
    ['review', 'reject', 'a', '--group', 'face', '--reason', 'why'],
    'Usage: npm run ops -- review reject',
  ],
  [
    'an hour of an invalid day',
    [
      'review',
      'call-log',
      'a',
      '--result',
      'callBack',
      '--at',
      '2026-02-30 14:00',
      '--reason',
      'why',
    ],
    'Usage: npm run ops -- review call-log',
  ],
  ['an approval without a reason', ['review', 'approve', 'a'], 'A change needs a reason'],
])('a review command exits with 2 and sends nothing for %s', async (_, args, words) => {
  const typed = await type(args);
  expect([typed.exitCode, state.requests]).toEqual([2, []]);
  expect(typed.complained).toContain(words);
});

test('ops review list shows waiting times, and exits with 1 for a late application', async () => {
  const one = {
    application: 'a1',
    name: 'A. B.',
    waitingMinutes: 1505,
    callBackAt: null,
    rules: ['samePicture'],
    holder: null,
    proposal: null,
    isLate: false,
  };
  const proposal = { limitCentavos: 20_000_000, by: 'rosa', hasLapsed: false };
  says({
    applications: [
      one,
      { ...one, application: 'a2', waitingMinutes: 5, holder: { by: 'ben', until: 't' }, proposal },
    ],
  });
  const { exitCode, printed } = await type(['review', 'list']);
  expect(exitCode).toBe(0);
  expect(printed).toMatch(/a1 +A\. B\. +1 d 1 h 5 min +samePicture +– +– +–/);
  expect(printed).toMatch(
    /a2 +A\. B\. +5 min +samePicture +ben +t +rosa proposes ₱200,000: confirm or decline/,
  );
  says({ applications: [{ ...one, isLate: true }] });
  expect(await type(['review', 'list'])).toMatchObject({
    exitCode: 1,
    printed: expect.stringContaining('5 min LATE'),
  });
  says({ applications: [] });
  expect((await type(['review', 'list'])).printed).toContain('Nobody waits.');
});

test('the command line sends pesos as centavos, and Manila times as instants', async () => {
  says({ application: 'a', limitCentavos: 20_000_000, lapsesAt: '2026-11-24T02:00:00Z' });
  expect(
    (await type(['review', 'approve', 'a', '--limit', '₱200,000', '--reason', 'shops'])).printed,
  ).toBe(
    '₱200,000 needs two people, so it is now a proposal. Another reviewer confirms or declines it until 2026-11-24 10:00.',
  );
  await type([
    'review',
    'call-log',
    'a',
    '--result',
    'callBack',
    '--at',
    '2026-11-23 14:00',
    '--reason',
    'work',
  ]);
  expect(state.requests.map(({ body }) => body)).toEqual([
    { input: { application: 'a', limitCentavos: 20_000_000 }, reason: 'shops' },
    {
      input: { application: 'a', result: 'callBack', callBackAt: '2026-11-23T06:00:00.000Z' },
      reason: 'work',
    },
  ]);
});
