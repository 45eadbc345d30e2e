// Staff correct personal data if there is proof. Corrections of identifying data need two
// approvers.
import { userInfo } from '@sandali/contract/account.ts';
import { complaintCreate } from '@sandali/contract/cases.ts';
import { loanDetail, productCal, productList } from '@sandali/contract/loan.ts';
import { walletList } from '@sandali/contract/payoutAccounts.ts';
import { dataExport, dataRequest } from '@sandali/contract/privacy.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { complaintInWords } from '#/cases/testing.ts';
import { personalOf } from '#/credit/credit.ts';
import { inTx } from '#/db/database.ts';
import { newId, newIdFor } from '#/platform/random.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { outbox } from '#/sandbox/store.ts';
import { pendingApprovals, proposalAbout, testOps } from '#/staff/testing.ts';
import { gidOf, type Person, testApp } from '#/testing/app.ts';
import { insertCorrection, setApplied } from './store.ts';

const app = await testApp();
const ops = testOps(app.context);
const [sofia, rosa, engineer] = [
  await ops.person('support'),
  await ops.person('reviewer'),
  await ops.person('engineer'),
];
const withReason = { reason: 'birth certificate seen' };
const caseOf = async ({ client }: Person) =>
  (await client.must(complaintCreate, complaintInWords('Mali ang pangalan ko'))).number;
const idNumberOf = ({ life }: Person) => `9999${String(life.number).padStart(8, '0')}`;
const lastText = async ({ life }: Person) => {
  await app.work();
  return (await outbox(app.db, life.phone))[0]?.text;
};
const exportOf = async ({ client, life: { password } }: Person) =>
  JSON.parse(
    Buffer.from(
      (await client.must(dataExport, { format: 'json', password })).bytes,
      'base64',
    ).toString(),
  );
type Values = Record<string, unknown>;

/**
 * Has two staff members type the same values.
 * @returns the second response
 */
async function correct(person: string, caseNo: string, values: Values) {
  const input = { person, case: caseNo, ...values };
  expect((await sofia.ask('person correct', input, withReason)).data).toMatchObject({
    outcome: 'proposed',
  });
  return await rosa.ask('person correct', input, withReason);
}

slow('correcting a name takes two staff members, and leaves signed texts unchanged', async () => {
  const anna = await app.person({ withCredit: true });
  const [person, caseNo] = [await gidOf(anna), await caseOf(anna)];
  const accountId = await addWallet(anna.life);
  const { loanId } = await takeLoan(anna.life, accountId);
  await app.until(
    'the payout',
    async () => (await anna.client.must(loanDetail, { loanId })).state === 'success',
  );
  const signed = (await exportOf(anna)).loans[0].signedText;
  expect(JSON.stringify(signed)).toContain('Subok');
  const input = { person, case: caseNo, what: 'name', firstName: 'Ligaya', lastName: 'Bagongdiwa' };

  expect((await sofia.ask('person correct', input)).wrong).toBe('A change needs a reason.');
  expect((await engineer.ask('person correct', input, withReason)).status).toBe(403);
  expect((await sofia.ask('person correct', input, withReason)).data).toMatchObject({
    outcome: 'proposed',
    what: 'name',
  });
  expect(await pendingApprovals(rosa)).toEqual([
    `person correct: the name of ${person}, by ${caseNo}, by ${sofia.name}`,
  ]);
  // The second person types the name from the proof, so no answer shows it.
  expect(await proposalAbout(rosa, person)).toEqual({
    facts: ['data | – | name', `proof | – | ${caseNo}`],
    about: ['person', person],
    line: `person correct ${person} --what name --case ${caseNo} --reason "…"`,
  });
  expect((await sofia.ask('person correct', input, withReason)).wrong).toMatch(
    /You proposed this yourself/,
  );
  const otherName = { ...input, lastName: 'Bagongdiwaa' };
  expect((await rosa.ask('person correct', otherName, withReason)).wrong).toMatch(
    /has proposed another value/,
  );
  expect((await anna.client.must(userInfo, {})).name).toContain('Subok');
  expect((await rosa.ask('person corrections')).data.corrections).toMatchObject([
    { person, what: 'name', case: caseNo, proposedBy: sofia.name },
  ]);
  const answer = await rosa.ask('person correct', input, withReason);
  expect(answer.data).toMatchObject({ outcome: 'corrected', accountsWithAnotherName: 1 });
  expect(await ops.lastRow()).toMatchObject({
    act: 'ops person correct',
    subject: person,
    detail: { what: 'name', outcome: 'corrected' },
  });
  expect(JSON.stringify(await ops.lastRow())).not.toContain('Bagongdiwa');
  expect((await rosa.ask('person correct', input, withReason)).wrong).toBe(
    'These are already the current values.',
  );

  expect(await anna.client.must(userInfo, {})).toMatchObject({
    name: 'Ligaya Bagongdiwa',
    firstName: 'Ligaya',
  });
  expect((await anna.client.must(walletList, {})).wallets).toMatchObject([
    { accountId, whyNotPaid: 'nameDiffers' },
  ]);
  expect(await lastText(anna)).toContain('we corrected your name in your account');
  const copy = await exportOf(anna);
  expect(copy.loans[0].signedText).toEqual(signed);
  expect(copy.corrections).toMatchObject([
    { what: 'name', caseNo, before: { firstName: 'Subok' }, given: { lastName: 'Bagongdiwa' } },
  ]);
  expect(copy.looks[0]).toMatchObject({ act: 'person correct', role: 'reviewer' });
});

