import { creditQuery } from '@sandali/contract/credit.ts';
import { dataQuery } from '@sandali/contract/privacy.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { beforeEach, expect, test } from 'vitest';
import { movableClocks } from '#/platform/clock.ts';
import { sandboxPage } from '#/sandbox/page.ts';
import { inventedStaff } from '#/staff/seeded.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { viewForApproval, waitingPerson } from './testing.ts';

const app = await testApp();
const ops = testOps(app.context);
const [rosa, ben, engineer, support, finance] = [
  await ops.person('reviewer'),
  await ops.person('reviewer'),
  await ops.person('engineer'),
  await ops.person('support'),
  await ops.person('finance'),
];
const withReason = { reason: 'ticket 31' };
const anna = () => waitingPerson(app);
const friday = '2026-11-20T02:00:00Z';
beforeEach(() => app.clocks.setNow(friday));

type Listed = {
  application: string;
  name: string;
  waitingMinutes: number;
  rules: string[];
  holder: object | null;
  isLate: boolean;
  proposal: object | null;
  callBackAt: string | null;
};
const listed = async () => (await rosa.ask('review list')).data.applications as Listed[];
const inList = async (application: string) =>
  (await listed()).find((row) => row.application === application);
const stateOf = async ({ client }: Awaited<ReturnType<typeof anna>>) =>
  (await client.must(creditQuery, {})).state;
const decisionsOn = async (application: string) =>
  await app.db
    .selectFrom('credit_decisions')
    .select(['outcome', 'decided_by', 'limit_centavos', 'proposal_id'])
    .where('application_id', '=', application)
    .orderBy('number')
    .execute();

slow('lists the review queue, oldest first, without personal data', async () => {
  const first = await anna();
  app.clocks.addMs(7 * 60_000);
  const second = await anna();
  const mine = (await listed()).filter((row) =>
    [first.application, second.application].includes(row.application),
  );
  const name = expect.stringMatching(/^S\. T\. \w\.$/);
  expect(mine).toMatchObject([
    {
      application: first.application,
      name,
      waitingMinutes: 7,
      rules: ['reviewFailed'],
      holder: null,
      proposal: null,
      isLate: false,
    },
    { application: second.application, name, waitingMinutes: 0, holder: null },
  ]);
  expect(JSON.stringify(mine)).not.toContain(first.life.lastName);
  expect((await engineer.ask('review list')).status).toBe(200);
  for (const { ask } of [support, finance])
    expect(await ask('review list')).toMatchObject({ status: 403 });
});

test('leases an application to a reviewer for half an hour of wall time', async () => {
  const { application } = await anna();
  expect(await rosa.ask('review take', { application })).toMatchObject({
    status: 200,
    data: { application },
  });
  expect(await ops.lastRow()).toMatchObject({
    who: rosa.name,
    role: 'reviewer',
    act: 'ops review take',
    subject: application,
  });
  expect(await inList(application)).toMatchObject({ holder: { by: rosa.name } });
  expect(await ben.ask('review take', { application })).toMatchObject({
    status: 422,
    wrong: expect.stringMatching(
      new RegExp(`^${rosa.name} holds this application until \\d\\d:\\d\\d, Manila time\\.$`),
    ),
  });
  expect(await ben.ask('review release', { application })).toMatchObject({
    status: 422,
    wrong: 'You do not hold this application.',
  });
  for (const [command, input] of acts) {
    expect(await ben.ask(command, { application, ...input }, withReason), command).toMatchObject({
      status: 422,
      wrong: expect.stringContaining('holds this'),
    });
  }
  app.clocks.addMs(30 * 60_000 - 1);
  expect((await ben.ask('review take', { application })).status).toBe(422);
  app.clocks.addMs(1);
  expect(await inList(application)).toMatchObject({ holder: null });
  expect(await rosa.ask('review approve', { application }, withReason)).toMatchObject({
    wrong: `Take the application first: review take ${application}`,
  });
  expect((await ben.ask('review take', { application })).status).toBe(200);
  expect((await ben.ask('review release', { application })).status).toBe(200);
  expect((await rosa.ask('review take', { application })).status).toBe(200);
});
const acts = [
  ['review photo', { which: 'front' }],
  ['review call-log', { result: 'reached' }],
  ['review approve', {}],
  ['review reject', { group: 'income' }],
  ['review confirm', {}],
  ['review decline', {}],
] as const;

