// Tests the fields of the specification's §3 with literal keys and values: calls accept and return
// these fields, and the data export contains them.

import { pictureUpload } from '@sandali/contract/credit.ts';
import {
  examplePersonal,
  exampleWork,
  examplePlace as place,
} from '@sandali/contract/exampleAnswers.ts';
import { expect, test } from 'vitest';
import { somePicture } from '#/credit/testing.ts';
import { addWallet } from '#/sandbox/life.ts';
import { codesOf } from '#/sandbox/store.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { rawClient } from '#/testing/literal.ts';
import { moneySteps } from '#/testing/money.ts';
import { storeSetting } from '#/testing/settings.ts';

const app = await testApp();
const { debtor } = moneySteps(app);
const peso = 100;

/** Returns a person's raw calls; `copy` returns the data export. */
function of({ client }: Person) {
  const at = rawClient(app, client);
  const copy = async () =>
    JSON.parse(
      Buffer.from(
        (await at.got('/user/data/export', { format: 'json' })).bytes,
        'base64',
      ).toString(),
    );
  return { ...at, copy };
}

const personal = {
  ...examplePersonal,
  lastName: 'Dela Cruz',
  firstName: 'Ligaya',
  middleName: 'Santos',
  bornOn: '1991-02-28',
  birthPlace: 'Cebu City',
  nationality: 'Filipino',
  gender: 'male',
  ...place,
  address: '12 Mabini St.',
  maritalStatus: 'widowed',
  residenceYears: 'over10',
  housingType: 'family',
  education: 'vocational',
  facebookLink: 'https://facebook.com/ligaya.delacruz',
};

test('personal information is shown and exported as entered', async () => {
  const { got, post, copy } = of(await app.person());
  await got('/credit/basic/save', personal);
  expect((await got('/credit/query')).personal).toEqual(personal);
  const { place: names, ...kept } = (await copy()).applications[0].personal;
  expect(kept).toEqual(personal);
  expect(Object.values(names)).toHaveLength(3);
  for (const [key, wrong] of [
    ['gender', 'other'],
    ['bornOn', '1991-02-30'],
    ['facebookLink', 'https://example.com/ligaya'],
  ] as const)
    expect((await post('/credit/basic/save', { ...personal, [key]: wrong })).data).toEqual({
      fields: [key],
    });
  await got('/credit/basic/save', { ...personal, middleName: null, facebookLink: null });
  expect((await got('/credit/query')).personal).toEqual({
    ...personal,
    middleName: null,
    facebookLink: null,
  });
});

test('each of three references has a name, a phone number and a listed relationship', async () => {
  const { got, post, copy } = of(await app.person());
  await got('/credit/basic/save', personal);
  const contact = (relationship: string, nth: number) => ({
    name: `Rosa ${'ABC'[nth]}`,
    phone: `+6391811100${nth}1`,
    relationship,
  });
  for (const three of [
    ['parent', 'child', 'spouse'],
    ['relative', 'friend', 'colleague'],
    ['brother', 'classmate', 'oneself'],
    ['sister', 'other', 'parent'],
  ]) {
    const contacts = three.map(contact);
    await got('/credit/emergent/contact', { contacts });
    expect((await got('/credit/query')).contacts).toEqual(contacts);
    const masked = contacts.map(({ phone: _, ...rest }) => ({
      ...rest,
      phoneMasked: expect.stringContaining('•'),
    }));
    expect((await copy()).applications[0].contacts).toEqual(masked);
  }
  const [one, two, three] = ['parent', 'friend', 'other'].map(contact);
  for (const contacts of [
    [one, two],
    [one, two, three, { ...three, phone: '+639181110091' }],
  ])
    expect((await post('/credit/emergent/contact', { contacts })).code).toBe('1007');
  expect(
    (
      await post('/credit/emergent/contact', {
        contacts: [one, two, { ...three, relationship: 'neighbour' }],
      })
    ).code,
  ).toBe('1007');
});

test('an ID has a type, a number, a photo of its front and a selfie', async () => {
  const person = await app.person();
  const { got, post, copy } = of(person);
  await got('/credit/basic/save', personal);
  const contacts = ['parent', 'friend', 'other'].map((relationship, nth) => {
    return { name: `Rosa ${'ABC'[nth]}`, phone: `+6391811100${nth}1`, relationship };
  });
  await got('/credit/emergent/contact', { contacts });
  await got('/credit/common/save', exampleWork);
  const sent = async (purpose: 'idFront' | 'selfie') =>
    (await person.client.must(pictureUpload, { purpose, bytes: await somePicture() })).pictureId;
  const [front, selfie] = [await sent('idFront'), await sent('selfie')];
  const identity = { idType: 'passport', idNumber: 'P1234567A', idExpiresOn: '2030-01-01' };
  const save = async (pictures: object, other: object = {}) =>
    (await post('/credit/idcardpic/save', { ...identity, ...pictures, ...other })).code;
  expect(await save({ frontPictureId: selfie, selfiePictureId: selfie })).toBe('3012');
  expect(await save({ frontPictureId: front, selfiePictureId: front })).toBe('3012');
  const both = { frontPictureId: front, selfiePictureId: selfie };
  expect(await save(both, { idType: 'library' })).toBe('1007');
  expect(await save(both, { idNumber: 'P-1234567-₱' })).toBe('1007');
  expect(await save(both)).toBe('0000');
  const exported = await copy();
  expect(exported.applications[0].identity).toMatchObject(identity);
  expect(exported.sentPictures.map(({ purpose }: { purpose: string }) => purpose).sort()).toEqual([
    'idFront',
    'selfie',
  ]);
});

