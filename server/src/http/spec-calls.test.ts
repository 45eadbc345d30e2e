// Tests the calls of the specification's §7 with literal paths, keys and codes, without using the
// contract.

import { agreementVersion } from '@sandali/contract/agreements.ts';
import { pictureUpload } from '@sandali/contract/credit.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { examplePersonal, exampleWork } from '@sandali/contract/exampleAnswers.ts';
import { expect, test } from 'vitest';
import { somePicture } from '#/credit/testing.ts';
import { addWallet } from '#/sandbox/life.ts';
import { codesOf } from '#/sandbox/store.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { rawClient } from '#/testing/literal.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { debtor } = moneySteps(app);
const peso = 100;

let numbers = 0;
/** Returns a client with a new phone number and no account. */
function stranger() {
  numbers += 1;
  const phone = `+63917555980${numbers}`;
  const at = rawClient(app);
  /** Requests a code one hour after the previous request. */
  const coded = async (purpose: string) => {
    app.clocks.addMs(hourMs);
    const { challengeId } = await at.got('/code/sms', { phone, purpose });
    await app.work();
    return { challengeId, code: (await codesOf(app.db, phone)).at(-1) };
  };
  return { phone, coded, ...at };
}

const of = (person: Person) => rawClient(app, person.client);

test('/init, /config/query, /code/pic and /code/sms do not need a login', async () => {
  const { phone, got } = stranger();
  const { keyList, serverTimeMs } = await got('/init');
  expect(keyList.keys[0]).toMatchObject({
    kid: expect.any(String),
    jwk: { kty: 'EC', crv: 'P-256' },
  });
  expect(serverTimeMs).toBe(app.clocks.wall().epochMilliseconds);
  expect(await got('/config/query')).toMatchObject({
    companyName: 'Sandali Lending Corp.',
    smsSwitch: true,
  });
  expect(await got('/code/pic')).toMatchObject({
    pictureCodeId: expect.any(String),
    png: expect.stringMatching(/^iVBOR/),
  });
  expect(await got('/code/sms', { phone, purpose: 'register' })).toMatchObject({
    challengeId: expect.any(String),
    resendAfterSeconds: expect.any(Number),
  });
});

test('/register, /v2/logonRegister and three /user calls manage an account', async () => {
  const { phone, coded, device, post, got } = stranger();
  const opened = await got('/register', {
    phone,
    ...(await coded('register')),
    password: 'unang salita 1',
    agreementVersion,
  });
  expect(opened).toEqual({
    token: expect.any(String),
    userGid: expect.any(String),
    needsPassword: false,
  });
  device.token = opened.token;
  expect((await post('/user/info')).code).toBe('0000');
  expect((await post('/user/logonout')).code).toBe('0000');
  expect((await post('/user/info')).code).toBe('1003');
  device.token = '';
  const byCode = await got('/v2/logonRegister', {
    by: 'code',
    phone,
    ...(await coded('login')),
    agreementVersion,
  });
  expect(byCode.userGid).toBe(opened.userGid);
  expect(
    (await post('/user/resetPwd', { phone, ...(await coded('reset')), password: 'ibang salita 2' }))
      .code,
  ).toBe('0000');
  const login = (password: string) =>
    post('/v2/logonRegister', { by: 'password', phone, password, agreementVersion });
  expect([(await login('unang salita 1')).code, (await login('ibang salita 2')).code]).toEqual([
    '2006',
    '0000',
  ]);
});

test('a sign-up with consent stores the sub-channel, advertising and AppsFlyer ids', async () => {
  const { phone, coded, post } = stranger();
  const ids = {
    'X-Sub-Channel': 'shop-7',
    'x-advertising-id': 'a-1',
    'x-appsflyer-id': 'f-1',
    'X-Advertising-Consent': '1',
  };
  const account = {
    phone,
    ...(await coded('register')),
    password: 'unang salita 1',
    agreementVersion,
  };
  const { userGid } = (await post('/register', account, ids)).data;
  const row = app.db
    .selectFrom('attributions')
    .select('details_sealed')
    .where('borrower_id', '=', userGid);
  const attribution = app.context.sealer.open(
    'attribution',
    userGid,
    (await row.executeTakeFirstOrThrow()).details_sealed,
  );
  expect(JSON.parse(attribution)).toEqual({
    subChannel: 'shop-7',
    advertisingId: 'a-1',
    appsflyerId: 'f-1',
  });
});