slow('never leases one application to two reviewers at the same time', async () => {
  const [first, second] = [await anna(), await anna()];
  const both = await Promise.all(
    [rosa, ben].map(({ ask }) => ask('review take', { application: first.application })),
  );
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 422]);
  for (const { ask } of [rosa, ben])
    await ask('review release', { application: first.application });
  const answers = await Promise.all([rosa, ben].map(({ ask }) => ask('review take')));
  const ids = answers.map((answer) => answer.data.application as string);
  expect(new Set(ids).size).toBe(2);
  await Promise.all([
    rosa.ask('review release', { application: ids[0] }),
    ben.ask('review release', { application: ids[1] }),
  ]);
  // `review take` does not wait for an application that another reviewer is taking, but skips it.
  await app.owner.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('manual_reviews')
      .select('alarm_step')
      .where('application_id', '=', ids[0] ?? '')
      .forUpdate()
      .execute();
    const passed = await rosa.ask('review take');
    expect([passed.status, passed.data.application === ids[0]]).toEqual([200, false]);
  });
  expect(await stateOf(second)).toBe('manualReview');
});

slow('reveals personal data only to a reviewer on request, and records the view', async () => {
  const { application, userGid, client, life } = await anna();
  const secretsIn = (data: unknown) =>
    [life.phone.slice(3), life.lastName, 'Kunwari Street', '99990000'].filter((text) =>
      JSON.stringify(data).includes(text),
    );
  const shown = await engineer.ask('review show', { application }, withReason);
  expect(shown.data.application).toMatchObject({
    person: userGid,
    decisions: [{ outcome: 'manual', by: 'review engine', findings: [{ rule: 'reviewFailed' }] }],
    personal: { age: 32, bornOn: '1994', address: expect.not.stringContaining('Kunwari') },
    contacts: [
      { relationship: 'parent' },
      { relationship: 'brother' },
      { relationship: 'colleague' },
    ],
    work: { employer: 'Kunwari Trading', incomeBand: 'over1300k' },
    firstLimitCentavos: 100_000_00,
    affordableCentavos: 300_000_00,
    likeness: { idNumber: [], picture: [], device: [] },
    calls: [],
    earlier: [],
  });
  expect(secretsIn(shown.data)).toEqual([]);
  expect(
    await engineer.ask('review show', { application }, { ...withReason, reveal: true }),
  ).toMatchObject({ status: 403 });
  expect((await rosa.ask('review show', { application })).wrong).toBe(
    'Viewing a person needs a reason.',
  );
  const open = await rosa.ask('review show', { application }, { ...withReason, reveal: true });
  expect(secretsIn(open.data)).toHaveLength(4);
  expect(await ops.lastRow()).toMatchObject({
    act: 'ops review show',
    subject: userGid,
    detail: {
      application,
      revealed: expect.arrayContaining(['name', 'phone', 'idNumber', 'contactPhone', 'address']),
    },
  });
  expect((await client.must(dataQuery, {})).looks[0]).toMatchObject({
    role: 'reviewer',
    act: 'review show',
    reason: 'ticket 31',
  });
  for (const nobody of ['019ae2c0-0000-7000-8000-000000000000', userGid])
    expect(await rosa.ask('review show', { application: nobody }, withReason)).toMatchObject({
      wrong: 'There is no submitted application with this id.',
    });
  expect(await rosa.ask('review show', { application: '1 or 1=1' }, withReason)).toMatchObject({
    status: 422,
    wrong: 'application: is not an application id, see review list.',
  });
});

test('notes calls only in calling hours, and a callback releases the application', async () => {
  const { application, client } = await anna();
  await rosa.ask('review take', { application });
  const call = (input: object) =>
    rosa.ask('review call-log', { application, ...input }, withReason);
  for (const [now, words] of [
    ['2026-11-19T23:59:59Z', '2026-11-20 07:59 is outside'],
    ['2026-11-20T12:00:00Z', '2026-11-20 20:00 is outside'],
    ['2026-11-21T02:00:00Z', '2026-11-21 10:00 is outside'],
    ['2026-11-30T02:00:00Z', '2026-11-30 10:00 is outside'], // Bonifacio Day
  ] as const) {
    app.clocks.setNow(now);
    const refused = await call({ result: 'reached' });
    expect(refused, now).toMatchObject({
      status: 422,
      wrong: `Borrowers are phoned on working days from 08:00 to 20:00, Manila time; ${words}.`,
    });
  }
  for (const now of ['2026-11-20T00:00:00Z', '2026-11-20T11:59:59Z']) {
    app.clocks.setNow(now);
    expect((await call({ result: 'noAnswer' })).status, now).toBe(200);
  }
  app.clocks.setNow(friday);
  expect((await call({ result: 'callBack' })).wrong).toContain(
    'with the result callBack, and only then',
  );
  expect(
    (await call({ result: 'reached', callBackAt: '2026-11-20T03:00:00.000Z' })).wrong,
  ).toContain('with the result callBack, and only then');
  expect(
    (await call({ result: 'callBack', callBackAt: '2026-11-20T01:00:00.000Z' })).wrong,
  ).toContain('has already passed');
  expect(
    (await call({ result: 'callBack', callBackAt: '2026-11-21T03:00:00.000Z' })).wrong,
  ).toContain('is outside');
  expect(
    (await call({ result: 'callBack', callBackAt: '2026-12-01T03:00:00.000Z' })).wrong,
  ).toContain('more than a week');
  expect(
    await call({
      result: 'callBack',
      callBackAt: '2026-11-20T06:00:00.000Z',
      note: 'At work, has a break at two',
    }),
  ).toMatchObject({
    status: 200,
  });
  expect(await inList(application)).toMatchObject({
    holder: null,
    callBackAt: '2026-11-20T06:00:00.000Z',
  });
  const { calls } = (await rosa.ask('review show', { application }, withReason)).data
    .application as {
    calls: object[];
  };
  expect(calls.map((call) => (call as { result: string }).result)).toEqual([
    'noAnswer',
    'callBack',
    'noAnswer',
  ]);
  expect(calls[1]).toMatchObject({ by: rosa.name, note: 'noted' });
  const open = await rosa.ask('review show', { application }, { ...withReason, reveal: true });
  expect(JSON.stringify(open.data)).toContain('At work, has a break at two');
  expect(
    JSON.stringify(
      await app.db.selectFrom('review_calls').select(['id', 'result', 'called_by']).execute(),
    ),
  ).not.toContain('break');
  const acted = (await client.must(dataQuery, {})).looks.map((look) => look.act);
  expect(acted.filter((act) => act === 'review call-log')).toHaveLength(3);
});

