import { basicSave } from '@sandali/contract/credit.ts';
import { examplePersonal } from '@sandali/contract/exampleAnswers.ts';
import { loanDetail } from '@sandali/contract/loan.ts';
import { dataDelete, dataRequest } from '@sandali/contract/privacy.ts';
import { repaymentApply, repaymentStatus } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { staffLooksAt } from '#/context/audit.ts';
import { place } from '#/credit/testing.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { gidOf, type Person, testApp } from '#/testing/app.ts';
import { testOps } from './testing.ts';

const app = await testApp();
const ops = testOps(app.context);
const [support, reviewer, engineer] = [
  await ops.person('support'),
  await ops.person('reviewer'),
  await ops.person('engineer'),
];
const reason = 'calls without a number, ticket 812';

type Name = { firstName: string; middleName?: string; lastName: string };

const saves = ({ client }: Person, { middleName, ...name }: Name, bornOn: string) =>
  client.must(basicSave, {
    ...examplePersonal,
    ...place,
    ...name,
    middleName: middleName ?? null,
    bornOn,
  });

/** Creates a borrower who saved this name. */
async function named(name: Name, bornOn = '1994-05-17') {
  const person = await app.person();
  await saves(person, name, bornOn);
  return { ...person, userGid: await gidOf(person) };
}

type Row = Record<'userGid' | 'phone' | 'name' | 'bornIn', string> & Record<string, unknown>;

async function find(text: string) {
  const answer = await support.ask('person find', { text: text.split(' ') }, { reason });
  expect(answer.status, answer.wrong).toBe(200);
  const { lines } = (answer as unknown as { shown: { lines: string[] } }).shown;
  return { people: answer.data.people as Row[], lines };
}
const idsFor = async (text: string) => (await find(text)).people.map(({ userGid }) => userGid);

test('finds everybody with a name, however it is written', async () => {
  const first = await named({ firstName: 'Ligaya', middleName: 'Peñaflor', lastName: 'Dela Cruz' });
  const second = await named({ firstName: 'LIGAYA', lastName: 'Delacruz' }, '1971-01-31');
  const newestFirst = [first, second].toSorted((a, b) => (a.userGid < b.userGid ? 1 : -1));
  for (const written of ['Ligaya Dela Cruz', 'de la cruz, LIGAYA', 'Lígaya P. Delacruz Jr.'])
    expect(await idsFor(written), written).toEqual(newestFirst.map(({ userGid }) => userGid));
  expect(await idsFor('dela Cruz Penaflor Ligaya')).toEqual([first.userGid]);
  for (const part of ['Ligaya', 'Cruz', 'Ligaya Cru']) expect(await idsFor(part), part).toEqual([]);

  const masked = (
    { userGid, life: { phone } }: typeof first,
    more: Pick<Row, 'name' | 'bornIn'>,
  ) => ({
    userGid,
    phone: `0${phone.slice(3, 6)} •••• ${phone.slice(-3)}`,
    ...more,
    hasOpenBill: false,
    lastReference: null,
  });
  const { people } = await find('Ligaya Dela Cruz');
  expect(people).toHaveLength(2);
  expect(people).toContainEqual(masked(first, { name: 'L. P. D. Cr.', bornIn: '1994' }));
  expect(people).toContainEqual(masked(second, { name: 'L. De.', bornIn: '1971' }));
});

test('the trail records who searched, why and how many were shown, but no name', async () => {
  const ana = await named({ firstName: 'Amihan', lastName: 'Kalayaan' });
  expect(await support.ask('person find', { text: ['Amihan', 'Kalayaan'] })).toMatchObject({
    status: 422,
    wrong: 'Viewing a person needs a reason.',
  });
  expect((await engineer.ask('person find', { text: ['x'] }, { reason })).status).toBe(403);
  expect(await idsFor('Amihan Kalayaan')).toEqual([ana.userGid]);
  expect(await ops.lastRow()).toEqual({
    who: support.name,
    role: 'support',
    act: 'ops person find',
    subject: null,
    reason,
    detail: { by: 'name', shown: 1 },
  });
  expect(await staffLooksAt(app.db, ana.userGid)).toEqual([]);
});