test('refuses a correction without the person’s own case or of a value never entered', async () => {
  const [anna, ben, newcomer] = [
    await app.person({ withCredit: true }),
    await app.person(),
    await app.person(),
  ];
  const person = await gidOf(anna);
  const values = { what: 'birthday', bornOn: '1993-01-02' };
  for (const caseNo of [await caseOf(ben), 'CS-0000-0000', 'a letter', newId(app.clocks.wall())])
    expect(
      (await sofia.ask('person correct', { person, case: caseNo, ...values }, withReason)).wrong,
    ).toMatch(/has no complaint or request/);
  const { requestId } = await anna.client.must(dataRequest, {
    kind: 'correction',
    words: 'Mali ang kaarawan ko',
  });
  expect(
    (await sofia.ask('person correct', { person, case: requestId, ...values }, withReason)).data,
  ).toMatchObject({ outcome: 'proposed' });
  const newcomers = { person: await gidOf(newcomer), case: await caseOf(newcomer) };
  expect((await sofia.ask('person correct', { ...newcomers, ...values }, withReason)).wrong).toBe(
    'This person has not entered a birthday.',
  );
  const noId = { ...newcomers, what: 'idNumber', idNumber: '0123-4567 8901' };
  expect((await sofia.ask('person correct', noId, withReason)).wrong).toBe(
    'This person has not entered an ID number.',
  );
  const nowhere = {
    what: 'address',
    provinceCode: '0',
    cityCode: '0',
    barangayCode: '0',
    address: 'x',
  };
  expect(
    (await sofia.ask('person correct', { person, case: requestId, ...nowhere }, withReason)).status,
  ).toBe(422);
});

test('one staff member can correct an address', async () => {
  const anna = await app.person({ withCredit: true });
  const person = await gidOf(anna);
  const now = await personalOf(app.context, app.db, person);
  const place = {
    provinceCode: now?.provinceCode,
    cityCode: now?.cityCode,
    barangayCode: now?.barangayCode,
  };
  const values = { what: 'address', ...place, address: '7 Bagong Kalye' };
  const input = { person, case: await caseOf(anna), ...values };
  const wrongPlace = { ...input, cityCode: now?.provinceCode };
  expect((await sofia.ask('person correct', wrongPlace, withReason)).wrong).toBe(
    'There is no such place (PSGC).',
  );
  expect((await sofia.ask('person correct', input, withReason)).data).toMatchObject({
    outcome: 'corrected',
  });
  expect(await personalOf(app.context, app.db, person)).toMatchObject({
    address: '7 Bagong Kalye',
    bornOn: '1994-05-17',
  });
  expect(await lastText(anna)).toContain('we corrected your address');
});

slow('a correction to an underage birthday or a blocklisted ID stops new loans', async () => {
  const [anna, ben] = [
    await app.person({ withCredit: true }),
    await app.person({ withCredit: true }),
  ];
  const codeOfQuote = async ({ client, life }: Person) => {
    const accountId = await addWallet(life);
    const offered = await client.ask(productList, {});
    if (offered.name !== 'success') return offered.name;
    const { minimumCentavos: amountCentavos } = offered.data;
    return (
      await client.ask(productCal, { amountCentavos, termDays: 8, channel: 'wallet', accountId })
    ).name;
  };
  expect(await codeOfQuote(anna)).toBe('success');
  const year = app.clocks.now().toZonedDateTimeISO('Asia/Manila').year;
  const young = await correct(await gidOf(anna), await caseOf(anna), {
    what: 'birthday',
    bornOn: `${year - 17}-01-02`,
  });
  expect(young.data).toMatchObject({ outcome: 'corrected' });
  expect(await codeOfQuote(anna)).toBe('lineHeld');

  const head = { list: 'blocklist', source: 'Invented', date: '2026-11-20' };
  const text = [head, { idNumber: '012345678901' }].map((line) => JSON.stringify(line)).join('\n');
  expect(
    (await engineer.ask('screening import', { list: 'blocklist', text }, withReason)).status,
  ).toBe(200);
  await app.work();
  expect(await codeOfQuote(ben)).toBe('success');
  await correct(await gidOf(ben), await caseOf(ben), {
    what: 'idNumber',
    idNumber: '012345678901',
  });
  expect(await codeOfQuote(ben)).toBe('lineHeld');
});

