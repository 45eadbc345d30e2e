// A gateway's own list is validated strictly and stored as a version. From then on, only this
// version decides which accounts can be paid, and with which code.
import { billList, loanDetail, productCal } from '@sandali/contract/loan.ts';
import { bankcardList, bankList } from '@sandali/contract/payoutAccounts.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { approveDue } from '#/loan/payout/approve.ts';
import { payoutSteps } from '#/payout/testing.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { storeSetting } from '#/testing/settings.ts';
import { BadList, difference, type Known, readBankList } from './bank-list.ts';
import { maximumPayment, routeFor } from './rails.ts';

const app = await testApp();
const ops = testOps(app.context);
const { signed, later, loanState, payoutOf, until } = payoutSteps(app);
const finance = await ops.person('finance');
const ticket = { reason: 'list of November, ticket 812' };
const dated = app.clocks.now().toString().slice(0, 10);
const peso = 100;

const rail = (code: string, maximumPesos?: number) => ({
  code,
  maximumCentavos: maximumPesos === undefined ? null : maximumPesos * peso,
});
const known: Known[] = [
  { id: 'bdo', name: 'BDO Unibank', rails: { instapay: rail('BNORPHMMXXX'), pesonet: null } },
  { id: 'rcbc', name: 'RCBC', rails: { instapay: null, pesonet: null } },
  {
    id: 'pnb',
    name: 'Philippine National Bank (PNB)',
    rails: { instapay: rail('PNBMPHMMTOD'), pesonet: rail('PNBMPHMMXXX') },
  },
];
const header = 'id,name,instapayCode,instapayMaximumPesos,pesonetCode,pesonetMaximumPesos';
const csv = (...lines: string[]) => [header, ...lines].join('\n');

test('reads a bank list from JSON or CSV and matches its entries by id, code or name', () => {
  const entries = readBankList(
    csv(
      ',"Banco de Oro ""BDO"", Inc.",BNORPHMMXXX,50000,,',
      'rcbc,Rizal Commercial,rcbc-live-1,,RCBCPHMM,1000000.00',
      ',philippine national bank  PNB,,,PNB_2,',
      ',Rural Bank of Nowhere,RBN-1,,,',
    ),
    known,
  );
  expect(entries).toEqual([
    {
      name: 'Banco de Oro "BDO", Inc.',
      providerId: 'bdo',
      instapay: rail('BNORPHMMXXX', 50_000),
      pesonet: null,
    },
    {
      name: 'Rizal Commercial',
      providerId: 'rcbc',
      instapay: rail('rcbc-live-1'),
      pesonet: rail('RCBCPHMM', 1_000_000),
    },
    {
      name: 'philippine national bank  PNB',
      providerId: 'pnb',
      instapay: null,
      pesonet: rail('PNB_2'),
    },
    { name: 'Rural Bank of Nowhere', providerId: null, instapay: rail('RBN-1'), pesonet: null },
  ]);
  const json = JSON.stringify([{ name: 'BDO Unibank', instapayCode: 'X-1' }]);
  expect(readBankList(json, known)).toEqual([
    { name: 'BDO Unibank', providerId: 'bdo', instapay: rail('X-1'), pesonet: null },
  ]);
  expect(difference(known, entries)).toEqual({
    added: ['rcbc'],
    changed: ['bdo', 'pnb'],
    gone: [],
    unchanged: 0,
    notOffered: ['Rural Bank of Nowhere'],
  });
  expect(difference(known, readBankList(csv(',BDO,BNORPHMMXXX,,,'), known))).toMatchObject({
    gone: ['pnb'],
    unchanged: 1,
    added: [],
  });
});

test.each([
  ['', 'The first line may only name these columns'],
  ['[]', 'The list is empty.'],
  ['[{', 'The file is not JSON.'],
  ['name,swift\nBDO,1', 'it has swift'],
  [csv(',BDO,AB,,,'), 'Entry 1: instapayCode is not a code.'],
  [csv(',BDO,A B C,,,'), 'Entry 1: instapayCode is not a code.'],
  [csv(',BDO,ABC,fifty,,'), 'Entry 1: instapayMaximumPesos is not an amount in pesos'],
  [csv(',BDO,ABC,0,,'), 'Entry 1: its maximum is zero.'],
  [csv(',BDO,,50000,DEF,'), 'Entry 1: it has a maximum without a code.'],
  [csv(',BDO,,,,'), 'Entry 1, BDO: it has no code on any rail.'],
  [csv('bdoo,BDO,ABC,,,'), 'Entry 1: we have no bank or wallet bdoo.'],
  [csv(',BDO,ABC,,'), 'Entry 1 has 5 cells, not 6.'],
  [csv(',"BDO,ABC,,,'), 'The file is not CSV: Quote Not Closed'],
  [csv(',A1,ABC,,,', ',A2,DEF,,,', ',A1,GHI,,,'), 'Entries 1 and 3 have the same name: A1.'],
  [csv(',A1,ABC,,,', ',A2,ABC,,,'), 'Entries 1 and 2 have the same InstaPay code: ABC.'],
  [csv('bdo,A1,ABC,,,', ',BDO Unibank,DEF,,,'), 'Entries 1 and 2 have the same id: bdo.'],
  ['[{"name":"BDO","instapayCode":"ABC","bic":"x"}]', 'Entry 1: '],
])('refuses an invalid list: %j', (text, sentence) => {
  expect(() => readBankList(text, known)).toThrow(BadList);
  expect(() => readBankList(text, known)).toThrow(sentence);
});

