import { userInfo } from '@sandali/contract/account.ts';
import { feedbackClose, feedbackSubmit, tradePopCheck } from '@sandali/contract/home.ts';
import { productCal } from '@sandali/contract/loan.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { newId } from '#/platform/random.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { testApp } from '#/testing/app.ts';

const app = await testApp();
const stranger = '01970000-0000-7000-8000-000000000000';

async function somebody(withCredit = false) {
  const who = await app.person({ withCredit });
  const { userGid } = await who.client.must(userInfo, {});
  const popOf = async () => (await who.client.must(tradePopCheck, { userGid })).isPop;
  const quote = () =>
    who.client.must(productCal, {
      amountCentavos: 6_000_000 as never,
      termDays: 15,
      channel: 'wallet',
      accountId: null,
    });
  return { ...who, who, userGid, popOf, quote, id: () => newId(app.clocks.wall()) };
}

const rowsOf = (borrowerId: string) =>
  app.db
    .selectFrom('feedback')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .orderBy('type')
    .execute();

test('feedback stores the fields of each type, and seals a comment', async () => {
  const { client, userGid } = await somebody();
  await client.must(feedbackSubmit, { type: 1, userGid, describe: '30000' });
  await client.must(feedbackSubmit, { type: 2, userGid, describe: '24' });
  await client.must(feedbackSubmit, { type: 3, userGid, describe: '' });
  await client.must(feedbackSubmit, { type: 6, userGid, describe: '  Sahod ko ay sa ika-30.  ' });
  const rows = await rowsOf(userGid);
  expect(rows.map((row) => [row.type, row.requested_centavos, row.requested_term_days])).toEqual([
    [1, 3_000_000n, null],
    [2, null, 24],
    [3, null, null],
    [6, null, null],
  ]);
  const sealed = rows[3]?.comment_sealed as Buffer;
  expect(sealed.toString('latin1')).not.toContain('Sahod');
  expect(app.context.sealer.open('feedback', rows[3]?.id ?? '', sealed)).toBe(
    'Sahod ko ay sa ika-30.',
  );
});

test.each([
  ['an amount below ₱1,000', { type: 1, describe: '999' }],
  ['an amount above ₱50,000', { type: 1, describe: '50001' }],
  ['an amount that is not a number', { type: 1, describe: '30,000' }],
  ['a term of 6 days', { type: 2, describe: '6' }],
  ['a term of 31 days', { type: 2, describe: '31' }],
  ['a text with a type that has none', { type: 3, describe: 'too high' }],
  ['a comment of spaces', { type: 6, describe: '   ' }],
  ['a comment of 121 code points', { type: 6, describe: '😀'.repeat(121) }],
])('feedback refuses %s and names the field', async (_, fields) => {
  const { client, userGid } = await somebody();
  const answer = await client.ask(feedbackSubmit, { ...fields, userGid } as never);
  expect([answer.name, answer.data]).toEqual(['inputInvalid', { fields: ['describe'] }]);
  expect(await rowsOf(userGid)).toEqual([]);
});

test('feedback refuses unknown types, extra fields and another borrower’s userGid', async () => {
  const { client, userGid } = await somebody();
  const codeOf = async (input: object) => (await client.ask(feedbackSubmit, input as never)).name;
  expect(await codeOf({ type: 4, userGid, describe: '' })).toBe('inputInvalid');
  expect(await codeOf({ type: 3, userGid, describe: '', more: 1 })).toBe('inputInvalid');
  for (const call of [feedbackClose, tradePopCheck])
    expect((await client.ask(call, { userGid: stranger })).name).toBe('inputInvalid');
  expect(await codeOf({ type: 3, userGid: stranger, describe: '' })).toBe('inputInvalid');
  expect(await rowsOf(userGid)).toEqual([]);
});

test('a feedback comment may have 120 code points, whatever their size in bytes', async () => {
  const { client, userGid } = await somebody();
  expect(
    (await client.ask(feedbackSubmit, { type: 6, userGid, describe: '😀'.repeat(120) })).name,
  ).toBe('success');
});

test('a repeated or concurrent request stores its feedback only once', async () => {
  const { client, userGid, id } = await somebody();
  const [once, raced] = [id(), id()];
  const send = (requestId: string) =>
    client.ask(feedbackSubmit, { type: 3, userGid, describe: '' }, requestId);
  expect([(await send(once)).name, (await send(once)).name]).toEqual(['success', 'success']);
  expect((await Promise.all([send(raced), send(raced)])).map((answer) => answer.name)).toEqual([
    'success',
    'success',
  ]);
  expect(await rowsOf(userGid)).toHaveLength(2);
});

test('a borrower can send feedback five times per day, even in concurrent calls', async () => {
  const { client, userGid } = await somebody();
  const send = () => client.ask(feedbackSubmit, { type: 3, userGid, describe: '' });
  const answers = await Promise.all(Array.from({ length: 7 }, send));
  expect(answers.filter((answer) => answer.name === 'success')).toHaveLength(5);
  expect(answers.filter((answer) => answer.name === 'feedbackTooOften')).toHaveLength(2);
  app.clocks.addMs(24 * 3_600_000);
  expect((await send()).name).toBe('success');
});

test('isPop is 1 after an unused quote, but 0 for 30 days after the dialog is closed', async () => {
  const newcomer = await somebody();
  expect(await newcomer.popOf()).toBe(0);

  const { client, popOf, quote, userGid, id } = await somebody(true);
  expect(await popOf()).toBe(0);
  await quote();
  expect(await popOf()).toBe(1);

  const closing = id();
  await client.must(feedbackClose, { userGid }, closing);
  await client.must(feedbackClose, { userGid }, closing);
  expect(await popOf()).toBe(0);
  await app.addDays(29);
  await quote();
  expect(await popOf()).toBe(0);
  await app.addDays(1);
  app.clocks.addMs(1);
  expect(await popOf()).toBe(1);

  await client.must(feedbackSubmit, { type: 2, userGid, describe: '30' });
  expect(await popOf()).toBe(0);
});

slow('isPop is 0 after a loan application, and 1 after a later unused quote', async () => {
  const { who, userGid, popOf, quote } = await somebody(true);
  await takeLoan(who.life, await addWallet(who.life), { termDays: 15 });
  expect(await popOf()).toBe(0);
  app.clocks.addMs(1000);
  await app.db
    .updateTable('credit_lines')
    .set({ limit_centavos: 20_000_000n })
    .where('borrower_id', '=', userGid)
    .execute();
  await quote();
  expect(await popOf()).toBe(1);
});