test('a saved or corrected name replaces the earlier one in searches', async () => {
  const bea = await named({ firstName: 'Bea', middleName: 'Santos', lastName: 'Mali' });
  await saves(bea, { firstName: 'Bea', middleName: 'Santos', lastName: 'Ulat' }, '1994-05-17');
  expect(await idsFor('Bea Mali')).toEqual([]);
  expect(await idsFor('Bea Ulat')).toEqual([bea.userGid]);

  const { requestId } = await bea.client.must(dataRequest, {
    kind: 'correction',
    words: 'Mali ang apelyido ko',
  });
  const input = { person: bea.userGid, case: requestId, what: 'name' };
  const corrected = { ...input, firstName: 'Bea', lastName: 'Tama' };
  await support.ask('person correct', corrected, { reason });
  expect((await reviewer.ask('person correct', corrected, { reason })).data).toMatchObject({
    outcome: 'corrected',
  });
  for (const earlier of ['Bea Mali', 'Bea Santos Ulat', 'Bea Ulat'])
    expect(await idsFor(earlier), earlier).toEqual([]);
  expect(await idsFor('Bea Tama')).toEqual([bea.userGid]);
});

test('erasing an account deletes its name keys', async () => {
  const name = { firstName: 'Carla', middleName: 'Reyes', lastName: 'Burado' };
  const { client, life, userGid } = await named(name);
  const keys = async () =>
    (
      await app.db
        .selectFrom('borrower_name_keys')
        .selectAll()
        .where('borrower_id', '=', userGid)
        .execute()
    ).length;
  expect([await idsFor('Carla Burado'), await keys()]).toEqual([[userGid], 2]);
  await client.must(dataDelete, { password: life.password });
  expect([await idsFor('Carla Burado'), await keys()]).toEqual([[], 0]);
  expect(await idsFor(userGid)).toEqual([]);
});

slow('finds a person by number, userGid, loan, payment code and payment', async () => {
  const dan = await app.person({ withCredit: true });
  const { loanId } = await takeLoan(dan.life, await addWallet(dan.life));
  const { referenceNo } = await app.until('the payout', async () => {
    const loan = await dan.client.must(loanDetail, { loanId });
    return loan.state === 'success' ? loan : null;
  });
  const { repaymentId } = await dan.client.must(repaymentApply, {
    loanId,
    channel: 'sevenEleven',
    amountCentavos: 100_000,
  });
  const code = await app.until(
    'a code',
    async () => (await dan.client.must(repaymentStatus, { repaymentId })).code,
  );
  await app.bank.call('/control/pay', { code });
  await app.until(
    'the booking',
    async () => (await dan.client.must(repaymentStatus, { repaymentId })).state === 'booked',
  );
  const { gateway_payment_id: payment } = await app.db
    .selectFrom('receipts')
    .select('gateway_payment_id')
    .executeTakeFirstOrThrow();
  const userGid = await gidOf(dan);
  const bare = dan.life.phone.slice(3);
  for (const text of [`0${bare}`, `+63 ${bare}`, userGid.toUpperCase(), referenceNo, code, payment])
    expect((await find(text)).people, text).toMatchObject([
      { userGid, hasOpenBill: true, lastReference: referenceNo },
    ]);
  expect(await ops.lastRow()).toMatchObject({ subject: null, detail: { by: 'number', shown: 1 } });
});

test('a search without a result says what to ask next', async () => {
  const linesOf = async (text: string) => (await find(text)).lines;
  const afterName = ['Nobody was found.', expect.stringMatching(/full name.*mobile number/)];
  expect(await linesOf('Walang Ganito')).toEqual(afterName);
  expect(await linesOf('dela … Jr.')).toEqual(afterName);
  expect(await linesOf('0917 555 0000')).toEqual([
    'Nobody was found.',
    expect.stringMatching(/suspense list/),
  ]);
});
