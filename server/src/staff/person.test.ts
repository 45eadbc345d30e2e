import { codeSms, logonRegister, userInfo } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { loanDetail } from '@sandali/contract/loan.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { staffLooksAt } from '#/context/audit.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { gidOf, type Person, testApp } from '#/testing/app.ts';
import { testOps } from './testing.ts';
import { verifyTrail } from './verify.ts';

const app = await testApp();
const ops = testOps(app.context);
const [support, reviewer, finance, engineer] = [
  await ops.person('support'),
  await ops.person('reviewer'),
  await ops.person('finance'),
  await ops.person('engineer'),
];
const withReason = { reason: 'calls about a payment, ticket 812' };

/** Creates a borrower with a paid-out loan, shared by all tests. */
async function borrowerWithLoan() {
  const ana = await app.person({ withCredit: true });
  const userGid = await gidOf(ana);
  const { loanId } = await takeLoan(ana.life, await addWallet(ana.life), { termDays: 15 });
  const loan = await app.until('the payout', async () => {
    const detail = await ana.client.must(loanDetail, { loanId });
    return detail.state === 'success' ? detail : null;
  });
  await app.work();
  const { phone, firstName, lastName } = ana.life;
  const bare = phone.slice(3);
  const written = `0${bare.slice(0, 3)} ${bare.slice(3, 6)} ${bare.slice(6)}`;
  const masked = `0${bare.slice(0, 3)} •••• ${bare.slice(-3)}`;
  /** Returns the texts in `data` that identify the person. */
  const identifyingTexts = (data: unknown) =>
    [bare, written, firstName, lastName].filter((text) => JSON.stringify(data).includes(text));
  return {
    client: ana.client,
    userGid,
    referenceNo: loan.referenceNo,
    phone,
    bare,
    written,
    masked,
    identifyingTexts,
  };
}
let sharedBorrower: ReturnType<typeof borrowerWithLoan> | null = null;
async function ana() {
  sharedBorrower ??= borrowerWithLoan();
  return await sharedBorrower;
}

slow('support can find a person by phone, userGid or reference, and sees masked data', async () => {
  const { phone, bare, written, masked, userGid, referenceNo, identifyingTexts } = await ana();
  const named = [phone, `0${bare}`, written, userGid, userGid.toUpperCase(), referenceNo];
  for (const person of named) {
    const shown = await support.ask('person show', { person }, withReason);
    expect(shown, person).toMatchObject({ status: 200, data: { userGid } });
    expect(identifyingTexts(shown.data), person).toEqual([]);
  }
  const { data } = await support.ask('person show', { person: userGid }, withReason);
  expect(data).toMatchObject({
    account: { phone: masked, name: 'S. T. B.', hasPassword: true, openSessions: 1, devices: 1 },
    credit: {
      state: 'approved',
      idNumber: expect.stringMatching(/^\w{2}••••$/),
      line: { usedCentavos: 6_000_000, heldCentavos: 0 },
    },
    bills: [
      { referenceNo, state: 'upcoming', currentDue: { owedCentavos: 6_000_000 }, overdueDays: 0 },
    ],
    loansOnTheWay: [],
    payoutAccounts: [{ label: 'GCash', whyNotPaid: null }],
    messages: expect.arrayContaining([
      { at: expect.any(String), kind: 'loanPaidOut', state: 'sent' },
    ]),
  });
  expect(await ops.lastRow()).toEqual({
    who: support.name,
    role: 'support',
    act: 'ops person show',
    subject: userGid,
    reason: withReason.reason,
    detail: {},
  });
});

