// Attacks with other people's ids, unknown fields, wrong types, reused request ids, guessed codes
// and forged webhooks. All tests share one borrower, because it takes seconds to create her.
import { codeSms, logonRegister, userInfo } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { allCalls } from '@sandali/contract/all.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { calendarCallback } from '@sandali/contract/calendar.ts';
import type { AnyCall } from '@sandali/contract/call.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import * as cases from '@sandali/contract/cases.ts';
import { voucherList } from '@sandali/contract/coupon.ts';
import { creditQuery } from '@sandali/contract/credit.ts';
import { documentGet, documentList } from '@sandali/contract/document.ts';
import { renewApply, renewCal } from '@sandali/contract/extension.ts';
import {
  billList,
  loanApply,
  loanDetail,
  productCal,
  productList,
} from '@sandali/contract/loan.ts';
import { loanStatement } from '@sandali/contract/loanText.ts';
import { noticeList } from '@sandali/contract/notifications.ts';
import {
  bankcardDelete,
  payeeDefault,
  walletAdd,
  walletDelete,
  walletList,
} from '@sandali/contract/payoutAccounts.ts';
import { planApply, planCal } from '@sandali/contract/plan.ts';
import { refundApply } from '@sandali/contract/refund.ts';
import {
  repaymentApply,
  repaymentChannelList,
  repaymentStatus,
} from '@sandali/contract/repayment.ts';
import { register } from '@sandali/contract/signUp.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { newId, randomBytes } from '#/platform/random.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { testApp } from '#/testing/app.ts';
import { isAtLength } from '#/testing/effort.ts';
import { requestsOf } from '#/testing/good-requests.ts';
import { changed, inner, leaves } from '#/testing/mutate.ts';

const app = await testApp();
const freshId = () => newId(app.clocks.wall());

/** Returns a borrower who has a loan and one of everything that has an id. */
async function owner() {
  const anna = await app.person({ withCredit: true });
  const accountId = await addWallet(anna.life);
  const { minimumCentavos: amountCentavos } = await anna.client.must(productList, {});
  const { quoteId, disclosureHash } = await anna.client.must(productCal, {
    amountCentavos,
    termDays: 8,
    channel: 'wallet',
    accountId,
  });
  const { loanId } = await takeLoan(anna.life, accountId);
  await app.until(
    'the payout',
    async () => (await anna.client.must(loanDetail, { loanId })).state === 'success',
  );
  const full = (await anna.client.must(billDetail, { loanId })).bill.currentDue.owedCentavos;
  const { repaymentId } = await anna.client.must(repaymentApply, {
    loanId,
    channel: 'sevenEleven',
    amountCentavos: full,
  });
  const { userGid } = await anna.client.must(userInfo, {});
  const complaint = { kind: 'charges', loanId, payment: null, words: 'Bakit may dagdag?' } as const;
  const { complaintId } = await anna.client.must(cases.complaintCreate, complaint);
  const [coupon] = (await anna.client.must(voucherList, { userGid })).discountInfoList;
  return {
    ...anna,
    complaintId,
    voucherId: coupon?.voucherId ?? '',
    accountId,
    amountCentavos,
    quoteId,
    disclosureHash,
    loanId,
    repaymentId,
    full,
  };
}

let anna: Awaited<ReturnType<typeof owner>>;
let mallory: Awaited<ReturnType<typeof app.person>>;
let newcomer: typeof mallory;
let malloryWallet: string;
beforeAll(async () => {
  anna = await owner();
  mallory = await app.person({ withCredit: true });
  newcomer = await app.person();
  malloryWallet = await addWallet(mallory.life);
});

/** Returns a valid request from Mallory for every call that has input. */
const goodRequests = () =>
  requestsOf({
    phone: mallory.life.phone,
    amountCentavos: anna.amountCentavos,
    walletId: malloryWallet,
    nobodys: freshId(),
  });