test('adding a bank account needs an owner, bank, number, phone and SMS code', async () => {
  const person = await app.person({ withCredit: true });
  const { phone } = person.life;
  const { got, post, copy } = of(person);
  const ownerName = `${person.life.firstName} ${person.life.lastName}`;
  const { challengeId } = await got('/code/sms', { phone, purpose: 'bankAccount' });
  await app.work();
  const code = (await codesOf(app.db, phone)).at(-1);
  const card = {
    ownerName,
    bankId: 'bdo',
    accountNumber: '001234567890',
    phone,
    proof: { by: 'code', challengeId, code },
  };
  for (const key of ['ownerName', 'bankId', 'accountNumber', 'phone'] as const) {
    const { [key]: _, ...rest } = card;
    expect([key, (await post('/bankcard/add', rest)).data]).toEqual([key, { fields: [key] }]);
  }
  const wrong = { ...card.proof, code: code === '000000' ? '111111' : '000000' };
  expect((await post('/bankcard/add', { ...card, proof: wrong })).code).toBe('2001');
  await got('/bankcard/add', card);
  expect((await got('/bankcard/list')).cards).toMatchObject([
    { cardType: 'bank', cardNo: '•••• 7890', bankId: 'bdo', bankName: 'BDO Unibank', ownerName },
  ]);
  expect((await copy()).payoutAccounts).toMatchObject([
    { ownerName, provider: 'BDO Unibank', number: '001234567890' },
  ]);
  const row = await app.db
    .selectFrom('payout_accounts')
    .select(['id', 'phone_sealed'])
    .where('borrower_id', '=', (await got('/user/info')).userGid)
    .executeTakeFirstOrThrow();
  expect(app.context.sealer.open('account phone', row.id, row.phone_sealed)).toBe(phone);
});

test('a wallet has a kind, an account name and a phone number', async () => {
  const person = await app.person({ withCredit: true });
  const { got, post, copy } = of(person);
  const accountName = `${person.life.firstName} ${person.life.lastName}`;
  const wallet = { walletId: 'maya', accountName, phone: '+639171230042' };
  for (const key of ['walletId', 'accountName', 'phone'] as const) {
    const { [key]: _, ...rest } = wallet;
    expect([key, (await post('/wallet/add', rest)).data]).toEqual([key, { fields: [key] }]);
  }
  await got('/wallet/add', wallet);
  expect((await got('/wallet/list')).wallets).toMatchObject([
    { walletId: 'maya', walletName: 'Maya', accountName, phoneMasked: '•••• 0042' },
  ]);
  expect((await copy()).payoutAccounts).toMatchObject([
    { ownerName: accountName, provider: 'Maya', number: '09171230042' },
  ]);
});

test('a loan can be paid out over six channels', async () => {
  const { got } = of(await app.person({ withCredit: true }));
  const { channels } = await got('/loan/paychannel/list', { amountCentavos: 60_000 * peso });
  const names = channels.map(({ channel }: { channel: string }) => channel);
  expect(names).toEqual(['bankCard', 'wallet', 'cashPickup', 'pawnshop', 'remittance', 'cardless']);
});

test('a loan shows its price when quoted and its transfer when paid out', async () => {
  const person = await app.person({ withCredit: true });
  const accountId = await addWallet(person.life);
  const { got, copy } = of(person);
  const { userGid } = await got('/user/info');
  const [coupon] = (await got('/voucher/list', { userGid })).discountInfoList;
  const wish = {
    amountCentavos: 60_000 * peso,
    termDays: 8,
    channel: 'wallet',
    accountId,
    voucherId: coupon.voucherId,
  };
  const { quoteId, facts, voucherId, disclosureHash } = await got('/loan/product/cal', wish);
  expect(voucherId).toBe(coupon.voucherId);
  expect(facts).toMatchObject({
    principalCentavos: 60_000 * peso,
    termDays: 8,
    channel: 'wallet',
    couponCentavos: 200 * peso,
    interestCentavos: 960 * peso,
    serviceFeeCentavos: 400 * peso,
    channelFeeCentavos: 10 * peso,
    arrivalCentavos: 59_590 * peso,
    repayCentavos: 60_960 * peso,
    dueOnIfToday: '2026-11-28',
  });
  const { loanId } = await got('/loan/apply', {
    quoteId,
    disclosureHash,
    disclosureRead: true,
    agreementAccepted: true,
  });
  const detail = async () => await got('/loan/detail', { loanId });
  expect(await detail()).toMatchObject({ state: 'submitting', arrivedAt: null });
  await app.until('the payout', async () => (await detail()).state === 'success');
  expect(await detail()).toMatchObject({
    referenceNo: expect.stringMatching(/^\d{10}$/),
    principalCentavos: 60_000 * peso,
    termDays: 8,
    channel: 'wallet',
    loanOn: '2026-11-20',
    dueOn: '2026-11-28',
    arrivalCentavos: 59_590 * peso,
    arrivedAt: expect.stringMatching(/^2026-11-20T02:0/),
    sender: 'Sandali Lending Corp.',
    receiver: { accountId, label: 'GCash', last4: person.life.phone.slice(-4) },
  });
  const [loan] = (await copy()).loans;
  expect(loan).toMatchObject({ loanId });
});