slow('refuses a correction to another’s ID number, and frees a replaced number', async () => {
  const [anna, ben] = [
    await app.person({ withCredit: true }),
    await app.person({ withCredit: true }),
  ];
  const [person, caseNo] = [await gidOf(anna), await caseOf(anna)];
  const bens = { person, case: caseNo, what: 'idNumber', idNumber: idNumberOf(ben) };
  expect((await sofia.ask('person correct', bens, withReason)).wrong).toMatch(
    /Another person has submitted this ID number/,
  );
  const values = { what: 'idNumber', idNumber: '112233445566' };
  expect((await correct(person, caseNo, values)).data).toMatchObject({ outcome: 'corrected' });
  expect(await app.context.ports.account.idNumberOf(app.context, app.db, person)).toBe(
    '112233445566',
  );
  // The previous ID number is now free for its real owner.
  const freed = { what: 'idNumber', idNumber: idNumberOf(anna) };
  expect((await correct(await gidOf(ben), await caseOf(ben), freed)).data).toMatchObject({
    outcome: 'corrected',
  });
});

test('a proposer can replace a correction, and its proposal expires after seven days', async () => {
  const anna = await app.person({ withCredit: true });
  const input = {
    person: await gidOf(anna),
    case: await caseOf(anna),
    what: 'birthday',
    bornOn: '1991-02-03',
  };
  const better = { ...input, bornOn: '1991-03-02' };
  await sofia.ask('person correct', input, withReason);
  expect((await sofia.ask('person correct', better, withReason)).data).toMatchObject({
    outcome: 'proposed',
  });
  expect((await rosa.ask('person correct', input, withReason)).wrong).toMatch(
    /has proposed another value/,
  );
  app.clocks.addDays(8);
  expect(await pendingApprovals(rosa)).toEqual([]); // it has expired
  expect((await rosa.ask('person correct', better, withReason)).data).toMatchObject({
    outcome: 'proposed',
  });
  expect((await sofia.ask('person correct', better, withReason)).data).toMatchObject({
    outcome: 'corrected',
  });
});

test('the database refuses to correct identifying data without two approvers', async () => {
  const anna = await app.person({ withCredit: true });
  const [borrower_id, now] = [await gidOf(anna), app.clocks.now()];
  const sealed = Buffer.from('sealed');
  const row = (more: object) => ({
    id: newIdFor(borrower_id, now),
    borrower_id,
    field: 'name',
    case_no: 'CS-1',
    value_sealed: sealed,
    proposed_at: now,
    ...more,
  });
  const put = (more: object) => inTx(app.db, (tx) => insertCorrection(tx, row(more) as never));
  await expect(put({})).rejects.toThrow('corrections_of_two_people');
  await expect(put({ applied_at: now, previous_sealed: sealed })).rejects.toThrow(
    'corrections_of_two_people',
  );
  const approval_id = await ops.proposesInDatabase('correction', sofia.name);
  await expect(put({ approval_id, applied_at: now, previous_sealed: sealed })).rejects.toThrow(
    'a correction must start as a proposal',
  );
  await expect(put({ approval_id, field: 'address' })).rejects.toThrow(
    /corrections_of_two_people|corrections_of_addresses/,
  );
  const id = newIdFor(borrower_id, now);
  await put({ id, approval_id });
  await expect(inTx(app.db, (tx) => setApplied(tx, id, now, sealed))).rejects.toThrow(
    'correcting identifying data needs two people',
  );
  await ops.confirmsInDatabase(approval_id, rosa.name);
  await inTx(app.db, (tx) => setApplied(tx, id, now, sealed));
  await expect(inTx(app.db, (tx) => setApplied(tx, id, now, Buffer.from('other')))).rejects.toThrow(
    'a correction can be applied only once',
  );
});