test('--reveal shows unmasked data, and the trail records the revealed fields', async () => {
  const { userGid, identifyingTexts } = await ana();
  for (const { ask } of [support, reviewer]) {
    const shown = await ask('person show', { person: userGid }, { ...withReason, reveal: true });
    expect(identifyingTexts(shown.data)).toHaveLength(3);
    expect(shown.data.credit).toMatchObject({ idNumber: expect.stringMatching(/^\w{5,}$/) });
    expect(await ops.lastRow()).toMatchObject({
      subject: userGid,
      detail: { revealed: ['phone', 'name', 'idNumber'] },
    });
  }
  const denied = await finance.ask(
    'person show',
    { person: userGid },
    { ...withReason, reveal: true },
  );
  expect(denied).toMatchObject({
    status: 403,
    wrong: 'Only support, reviewer, collector or compliance may reveal what person show masks.',
  });
  expect(await ops.lastRow()).toMatchObject({
    who: finance.name,
    role: null,
    detail: { outcome: 'denied', reveal: true },
  });
  expect(
    identifyingTexts((await finance.ask('person show', { person: userGid }, withReason)).data),
  ).toEqual([]);
  expect(await support.ask('sms log', {}, { ...withReason, reveal: true })).toMatchObject({
    status: 403,
    wrong: expect.stringContaining('masks nothing'),
  });
});

test('viewing a person’s data always requires a reason', async () => {
  const { userGid } = await ana();
  for (const [command, input] of [
    ['person show', { person: userGid }],
    ['sessions list', { person: userGid }],
    ['sms log', {}],
  ] as const)
    expect(await support.ask(command, input), command).toMatchObject({
      status: 422,
      wrong: 'Viewing a person needs a reason.',
    });
});

test('staff commands ignore invisible characters in pasted text', async () => {
  const { written } = await ana();
  const pasted = `\u202a${written}\u202c\u200b`;
  const answer = await support.ask(
    'person show',
    { person: pasted },
    { reason: 'asked\tby \u202ephone\u0000, ticket 812' },
  );
  expect(answer.status).toBe(200);
  expect(await ops.lastRow()).toMatchObject({
    act: 'ops person show',
    reason: 'asked by phone, ticket 812',
  });
});

test.each([
  '0917 000 0000',
  '019ae2c0-0000-7000-8000-000000000000',
  '1234567890',
  'Ana',
  "' or 1=1 --",
])('a search for "%s" matches nobody, and its text is not written to the trail', async (person) => {
  for (const command of ['person show', 'sessions list', 'sessions end'])
    expect(await support.ask(command, { person }, withReason)).toMatchObject({
      status: 422,
      wrong: 'Nobody has this number, userGid or reference number.',
    });
  expect(await ops.lastRow()).toMatchObject({
    subject: null,
    detail: { outcome: 'declined', roles: ['support'] },
  });
});

/** Logs the same person in on another device, with a code. */
async function loggedInAgain(life: Person['life']) {
  const client = app.device();
  app.clocks.addMs(61_000); // codes can be requested once a minute
  const { challengeId } = await client.must(codeSms, { phone: life.phone, purpose: 'login' });
  const code = (await life.codesOf(life.phone)).at(-1) ?? '';
  const { token } = await client.must(logonRegister, {
    by: 'code',
    phone: life.phone,
    challengeId,
    code,
    agreementVersion,
  });
  client.token = token;
  return client;
}