test('a bill shows the amounts due and overdue', async () => {
  const { anna, loanId } = await debtor(8);
  const { got } = of(anna);
  await app.addDays(2);
  const early = await got('/bill/detail', { loanId });
  expect(early).toMatchObject({
    bill: {
      state: 'upcoming',
      principalCentavos: 60_000 * peso,
      currentDue: { owedCentavos: 60_240 * peso, on: '2026-11-22' },
      nextDue: { owedCentavos: 60_960 * peso, on: '2026-11-28' },
      dueOn: '2026-11-28',
      overdueDays: 0,
    },
    repaymentCentavos: 60_960 * peso,
    overdueFeeCentavos: 0,
    extensionFeeCentavos: null,
  });
  await app.addDays(6);
  expect(await got('/bill/detail', { loanId })).toMatchObject({
    bill: { state: 'dueToday' },
    extensionFeeCentavos: 1_560 * peso,
  });
  await app.addDays(5);
  const late = await got('/bill/detail', { loanId });
  expect(late).toMatchObject({
    bill: { state: 'overdue', overdueDays: 2, currentDue: { on: '2026-12-03' }, nextDue: null },
    overdueFeeCentavos: 203_20,
  });
  const amountCentavos = late.bill.currentDue.owedCentavos;
  expect(amountCentavos).toBe(60_960 * peso + 203_20);
  const { repaymentId } = await got('/repayment/apply', {
    loanId,
    channel: 'sevenEleven',
    amountCentavos,
  });
  await app.until('a code', async () => (await got('/repayment/status', { repaymentId })).code);
  const status = await got('/repayment/status', { repaymentId });
  expect(status).toMatchObject({
    code: expect.any(String),
    amountCentavos,
    endsAt: '2026-12-03T15:59:59.999Z',
  });
});

test('a coupon shows its dates, status, discount, minimum loan and discounted charge', async () => {
  const { got, copy } = of(await app.person({ withCredit: true }));
  const { userGid } = await got('/user/info');
  const coupon = {
    startDate: '2026-11-20',
    endDate: '2026-12-19',
    useStatus: '0',
    discountAmount: '200',
    minimumLoanCentavos: 60_000 * peso,
    kind: 'serviceFee',
  };
  expect((await got('/voucher/list', { userGid })).discountInfoList).toMatchObject([coupon]);
  expect((await copy()).vouchers).toMatchObject([coupon]);
});

test('feedback exports the wanted amount, the wanted term and the comment', async () => {
  const { got, post, copy } = of(await app.person());
  const { userGid } = await got('/user/info');
  for (const [type, describe] of [
    [1, '30000'],
    [2, '24'],
    [3, ''],
    [6, 'Salamat po'],
  ])
    await got('/user/feedback/submit', { type, userGid, describe });
  for (const type of [0, 4, 5])
    expect((await post('/user/feedback/submit', { type, userGid, describe: '' })).code).toBe(
      '1007',
    );
  const otherGid = '01970000-0000-7000-8000-000000000000';
  expect(
    (await post('/user/feedback/submit', { type: 3, userGid: otherGid, describe: '' })).data,
  ).toEqual({ fields: ['userGid'] });
  const { feedback } = await copy();
  expect((feedback as { type: number }[]).toSorted((a, b) => a.type - b.type)).toMatchObject([
    { type: 1, wantedCentavos: 30_000 * peso },
    { type: 2, wantedTermDays: 24 },
    { type: 3 },
    { type: 6, comment: 'Salamat po' },
  ]);
});

test('the server’s configuration returns the settings that staff have changed', async () => {
  const settings = {
    telephone: '(02) 5550 0199',
    fbUrl: 'https://www.facebook.com/sandali.test',
    fbAccount: 'Sandali Test',
    smsSwitch: false,
    companyName: 'Sandali Test Corp.',
    companyRegNumber: 'CS000000001',
    companyAuthNumber: '0001',
    downloadUrl: 'https://sandali.example/app',
    announcement: 'Home is open.',
    loanApplyAnnouncement: 'Loans are open.',
    repaymentAnnouncement: 'Kiosks are open.',
    copyWritingMap: { en: { 'home.apply': 'Go' } },
  };
  for (const [name, value] of Object.entries(settings))
    await storeSetting(app.db, name, value, 'test', app.clocks.wall());
  app.context.settings.forget();
  expect(await rawClient(app).got('/config/query')).toMatchObject(settings);
  expect((await of(await app.person()).got('/user/multi')).announcement).toBe('Home is open.');
});