type Sender = { token: string; deviceId: string };
/** Sends a body unchanged, as Mallory by default; returns status, code and text. */
async function send(
  call: AnyCall,
  body: unknown,
  by: Sender = mallory.client,
): Promise<{ status: number; code: string; text: string }> {
  // Each call without a login comes from a new device, so that no device reaches its rate limit.
  const deviceId = call.who === 'borrower' ? by.deviceId : randomBytes(16).toString('base64url');
  const inside = { ts: 0, requestId: freshId(), deviceId, body };
  const sent = JSON.stringify(inside);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(sent)),
    'x-auth-token': by.token,
  };
  const request = new Request(`http://localhost:8080/galaxy${call.path}`, {
    method: 'POST',
    headers,
    body: sent,
  });
  const answer = await app.listener.fetch(request);
  const text = await answer.text();
  return { status: answer.status, code: JSON.parse(text).code, text };
}

const visibleTo = async (who: typeof mallory) => {
  const { client } = who;
  const [bills, wallets, credit] = [
    await client.must(billList, {}),
    await client.must(walletList, {}),
    await client.must(creditQuery, {}),
  ];
  return JSON.stringify([bills, wallets, credit]);
};

test('another person’s id is answered like an unknown id and changes nothing', async () => {
  const before = await visibleTo(anna);
  const { amountCentavos, disclosureHash, full } = anna;
  const agreed = { disclosureHash, disclosureRead: true, agreementAccepted: true };
  const read = { textHash: '0'.repeat(64), textRead: true };
  const tries: [unknown, string, (id: string) => object][] = [
    [loanDetail, anna.loanId, (loanId) => ({ loanId })],
    [billDetail, anna.loanId, (loanId) => ({ loanId })],
    [repaymentChannelList, anna.loanId, (loanId) => ({ loanId })],
    [renewCal, anna.loanId, (loanId) => ({ loanId })],
    [
      renewApply,
      anna.loanId,
      (loanId) => ({
        loanId,
        channel: 'sevenEleven',
        ...read,
        totalCentavos: 156_000,
        dueOn: '2026-12-06',
      }),
    ],
    [planCal, anna.loanId, (loanId) => ({ loanId, count: 2 })],
    [planApply, anna.loanId, (loanId) => ({ loanId, count: 2, totalCentavos: 6_096_000, ...read })],
    [
      repaymentApply,
      anna.loanId,
      (loanId) => ({ loanId, channel: 'sevenEleven', amountCentavos: full }),
    ],
    [repaymentStatus, anna.repaymentId, (repaymentId) => ({ repaymentId })],
    [
      productCal,
      anna.accountId,
      (accountId) => ({ amountCentavos, termDays: 8, channel: 'wallet', accountId }),
    ],
    [
      productCal,
      anna.voucherId,
      (voucherId) => ({
        amountCentavos,
        termDays: 8,
        channel: 'wallet',
        accountId: malloryWallet,
        voucherId,
      }),
    ],
    [loanApply, anna.quoteId, (quoteId) => ({ quoteId, ...agreed })],
    [loanStatement, anna.quoteId, (quoteId) => ({ quoteId })],
    [billCancel, anna.loanId, (loanId) => ({ loanId })],
    [documentList, anna.loanId, (loanId) => ({ loanId })],
    [documentList, anna.loanId, (before) => ({ before })],
    [documentGet, anna.loanId, (loanId) => ({ kind: 'agreement', loanId })],
    [
      calendarCallback,
      anna.loanId,
      (loanId) => ({ loanId, dueOn: '2026-12-05', outcome: 'added' }),
    ],
    [noticeList, anna.loanId, (before) => ({ before })],
    [bankcardDelete, anna.accountId, (accountId) => ({ accountId })],
    [walletDelete, anna.accountId, (accountId) => ({ accountId })],
    [payeeDefault, anna.accountId, (accountId) => ({ accountId })],
    [refundApply, anna.accountId, (accountId) => ({ accountId, amountCentavos: 100 })],
    [
      cases.complaintCreate,
      anna.loanId,
      (loanId) => ({ kind: 'charges', loanId, payment: null, words: 'Bakit?' }),
    ],
    [cases.complaintPicture, anna.complaintId, (complaintId) => ({ complaintId, bytes: 'AAAA' })],
    [cases.complaintWrite, anna.complaintId, (complaintId) => ({ complaintId, words: 'Bakit?' })],
    [cases.complaintDetail, anna.complaintId, (complaintId) => ({ complaintId })],
    [cases.complaintPictureShow, anna.complaintId, (complaintId) => ({ complaintId, turn: 1 })],
    [cases.complaintPdf, anna.complaintId, (complaintId) => ({ complaintId, turn: 1 })],
  ];
  for (const [call, theirs, bodyOf] of tries) {
    const near = theirs.slice(0, -1) + (theirs.endsWith('0') ? '1' : '0');
    const ids = [
      theirs,
      theirs.toUpperCase(),
      near,
      freshId(),
      '00000000-0000-0000-0000-000000000000',
    ];
    const answers = [];
    for (const id of ids) answers.push((await send(call as AnyCall, bodyOf(id))).text);
    expect([...new Set(answers)], (call as AnyCall).path).toHaveLength(1);
    expect(answers[0]).toMatch(
      /"data":(null|\{"loans":\[\],"others":\[\],"next":null\}|\{"now":"[^"]+","announcements":\[\],"notices":\[\],"next":null\})/,
    );
  }
  const named = /^(loanId|quoteId|repaymentId|accountId|voucherId|itemId|complaintId|before)$/;
  const withIds = [...goodRequests()]
    .filter(([, good]) => Object.keys(good).some((key) => named.test(key)))
    .map(([call]) => call.path);
  expect(
    withIds.filter((path) => !tries.some(([call]) => (call as AnyCall).path === path)),
  ).toEqual([]);
  expect(await visibleTo(anna)).toBe(before);
});

test('every call refuses an unknown field at any depth', async () => {
  const before = await visibleTo(mallory);
  const more = [
    'state',
    'borrowerId',
    'userGid',
    'limitCentavos',
    'feeCentavos',
    'isAdmin',
    'now',
    'toString',
  ];
  const requests = goodRequests();
  for (const call of allCalls) {
    const good = requests.get(call) ?? {};
    expect(
      requests.has(call) || v.is(call.request, {}),
      `${call.path} needs a good request in good-requests.ts`,
    ).toBe(true);
    expect((await send(call, { ...good, more: 1 })).code, call.path).toBe('1007');
    for (const field of more) {
      const bodies = inner(good).map((path) => changed(good, [...path, field], 1));
      for (const body of bodies)
        expect([call.path, field, (await send(call, body)).code]).toEqual([
          call.path,
          field,
          '1007',
        ]);
    }
  }
  expect(await visibleTo(mallory)).toBe(before);
});

const oddValues = [
  ...[null, true, [], {}, [[]], '', ' ', '-1', '１０００', '5e4', '50000 '],
  ...[0, -1, 1.5, 1e308, 2 ** 53, Number.MAX_SAFE_INTEGER, 'a'.repeat(10_000), '\0', 'a\0bcdefgh'],
  ...[
    '\ud800',
    '🙂',
    '\u202eabcdefgh',
    '\u200b',
    'a\r\nX-Evil: 1',
    '\x1b[31mred',
    "'; drop table borrowers; --",
    '../../etc/passwd',
  ],
  ...[
    'toString',
    '0000-01-01',
    '9999-12-31',
    '2024-02-30',
    '00000000-0000-0000-0000-000000000000',
    '٠١٢٣٤٥',
    'Infinity',
  ],
];

/** A full run tries each value in every field, a short run in every eighth field. */
const step = isAtLength ? 1 : 8;

test('no call returns an internal error if a field has a value of the wrong type', async () => {
  let nth = 0;
  for (const [call, good] of goodRequests()) {
    // Only a newcomer can fill in the application; Mallory, who can borrow, sends all other
    // requests.
    const { client } = call.path.startsWith('/credit') ? newcomer : mallory;
    for (const path of leaves(good)) {
      nth += 1;
      for (const value of oddValues.filter((_, at) => (at + nth) % step === 0)) {
        const { status, code } = await send(call, changed(good, path, value), client);
        expect(
          [status, code === '9001'],
          `${call.path} ${path.join('.')} ${JSON.stringify(value).slice(0, 40)}`,
        ).toEqual([200, false]);
      }
    }
  }
}, 60_000);

test('a request id is scoped to its sender and bound to one call and one input', async () => {
  const requestId = freshId();
  const wallet = {
    walletId: 'maya',
    accountName: `${anna.life.firstName} ${anna.life.lastName}`,
    phone: anna.life.phone,
  };
  const first = await anna.client.ask(walletAdd, wallet, requestId);
  expect(first.name).toBe('success');
  expect(await anna.client.ask(walletAdd, wallet, requestId.toUpperCase())).toEqual(first);
  expect((await mallory.client.ask(walletAdd, wallet, requestId)).name).toBe('ownerNameDiffers');
  expect(
    (await anna.client.ask(walletAdd, { ...wallet, phone: mallory.life.phone }, requestId)).name,
  ).toBe('requestIdReused');
  const otherInput = {
    loanId: anna.loanId,
    channel: 'sevenEleven',
    amountCentavos: anna.full,
  } as const;
  expect((await anna.client.ask(repaymentApply, otherInput, requestId)).name).toBe(
    'requestIdReused',
  );
  expect((await anna.client.must(walletList, {})).wallets).toHaveLength(2);
});

test('a session accepts only its complete token, sent from its own device', async () => {
  const thief = app.device();
  thief.token = randomBytes(32).toString('base64url');
  const { phone, password } = anna.life;
  const login = { by: 'password', phone, password, agreementVersion } as const;
  expect((await thief.ask(logonRegister, login)).name).toBe('newDeviceCodeNeeded');
  app.clocks.addMs(60_000);
  const { challengeId } = await thief.must(codeSms, { phone, purpose: 'newDevice' });
  await app.work();
  const code = (await anna.life.codesOf(phone)).at(-1) ?? '';
  const { token } = await thief.must(logonRegister, {
    ...login,
    proof: { by: 'code', challengeId, code },
  });
  expect(token).not.toBe(thief.token);
  for (const wrong of [
    thief.token,
    '',
    'null',
    token.slice(0, -1),
    `${token}x`,
    token.toLowerCase(),
    `Bearer ${token}`,
    'a'.repeat(5000),
  ])
    expect(
      (await send(userInfo as unknown as AnyCall, {}, { ...mallory.client, token: wrong })).code,
    ).toBe('1003');
  // A valid token is refused on another device, even if the body is invalid too.
  for (const body of [{}, { surplus: 1 }])
    expect(
      (await send(userInfo as unknown as AnyCall, body, { ...mallory.client, token })).code,
    ).toBe('1003');
});

slow('checks at most five concurrent guesses, then refuses even the correct code', async () => {
  const phone = '+639175550990' as const;
  const device = app.device();
  const { challengeId } = await device.must(codeSms, { phone, purpose: 'register' });
  await app.work();
  const code = (await newcomer.life.codesOf(phone)).at(-1) ?? '';
  const form = { phone, challengeId, agreementVersion };
  expect((await device.ask(logonRegister, { by: 'code', ...form, code })).name).toBe('codeWrong');
  const guesses = Array.from({ length: 30 }, (_, i) =>
    String((Number(code) + i + 1) % 1_000_000).padStart(6, '0'),
  );
  const guess = (code: string) =>
    app.device().ask(register, { ...form, code, password: 'hulaan mo nga ito' });
  const answers = await Promise.all(guesses.map(guess));
  expect(new Set(answers.map(({ name }) => name))).toEqual(new Set(['codeWrong']));
  expect((await guess(code)).name).toBe('codeWrong');
  const challenge = app.db.selectFrom('sms_challenges').where('id', '=', challengeId);
  const row = await challenge.select(['phone_hash', 'used_at']).executeTakeFirstOrThrow();
  const counts = app.db
    .selectFrom('code_attempts')
    .select(['tries', 'purpose'])
    .where('phone_hash', '=', row.phone_hash);
  expect([row.used_at, await counts.execute()]).toEqual([
    null,
    [{ tries: 5, purpose: 'register' }],
  ]);
});

test('a forged webhook is refused and not stored', async () => {
  const count = async () =>
    (await app.db.selectFrom('webhook_events').select('id').execute()).length;
  const before = await count();
  const event = {
    id: 'forged',
    event: 'payment.received',
    created: '2026-11-20T02:00:00Z',
    data: { paymentId: 'pay-1' },
  };
  const call = async (
    gateway: string,
    headers: Record<string, string>,
    body = JSON.stringify(event),
  ) => {
    const all = { 'content-length': String(body.length), ...headers };
    return (
      await app.app.hooks.fetch(
        new Request(`http://localhost/hooks/${gateway}`, { method: 'POST', headers: all, body }),
      )
    ).status;
  };
  const token = { 'x-callback-token': app.bank.token };
  expect(await call('sandbox', {})).toBe(401);
  expect(await call('sandbox', { 'x-callback-token': `${app.bank.token}x` })).toBe(401);
  expect(await call('xendit', token)).toBe(404);
  expect(await call('sandbox', token, JSON.stringify({ ...event, more: 1 }))).toBe(401);
  expect(await call('sandbox', token, 'x'.repeat(70_000))).toBe(413);
  expect(await count()).toBe(before);
});

/** Returns personal data that only Anna has sent or received. */
async function canariesOfAnna(): Promise<string[]> {
  const { phone, password, firstName, lastName, number } = anna.life;
  const idNumber = `9999${String(number).padStart(8, '0')}`;
  const codes = await anna.life.codesOf(phone);
  return [
    phone.slice(3),
    password,
    `${firstName} ${lastName}`,
    firstName,
    idNumber,
    anna.client.token,
    'Kunwari Street',
    ...codes,
  ];
}

test('the log does not contain personal data', async () => {
  const { phone, password } = anna.life;
  await send(logonRegister as unknown as AnyCall, {
    by: 'password',
    phone,
    password,
    agreementVersion,
  });
  expect(app.logLines.length).toBeGreaterThan(14);
  expect((await canariesOfAnna()).filter((text) => textHas(app.logLines.join(''), text))).toEqual(
    [],
  );
});

test('the payloads of jobs do not contain personal data', async () => {
  expect(app.payloads.length).toBeGreaterThan(0);
  const all = JSON.stringify(app.payloads);
  expect((await canariesOfAnna()).filter((text) => textHas(all, text))).toEqual([]);
});

test('the database holds no unencrypted personal data outside the sandbox’s outbox', async () => {
  const canaries = await canariesOfAnna();
  const { rows } = await app.owner.pool.query(
    "select tablename from pg_tables where schemaname = 'public' and tablename <> 'sandbox_messages'",
  );
  expect(rows.length).toBeGreaterThan(20);
  for (const { tablename } of rows) {
    const all = JSON.stringify(
      (await app.owner.pool.query(`select to_jsonb(t)::text as row from "${tablename}" t`)).rows,
    );
    const leaked = canaries.filter(
      (text) => text && (textHas(all, text) || all.includes(Buffer.from(text).toString('hex'))),
    );
    expect([tablename, leaked]).toEqual([tablename, []]);
  }
});

/**
 * Whether a text contains a piece of personal data. Six digits count only if they stand alone,
 * because an id or amount may contain them.
 */
function textHas(text: string, canary: string): boolean {
  return /^\d{6}$/.test(canary)
    ? new RegExp(`(?<![\\w-])${canary}(?![\\w-])`).test(text)
    : text.includes(canary);
}