test('shows the borrower a reviewer’s decision, and stores it with name and reason', async () => {
  const [first, second] = [await anna(), await anna()];
  for (const { application } of [first, second]) await rosa.ask('review take', { application });
  await viewForApproval(rosa, first.application);
  expect(
    await rosa.ask(
      'review approve',
      { application: first.application, limitCentavos: 75_000_00 },
      withReason,
    ),
  ).toMatchObject({
    status: 422,
    wrong: 'A limit is above ₱50,000, at most ₱300,000, and a multiple of ₱10,000.',
  });
  expect((await rosa.ask('review approve', { application: first.application })).wrong).toBe(
    'A change needs a reason.',
  );
  expect(
    await rosa.ask(
      'review approve',
      { application: first.application, limitCentavos: 80_000_00 },
      withReason,
    ),
  ).toMatchObject({
    status: 200,
    data: { limitCentavos: 80_000_00, lapsesAt: null },
  });
  expect(
    await rosa.ask(
      'review reject',
      { application: second.application, group: 'identity' },
      withReason,
    ),
  ).toMatchObject({ status: 200 });
  await app.work();
  expect(await first.client.must(creditQuery, {})).toMatchObject({ state: 'approved' });
  expect(await second.client.must(creditQuery, {})).toMatchObject({
    state: 'rejected',
    reasonGroup: 'identity',
    resubmitOn: '2026-11-27',
  });
  expect(await decisionsOn(first.application)).toMatchObject([
    { outcome: 'manual' },
    { outcome: 'approved', decided_by: rosa.name, limit_centavos: 8_000_000n },
  ]);
  const rows = await app.db
    .selectFrom('audit_log')
    .select(['who', 'act', 'reason'])
    .where('subject', 'in', [second.application, second.userGid])
    .orderBy('id')
    .execute();
  expect(rows).toEqual(
    expect.arrayContaining([
      { who: rosa.name, act: 'creditRejected', reason: 'ticket 31' },
      { who: rosa.name, act: 'ops review reject', reason: 'ticket 31' },
    ]),
  );
  for (const [command, input] of [['review take', {}], ...acts] as const)
    expect(
      await rosa.ask(command, { application: first.application, ...input }, withReason),
      command,
    ).toMatchObject({
      status: 422,
      wrong:
        'This application does not wait for a person: it is decided, or still with the review engine.',
    });
});

const clocks = { ...movableClocks(0), ...app.clocks };
const page = sandboxPage({
  context: app.context,
  clocks,
  bank: app.simulator,
  staff: inventedStaff(app.context, []),
});
const headers = { host: 'localhost:8080', origin: 'http://localhost:8080' };

slow.each([1, 2])('accepts only one of several simultaneous decisions (%i)', async () => {
  const person = await anna();
  const { application } = person;
  await rosa.ask('review take', { application });
  await viewForApproval(rosa, application);
  const press = async () => {
    const body = new URLSearchParams({ applicationId: application, outcome: 'rejected' });
    const answer = await page.request('http://localhost:8080/review', {
      method: 'POST',
      headers,
      body,
    });
    return answer.headers.get('location')?.includes('done=rejected') ? 200 : 422;
  };
  const statuses = await Promise.all([
    rosa.ask('review approve', { application }, withReason).then((it) => it.status),
    rosa.ask('review reject', { application, group: 'other' }, withReason).then((it) => it.status),
    press(),
    rosa.ask('review approve', { application }, withReason).then((it) => it.status),
    app.work().then(() => 422),
  ]);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(await decisionsOn(application)).toHaveLength(2);
  expect(['approved', 'rejected']).toContain(await stateOf(person));
  expect(await inList(application)).toBeUndefined();
});