test('home screen calls read the token from X-Auth-Token and language from X-Local', async () => {
  const anna = await app.person({ withCredit: true });
  const { got } = of(anna);
  const info = await got('/user/info');
  expect(info).toMatchObject({
    name: `${anna.life.firstName} ${anna.life.lastName}`,
    phoneMasked: expect.stringContaining('•'),
  });
  expect(await got('/user/status/query')).toEqual({
    showType: 'reviewDone',
    loanId: null,
    message: null,
    arrival: null,
    heldUntil: null,
    channel: null,
  });
  expect(await got('/user/multi')).toMatchObject({
    credit: { state: 'approved' },
    counts: { unusedVouchers: 1 },
  });
  expect(await got('/user/refuse/query')).toEqual({ refusal: null });
  const without = rawClient(app);
  for (const path of ['/user/info', '/user/multi', '/user/status/query', '/user/refuse/query'])
    expect([path, await without.post(path)]).toMatchObject([
      path,
      { status: 200, code: '1003', data: null },
    ]);
  const { token, deviceId } = of(anna).device;
  const named = rawClient(app, { ...anna.client, deviceId, token: '' });
  expect((await named.post('/user/info', {}, { 'X-Auth-Token': token })).code).toBe('0000');
  expect((await named.post('/user/info', {}, { Authorization: token })).code).toBe('1003');
  expect((await named.post('/user/info', {}, { 'X-Local': 'fil' })).message).toBe(
    'Nag-expire na ang session mo. Paki-log in ulit.',
  );
});

test('/credit/district, four /credit saves and /picture/upload submit an application', async () => {
  const person = await app.person();
  const { post, got } = of(person);
  const first = async (of: object) => (await got('/credit/district', of)).places[0].code as string;
  const provinceCode = await first({ level: 'provinces' });
  const cityCode = await first({ level: 'cities', provinceCode });
  const place = {
    provinceCode,
    cityCode,
    barangayCode: await first({ level: 'barangays', cityCode }),
  };
  const saved = await got('/credit/basic/save', { ...examplePersonal, ...place });
  expect(saved).toEqual({ state: 'filling', nextStep: 'contacts' });
  const contacts = ['parent', 'friend', 'colleague'].map((relationship, nth) => ({
    name: `Rosa ${'ABC'[nth]}`,
    phone: `+6391811101${nth}1`,
    relationship,
  }));
  expect(await got('/credit/emergent/contact', { contacts })).toEqual({
    state: 'filling',
    nextStep: 'work',
  });
  expect(await got('/credit/common/save', { ...exampleWork, ...place })).toEqual({
    state: 'filling',
    nextStep: 'identity',
  });
  expect((await post('/picture/upload', { purpose: 'portrait' })).code).toBe('1007');
  const sent = async (purpose: 'idFront' | 'selfie') =>
    (await person.client.must(pictureUpload, { purpose, bytes: await somePicture() })).pictureId;
  const pictures = { frontPictureId: await sent('idFront'), selfiePictureId: await sent('selfie') };
  const identity = { idType: 'umid', idNumber: 'ZZ99887766', idExpiresOn: null, ...pictures };
  expect(await got('/credit/idcardpic/save', identity)).toEqual({
    state: 'autoReview',
    nextStep: null,
  });
});

test('/bank, /bankcard and /wallet list, add and delete accounts for payouts', async () => {
  const { client, life } = await app.person({ withCredit: true });
  const { got } = rawClient(app, client);
  const ownerName = `${life.firstName} ${life.lastName}`;
  expect((await got('/bank/list')).banks).toContainEqual({
    bankId: 'bdo',
    name: 'BDO Unibank',
    mark: expect.any(String),
    canBePaid: true,
  });
  expect((await got('/wallet/type')).wallets).toContainEqual({
    walletId: 'maya',
    name: 'Maya',
    mark: expect.any(String),
    canBePaid: true,
  });
  const { challengeId } = await got('/code/sms', { phone: life.phone, purpose: 'bankAccount' });
  await app.work();
  const proof = { by: 'code', challengeId, code: (await codesOf(app.db, life.phone)).at(-1) };
  const { card } = await got('/bankcard/add', {
    ownerName,
    bankId: 'bdo',
    accountNumber: '1234567890',
    phone: life.phone,
    proof,
  });
  expect(await got('/bankcard/list')).toEqual({ cards: [card] });
  const { wallet } = await got('/wallet/add', {
    walletId: 'maya',
    accountName: ownerName,
    phone: life.phone,
  });
  expect(await got('/wallet/list')).toEqual({ wallets: [wallet] });
  expect(await got('/bankcard/delete', { accountId: card.accountId })).toEqual({});
  expect(await got('/wallet/delete', { accountId: wallet.accountId })).toEqual({});
  expect([await got('/bankcard/list'), await got('/wallet/list')]).toEqual([
    { cards: [] },
    { wallets: [] },
  ]);
});

test('/loan and /bill/cancel price, sign and cancel a loan', async () => {
  const { client, life } = await app.person({ withCredit: true });
  const accountId = await addWallet(life);
  const { got } = rawClient(app, client);
  expect(await got('/loan/product/list')).toMatchObject({
    minimumCentavos: 60_000 * peso,
    terms: [{ days: 8 }, { days: 15 }],
  });
  const amountCentavos = 60_000 * peso;
  expect((await got('/loan/paychannel/list', { amountCentavos })).channels[0]).toMatchObject({
    channel: 'bankCard',
    feeCentavos: 10 * peso,
  });
  const { quoteId, disclosureHash } = await got('/loan/product/cal', {
    amountCentavos,
    termDays: 8,
    channel: 'wallet',
    accountId,
  });
  const agreed = { quoteId, disclosureHash, disclosureRead: true, agreementAccepted: true };
  const { loanId, state } = await got('/loan/apply', agreed);
  expect(state).toBe('submitting');
  expect((await got('/bill/cancel', { loanId })).outcome).toBe('cancelled');
});