test('sends amounts by InstaPay up to its maximum, and larger amounts by PESONet', () => {
  const rails = { instapay: rail('I', 50_000), pesonet: rail('P', 100_000) };
  const when = { at: app.clocks.now(), holidays: app.context.holidays, usualMinutes: 10 };
  const codeOf = (pesos: number) =>
    routeFor({ rails, terms: null }, Math.round(pesos * peso), when)?.bankCode ?? null;
  expect([50_000, 50_000.01, 100_000, 100_000.01].map(codeOf)).toEqual(['I', 'P', 'P', null]);
  expect([
    maximumPayment(rails),
    maximumPayment({ ...rails, pesonet: rail('P') }),
    maximumPayment({ instapay: null, pesonet: null }),
  ]).toEqual([100_000 * peso, null, 0]);
});

async function send(text: string, over: object = {}) {
  return await finance.ask('bank import', { gateway: 'sandbox', dated, text, ...over }, ticket);
}

slow('sends a payout with the codes of the newest bank list', async () => {
  const { anna, loanId } = await signed('7801');
  await approveDue(workCtx(app.context));
  const before = (await ops.machine('bank list')).data as {
    list: unknown;
    banks: { id: string }[];
  };
  expect([before.list, before.banks.some(({ id }) => id === 'gcash')]).toEqual([null, true]);
  const payouts = async (isOn: boolean) => {
    await app.db
      .transaction()
      .execute((tx) => storeSetting(tx, 'payoutsOn', isOn, 'test', app.clocks.wall()));
    app.context.settings.forget();
  };
  await payouts(false);
  const first = await send(
    csv(',BDO Unibank,NEW-BDO-1,50000,bdo:pesonet,', ',GCash,GXCHPHM2XXX,,,'),
  );
  expect(first.data).toMatchObject({
    version: 1,
    changed: ['bdo'],
    unchanged: 1,
    added: [],
    gone: expect.arrayContaining(['bpi', 'pnb']),
  });
  expect(await ops.lastRow()).toMatchObject({
    act: 'ops bank import',
    subject: 'sandbox',
    reason: ticket.reason,
    detail: { version: 1, dated },
  });
  await payouts(true);
  await until(loanId, 'paid');
  // ₱59,390 exceeds this bank's InstaPay maximum.
  expect((await payoutOf(loanId)).bank_code).toBe('bdo:pesonet');
  const { body } = await app.bank.call('/control/payouts');
  const orders = (body as unknown as { payouts: { reference: string; bankCode: string }[] })
    .payouts;
  const { id } = await payoutOf(loanId);
  expect(orders.find(({ reference }) => reference === id)?.bankCode).toBe('bdo:pesonet');
  const { banks } = await anna.client.must(bankList, {});
  expect(banks.find(({ bankId }) => bankId === 'bdo')?.canBePaid).toBe(true);
  expect(banks.find(({ bankId }) => bankId === 'bpi')?.canBePaid).toBe(false);
});

slow('fails a loan if the newest bank list no longer allows its amount', async () => {
  const { anna, accountId, loanId } = await signed('7803');
  await approveDue(workCtx(app.context));
  expect((await send(csv(',BDO Unibank,NEW-BDO-1,50000,,'))).data).toMatchObject({
    version: 2,
    changed: ['bdo'],
    gone: ['gcash'],
  });
  const wish = {
    amountCentavos: 60_000 * peso,
    termDays: 8,
    channel: 'bankCard',
    accountId,
  } as const;
  expect(await anna.client.ask(productCal, wish)).toMatchObject({
    name: 'channelLimit',
    message: expect.stringContaining('₱50,000.00'),
  });
  await later(0);
  expect(await loanState(loanId)).toEqual({ state: 'failed', failure: 'bankNotPaid' });
  expect((await anna.client.must(loanDetail, { loanId })).failure).toBe('bankNotPaid');
  expect((await anna.client.must(billList, {})).open).toEqual([]);
  await send(csv(',GCash,GXCHPHM2XXX,,,'));
  const { cards } = await anna.client.must(bankcardList, {});
  expect(cards.map(({ whyNotPaid }) => whyNotPaid)).toEqual(['bankNotPaid']);
});

slow('declines a bank list that is invalid, old, future-dated or for another gateway', async () => {
  const text = csv(',BDO Unibank,NEW-BDO-9,,,');
  const versions = async () =>
    (await app.db.selectFrom('bank_lists').select('version').execute()).length;
  const count = await versions();
  expect((await send(text, { gateway: 'xendit' })).wrong).toBe(
    'This server pays by sandbox, not by xendit.',
  );
  expect((await send(text, { dated: '2099-01-01' })).wrong).toBe('2099-01-01 is in the future.');
  expect((await send(text, { dated: '2026-02-30' })).wrong).toBe('dated: no day of the calendar.');
  expect((await send(text, { dated: '2020-01-01' })).wrong).toBe(
    `The list in force is of ${dated}, which is later.`,
  );
  expect((await send('name\nBDO')).wrong).toBe('Entry 1, BDO: it has no code on any rail.');
  const support = await ops.person('support');
  expect(
    (await support.ask('bank import', { gateway: 'sandbox', dated, text }, ticket)).status,
  ).toBe(403);
  expect(await versions()).toBe(count);
  await expect(
    app.db.updateTable('bank_list_entries').set({ instapay_code: 'X' }).execute(),
  ).rejects.toThrow();
});
