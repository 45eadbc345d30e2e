import { expect, test } from 'vitest';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { waitingPerson } from './testing.ts';

const app = await testApp();
const { person } = testOps(app.context);
const [reviewer, engineer] = [await person('reviewer'), await person('engineer')];

test('shows a reviewer what to say, what the borrower will read, and the limits', async () => {
  app.clocks.setNow('2026-11-20T02:00:00Z');
  const { application, life } = await waitingPerson(app);
  const show = async (by: typeof reviewer, reveal: boolean) => {
    const asked = { reason: 'first look', ...(reveal && { reveal }) };
    return (await by.ask('review show', { application }, asked)).data.application as {
      calling: { script: string[] };
    };
  };
  expect(await show(reviewer, true)).toMatchObject({
    decisions: [{ findings: [{ words: 'needs a reviewer: the engine failed repeatedly' }] }],
    limits: { twoPeopleAboveCentavos: 15_000_000 },
    identity: { warning: null },
    accounts: [],
    calling: {
      hours: { from: 8, until: 20 },
      whyNotNow: null,
      script: expect.arrayContaining([expect.stringContaining(life.lastName)]),
    },
    borrowerReads: {
      reject: expect.arrayContaining([
        { group: 'identity', reads: 'We could not confirm your ID.' },
      ]),
    },
  });
  const masked = await show(engineer, false);
  expect(masked.calling.script.join()).not.toContain(life.lastName);
  app.clocks.setNow('2026-11-20T13:00:00Z');
  expect(await show(engineer, false)).toMatchObject({
    calling: { whyNotNow: expect.stringContaining('working days from 08:00 to 20:00') },
  });
});