test('/bill, /calendar/reminder, /repayment and /loan/renew read and extend a bill', async () => {
  const { anna, loanId } = await debtor(8);
  const { got } = of(anna);
  expect((await got('/bill/list')).open).toMatchObject([{ loanId, dueOn: '2026-11-28' }]);
  expect(await got('/bill/detail', { loanId })).toMatchObject({
    bill: { loanId },
    loanOn: '2026-11-20',
  });
  expect((await got('/calendar/reminder/query')).entries).toMatchObject([
    { loanId, outcome: null },
  ]);
  expect(
    await got('/calendar/reminder/callback', { loanId, dueOn: '2026-11-28', outcome: 'added' }),
  ).toEqual({});
  expect((await got('/calendar/reminder/query')).entries).toMatchObject([
    { loanId, outcome: 'added' },
  ]);
  expect((await got('/repayment/channel/list', { loanId })).channels).toContainEqual(
    expect.objectContaining({ channel: 'gcash' }),
  );
  await app.addDays(8);
  const { extension } = await got('/loan/renew/cal', { loanId });
  const { totalCentavos, dueAfter, textHash } = extension;
  const offer = { totalCentavos, dueOn: dueAfter.on, textHash, textRead: true };
  const { repaymentId } = await got('/loan/renew/apply', {
    loanId,
    channel: 'sevenEleven',
    ...offer,
  });
  expect(repaymentId).toEqual(expect.any(String));
});

test('/user/quota/add/apply requests a higher limit', async () => {
  const refused = await of(await app.person({ withCredit: true })).post('/user/quota/add/apply', {
    wantedCentavos: 200_000 * peso,
  });
  expect(refused).toMatchObject({ status: 200, code: '2136' });
});

test('/user/feedback/submit requires type, userGid and describe', async () => {
  const { got, post } = of(await app.person());
  const { userGid } = await got('/user/info');
  const feedback = { type: 6, userGid, describe: 'Salamat po' };
  expect(await post('/user/feedback/submit', feedback)).toMatchObject({
    code: '0000',
    message: expect.any(String),
  });
  for (const key of Object.keys(feedback)) {
    const { [key as 'type']: _, ...rest } = feedback;
    expect([key, await post('/user/feedback/submit', rest)]).toMatchObject([
      key,
      { code: '1007', data: { fields: [key] } },
    ]);
  }
});

test('/user/trade/pop/check returns isPop: 1 after an abandoned quote, otherwise 0', async () => {
  const anna = await app.person({ withCredit: true });
  const accountId = await addWallet(anna.life);
  const { got, post } = of(anna);
  const { userGid } = await got('/user/info');
  expect(await got('/user/trade/pop/check', { userGid })).toEqual({ isPop: 0 });
  await got('/loan/product/cal', {
    amountCentavos: 60_000 * peso,
    termDays: 8,
    channel: 'wallet',
    accountId,
  });
  expect(await got('/user/trade/pop/check', { userGid })).toEqual({ isPop: 1 });
  expect((await post('/user/trade/pop/check')).code).toBe('1007');
});

test('the voucher list takes userGid and returns discountInfoList', async () => {
  const { got, post } = of(await app.person({ withCredit: true }));
  const { userGid } = await got('/user/info');
  expect((await got('/voucher/list', { userGid })).discountInfoList).toHaveLength(1);
  expect((await post('/voucher/list')).code).toBe('1007');
});

test('calls POST JSON under /galaxy, and every response has code, message and data', async () => {
  const ask = async (method: string, path: string, type = 'application/json') => {
    const inside = {
      ts: 0,
      requestId: '01970000-0000-7000-8000-000000000001',
      deviceId: 'AAAAAAAAAAAAAAAAAAAAAA',
      body: {},
    };
    const body = method === 'GET' ? null : JSON.stringify(inside);
    const headers = { 'content-type': type, 'content-length': String(body?.length ?? 0) };
    const answer = await app.listener.fetch(
      new Request(`http://localhost:8080${path}`, { method, headers, body }),
    );
    const json = answer.headers.get('content-type')?.startsWith('application/json')
      ? await answer.json()
      : {};
    return [answer.status, json.code, Object.keys(json).sort().join()];
  };
  const parts = 'code,data,message';
  expect(await ask('POST', '/galaxy/config/query')).toEqual([200, '0000', parts]);
  expect(await ask('POST', '/galaxy/user/info')).toEqual([200, '1003', parts]);
  expect(await ask('GET', '/galaxy/config/query')).toEqual([404, '1010', parts]);
  expect(await ask('PUT', '/galaxy/config/query')).toEqual([404, '1010', parts]);
  expect((await ask('POST', '/config/query'))[0]).not.toBe(200);
  expect((await ask('POST', '/galaxy/config/query', 'text/plain')).slice(0, 2)).toEqual([
    400,
    '1001',
  ]);
});