test('support can list a person’s sessions, without tokens, and end one or all', async () => {
  const { client, userGid } = await ana();
  const ben = await app.person();
  const gid = await gidOf(ben);
  const listed = await support.ask('sessions list', { person: gid }, withReason);
  const [session] = listed.data.sessions as { session: string; device: string; isOpen: boolean }[];
  expect(session).toMatchObject({
    session: expect.stringMatching(/^[0-9a-f]{8}$/),
    device: expect.stringMatching(/^.{6}$/),
    isOpen: true,
  });
  const again = await support.ask(
    'sessions end',
    { person: userGid, session: session?.session },
    withReason,
  );
  expect(again).toMatchObject({ status: 422, wrong: expect.stringContaining('has no session') });
  expect((await ben.client.ask(userInfo, {})).code).toBe('0000');
  const second = await loggedInAgain(ben.life);
  const ended = await Promise.all(
    [1, 2, 3].map(() =>
      support.ask('sessions end', { person: gid, session: session?.session }, withReason),
    ),
  );
  expect(ended.map(({ data }) => data.ended).sort()).toEqual([0, 0, 1]);
  expect((await ben.client.ask(userInfo, {})).code).toBe('1003');
  expect((await second.ask(userInfo, {})).code).toBe('0000');
  const known = async () =>
    (
      await app.db
        .selectFrom('trusted_devices')
        .select('trusted_at')
        .where('borrower_id', '=', gid)
        .execute()
    ).length;
  expect(await known()).toBe(2);
  expect((await support.ask('sessions end', { person: gid }, withReason)).data).toEqual({
    ended: 1,
  });
  expect((await second.ask(userInfo, {})).code).toBe('1003');
  expect(await known()).toBe(0); // a stolen phone becomes an unknown device
  expect((await support.ask('sessions end', { person: gid }, withReason)).data).toEqual({
    ended: 0,
  });
  expect(await ops.lastRow()).toMatchObject({
    role: 'support',
    act: 'ops sessions end',
    subject: gid,
    detail: { ended: 0 },
  });
  expect((await client.ask(userInfo, {})).code).toBe('0000');
});

test('the SMS log shows each attempt without its code, phone number or text', async () => {
  const { bare, masked, userGid, identifyingTexts } = await ana();
  const { data } = await support.ask('sms log', { phone: `0${bare}` }, withReason);
  const messages = data.messages as { kind: string; to: string; state: string; tries: object[] }[];
  expect(messages.map(({ kind }) => kind)).toContain('code.register');
  expect(messages.at(-1)).toMatchObject({
    kind: 'code.register',
    to: masked,
    state: 'sent',
    delivery: 'underway',
    tries: [{ gateway: 'sandbox', outcome: 'taken' }],
  });
  expect(identifyingTexts(data)).toEqual([]);
  expect(JSON.stringify(data)).not.toMatch(/\b\d{6}\b/);
  expect(await ops.lastRow()).toMatchObject({ act: 'ops sms log', subject: userGid });
  const all = (await engineer.ask('sms log', { limit: 2 }, withReason)).data.messages;
  expect(all).toHaveLength(2);
  expect(await ops.lastRow()).toMatchObject({ subject: null });
  expect(await support.ask('sms log', { phone: 'x' }, withReason)).toMatchObject({
    status: 422,
    wrong: 'That is not a Philippine mobile number. Use digits only, such as 0917 123 4567.',
  });
  for (const person of ['+966 50 123 4567', '966501234567'])
    expect(await support.ask('person show', { person }, withReason)).toMatchObject({
      status: 422,
      wrong: expect.stringMatching(/another country/),
    });
});

test('people can read which staff role viewed their data and why, but no names', async () => {
  const cara = await app.person();
  const gid = await gidOf(cara);
  expect(await staffLooksAt(app.db, gid)).toEqual([]);
  await support.ask('person show', { person: gid }, { reason: 'first' });
  await support.ask('person show', { person: gid });
  await engineer.ask('person show', { person: gid }, { reason: 'denied' });
  await engineer.ask('sessions end', { person: gid }, { reason: 'second' });
  const looks = await staffLooksAt(app.db, gid);
  expect(looks.map(({ role, act, reason }) => [role, act, reason])).toEqual([
    ['engineer', 'sessions end', 'second'],
    ['support', 'person show', 'first'],
  ]);
  expect(JSON.stringify(looks)).not.toContain(support.name);
});

test('the worker chains the trail', async () => {
  await ana();
  const findBatch = async () => (await verifyTrail(app.db, app.clocks.wall(), null)).batches > 0;
  await app.until('the first batch', findBatch);
  expect(await verifyTrail(app.db, app.clocks.wall(), null)).toMatchObject({
    broken: null,
    isHeldUp: false,
  });
});

test('the trail does not contain personal data', async () => {
  const { identifyingTexts } = await ana();
  const rows = await app.db.selectFrom('audit_log').selectAll().execute();
  expect(identifyingTexts(rows.map((row) => ({ ...row, id: String(row.id) })))).toEqual([]);
});
