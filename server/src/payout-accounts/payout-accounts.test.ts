import { userInfo } from '@sandali/contract/account.ts';
import { basicSave } from '@sandali/contract/credit.ts';
import {
  bankcardAdd,
  bankcardList,
  bankList,
  walletAdd,
  walletList,
  walletType,
} from '@sandali/contract/payoutAccounts.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { beforeEach, expect, test } from 'vitest';
import { createXenditBank } from '#/adapters/bank/xendit.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { creditTestContext, type Person, personal } from '#/credit/testing.ts';
import { inTx } from '#/db/database.ts';
import { readPart, snapshot } from '#/db/snapshot.ts';
import { newId, newIdFor } from '#/platform/random.ts';
import { dataOf } from '#/testing/context.ts';
import { payoutAccountCalls } from './calls.ts';
import { listBanks, listWallets, walletTypeParts } from './lists.ts';
import {
  accountForPayout,
  exportPersonalData,
  hasBankCardPart,
  readAccountSummaries,
} from './payout-accounts.ts';
import { insertList } from './store.ts';

const { ask, person, codeFor, clocks, app, set, fresh } =
  await creditTestContext(payoutAccountCalls);
const { db } = app;
const id = () => newId(clocks.wall());
const nothing = {
  by: 'code',
  challengeId: '01970000-0000-7000-8000-000000000000',
  code: '000000',
} as const;
const card = {
  ownerName: 'LIGAYA DELA CRUZ',
  bankId: 'bdo',
  accountNumber: '001234567890',
  phone: '+639189990000',
} as const;
const wallet = {
  walletId: 'gcash',
  accountName: 'Ligaya S. Dela Cruz',
  phone: '+639171234567',
} as const;

beforeEach(async () => await set('smsSwitch', true));

async function named(): Promise<Person> {
  const who = await person();
  dataOf(await ask(who, basicSave, personal));
  return who;
}

async function proof(who: Person) {
  return { by: 'code', ...(await codeFor(who, 'bankAccount')) } as const;
}

async function addCard(who: Person, other: object = {}, requestId = id()) {
  const form = { ...card, ...other };
  return await ask(
    who,
    bankcardAdd,
    { proof: 'proof' in form ? (form.proof as typeof nothing) : await proof(who), ...form },
    requestId,
  );
}

test('lists all banks and wallets as payable in the sandbox, with the payout fee', async () => {
  const anna = await person();
  const { banks, feeCentavos } = dataOf(await ask(anna, bankList, {}));
  expect(banks[0]).toEqual({ bankId: 'bdo', name: 'BDO Unibank', mark: 'BDO', canBePaid: true });
  expect(banks.every((bank) => bank.canBePaid)).toBe(true);
  const known = dataOf(await ask(anna, walletType, {}));
  expect(known.wallets.slice(0, 2).map(({ walletId }) => walletId)).toEqual(['gcash', 'maya']);
  expect([feeCentavos, known.feeCentavos]).toEqual([1_000, 1_000]);
  expect(known.ownPhone).toBe(anna.phone);
});

test('shows a bank account’s last four digits only, and seals its number and owner', async () => {
  const anna = await named();
  const added = dataOf(await addCard(anna)).card;
  expect(added).toMatchObject({
    cardType: 'bank',
    cardNo: '•••• 7890',
    bankName: 'BDO Unibank',
    whyNotPaid: null,
    isDefault: true,
  });
  const second = dataOf(
    await addCard(anna, { bankId: 'rcbc', accountNumber: '998877665544' }),
  ).card;
  expect(second.isDefault).toBe(false);
  expect(dataOf(await ask(anna, bankcardList, {})).cards).toEqual([added, second]);
  expect(dataOf(await ask(anna, walletList, {})).wallets).toEqual([]);
  expect(dataOf(await ask(anna, userInfo, {})).payoutAccounts).toEqual(['BDO', 'RCBC']);
  const { rows } = await fresh.app.pool.query(
    'select row_to_json(a)::text as text from payout_accounts a where borrower_id = $1',
    [anna.borrowerId],
  );
  for (const secret of ['001234567890', 'LIGAYA', '9189990000']) {
    expect(
      rows.some(
        ({ text }) => text.includes(secret) || text.includes(Buffer.from(secret).toString('hex')),
      ),
    ).toBe(false);
  }
});

test('returns a full account number only for payouts, and four digits in summaries', async () => {
  const [anna, ben] = [await named(), await named()];
  expect(await readPart(db, hasBankCardPart, { borrowerId: anna.borrowerId })).toBe(false);
  const { accountId } = dataOf(await addCard(anna)).card;
  const purse = dataOf(await ask(anna, walletAdd, wallet)).wallet;
  const ctx = { app };
  expect(await accountForPayout(ctx, db, anna.borrowerId, accountId)).toMatchObject({
    kind: 'bank',
    number: '001234567890',
    rails: {
      instapay: { code: 'BNORPHMMXXX', maximumCentavos: null },
      pesonet: { code: 'BNORPHMMXXX', maximumCentavos: null },
    },
    terms: null,
    ownerName: 'LIGAYA DELA CRUZ',
    whyNotPaid: null,
  });
  expect(await accountForPayout(ctx, db, anna.borrowerId, purse.accountId)).toMatchObject({
    kind: 'wallet',
    number: '09171234567',
  });
  expect(await readAccountSummaries(ctx, db, anna.borrowerId, ['wallet'])).toEqual([
    {
      accountId: purse.accountId,
      kind: 'wallet',
      label: 'GCash',
      ways: {
        rails: { instapay: { code: 'GXCHPHM2XXX', maximumCentavos: null }, pesonet: null },
        terms: null,
      },
      last4: '4567',
      mark: 'GC',
      heldUntil: null,
      heldHours: 0,
      whyNotPaid: null,
    },
  ]);
  expect(await readAccountSummaries(ctx, db, anna.borrowerId)).toHaveLength(2);
  expect(await readPart(db, hasBankCardPart, { borrowerId: anna.borrowerId })).toBe(true);
  expect(await accountForPayout(ctx, db, ben.borrowerId, accountId)).toBeNull();
  expect(
    (await exportPersonalData(ctx, db, anna.borrowerId)).map(({ provider }) => provider).sort(),
  ).toEqual(['BDO Unibank', 'GCash']);
});

test('does not pay to an account if the owner’s name is no longer the borrower’s', async () => {
  const anna = await named();
  const { accountId } = dataOf(await addCard(anna)).card;
  dataOf(await ask(anna, basicSave, { ...personal, firstName: 'Rosa' }));
  expect((await accountForPayout({ app }, db, anna.borrowerId, accountId))?.whyNotPaid).toBe(
    'nameDiffers',
  );
  expect(dataOf(await ask(anna, bankcardList, {})).cards[0]).toMatchObject({
    whyNotPaid: 'nameDiffers',
    heldHours: 0,
  });
});

test('pays through a live gateway only with confirmed bank codes', async () => {
  const anna = await named();
  const { accountId } = dataOf(await addCard(anna, { bankId: 'rcbc' })).card;
  expect(await accountForPayout({ app }, db, anna.borrowerId, accountId)).toMatchObject({
    rails: { instapay: { code: 'rcbc' } },
    whyNotPaid: null,
  });
  const live = { app: { ...app, config: { ...app.config, isSandbox: false } } };
  expect(await accountForPayout(live, db, anna.borrowerId, accountId)).toMatchObject({
    rails: { instapay: null, pesonet: null },
    whyNotPaid: 'bankNotPaid',
  });
});

test('marks banks and wallets payable through Xendit only if their codes are stored', async () => {
  const anna = await named();
  const silent = {
    apiKey: 'xnd_development_none',
    callbackToken: 'none',
    timeoutMs: 1_000,
    linkHosts: [],
  };
  const bank = createXenditBank({ baseUrl: 'http://127.0.0.1:9', ...silent });
  const live = { ...app, bank, config: { ...app.config, isSandbox: false } };
  const ctx = { app: live, who: { borrowerId: anna.borrowerId } } as unknown as BorrowerCtx;
  const lists = snapshot(walletTypeParts);
  const paid = async () => {
    const facts = await lists.read(db, { borrowerId: anna.borrowerId, gateway: bank.name });
    const [{ banks }, { wallets }] = await Promise.all([
      listBanks(ctx, facts),
      listWallets(ctx, facts),
    ]);
    return [
      ...banks.map((bank) => ({ id: bank.bankId, ...bank })),
      ...wallets.map((purse) => ({ id: purse.walletId, ...purse })),
    ]
      .filter(({ canBePaid }) => canBePaid)
      .map(({ id }) => id);
  };
  expect(await paid()).toEqual(['bdo', 'bpi', 'unionbank', 'securitybank', 'gcash']);
  const ids = new Map<string, string>();
  for (const bankId of ['bdo', 'metrobank'])
    ids.set(bankId, dataOf(await addCard(anna, { bankId })).card.accountId);
  const stands = async (bankId: string) =>
    await accountForPayout(ctx, db, anna.borrowerId, ids.get(bankId) ?? '');
  expect(await stands('bdo')).toMatchObject({ whyNotPaid: null });
  expect(await stands('metrobank')).toMatchObject({ whyNotPaid: 'bankNotPaid' });
  const entry = (providerId: string, code: string) => ({
    name: providerId,
    providerId,
    instapay: { code, maximumCentavos: null },
    pesonet: null,
  });
  const entries = [
    entry('metrobank', 'PH_MET'),
    entry('landbank', 'TLBPPHMMXXX'),
    entry('bdo', 'BNORPHMMXXX'),
  ];
  const list = {
    gateway: 'xendit',
    dated: Temporal.PlainDate.from('2026-03-31'),
    sha256: Buffer.alloc(32),
    at: clocks.now(),
    who: 'test',
  };
  await inTx(fresh.app.db, (tx) => insertList(tx, { ...list, entries }));
  expect(await paid()).toEqual(['bdo', 'metrobank']);
  expect(await stands('metrobank')).toMatchObject({ whyNotPaid: null });
});

test('refuses an invalid, unproven, duplicate or eleventh bank account', async () => {
  const anna = await person();
  expect((await addCard(anna, { proof: nothing })).name).toBe('nameNotKnownYet');
  dataOf(await ask(anna, basicSave, personal));
  expect((await addCard(anna, { bankId: 'gcash', proof: nothing })).name).toBe('bankUnknown');
  expect((await addCard(anna, { accountNumber: '0000000000', proof: nothing })).name).toBe(
    'accountNumberInvalid',
  );
  expect((await addCard(anna, { accountNumber: '12345', proof: nothing })).name).toBe(
    'inputInvalid',
  );
  expect((await addCard(anna, { ownerName: 'Rosa Dela Cruz', proof: nothing })).name).toBe(
    'ownerNameDiffers',
  );
  expect((await addCard(anna, { proof: nothing })).name).toBe('codeWrong');
  dataOf(await addCard(anna));
  expect((await addCard(anna)).name).toBe('accountAlreadyAdded');
  for (let i = 0; i < 9; i += 1)
    dataOf(await ask(anna, walletAdd, { ...wallet, phone: `+63917000000${i}` }));
  expect((await addCard(anna, { bankId: 'bpi' })).name).toBe('accountLimitReached');
});

test('refuses an unknown, duplicate, eleventh or another person’s wallet', async () => {
  const anna = await person();
  expect((await ask(anna, walletAdd, wallet)).name).toBe('nameNotKnownYet');
  dataOf(await ask(anna, basicSave, personal));
  expect((await ask(anna, walletAdd, { ...wallet, walletId: 'bdo' })).name).toBe('walletUnknown');
  expect((await ask(anna, walletAdd, { ...wallet, accountName: 'Ligaya Reyes' })).name).toBe(
    'ownerNameDiffers',
  );
  for (let i = 0; i < 10; i += 1)
    dataOf(await ask(anna, walletAdd, { ...wallet, phone: `+63917000000${i}` }));
  expect((await ask(anna, walletAdd, { ...wallet, phone: '+639170000003' })).name).toBe(
    'accountAlreadyAdded',
  );
  expect((await ask(anna, walletAdd, wallet)).name).toBe('accountLimitReached');
  expect(
    dataOf(await ask(anna, walletList, {})).wallets.filter(({ isDefault }) => isDefault),
  ).toHaveLength(1);
});

slow('accepts only the borrower’s own code for adding a bank account', async () => {
  const [anna, ben] = [await named(), await named()];
  expect((await addCard(anna, { proof: await proof(ben) })).name).toBe('codeWrong');
  expect(
    (await addCard(anna, { proof: { by: 'code', ...(await codeFor(anna, 'login')) } })).name,
  ).toBe('codeWrong');
  const right = await proof(anna);
  const wrong = { ...right, code: right.code === '111111' ? '222222' : '111111' };
  for (let i = 0; i < 5; i += 1)
    expect((await ask(anna, bankcardAdd, { ...card, proof: wrong })).name).toBe('codeWrong');
  expect((await ask(anna, bankcardAdd, { ...card, proof: right })).name).toBe('codeWrong');
});

test('uses up a code only if the bank account is added', async () => {
  const anna = await named();
  const right = await proof(anna);
  expect(
    (await ask(anna, bankcardAdd, { ...card, ownerName: 'Rosa Dela Cruz', proof: right })).name,
  ).toBe('ownerNameDiffers');
  dataOf(await ask(anna, bankcardAdd, { ...card, proof: right }));
  expect((await ask(anna, bankcardAdd, { ...card, bankId: 'bpi', proof: right })).name).toBe(
    'codeWrong',
  );
});

slow('accepts the password instead of a code only while codes are off', async () => {
  const anna = await named();
  const byPassword = async (password: string, other: object = {}) =>
    (await ask(anna, bankcardAdd, { ...card, ...other, proof: { by: 'password', password } })).name;
  expect(await byPassword('kapeng barako 1')).toBe('codeWrong');
  await set('smsSwitch', false);
  expect(await byPassword('kapeng barako 2')).toBe('passwordWrong');
  expect(await byPassword('kapeng barako 1')).toBe('success');
  for (let i = 0; i < 10; i += 1) await byPassword('kapeng barako 2');
  expect(await byPassword('kapeng barako 1', { bankId: 'bpi' })).toBe('passwordWrong');
});

test('never pays to a number that was sealed for another account', async () => {
  const [anna, mallory] = [await named(), await named()];
  const { accountId } = dataOf(await addCard(anna)).card;
  const theirs = dataOf(await ask(mallory, walletAdd, wallet)).wallet;
  const rowOf = async (of: string) =>
    await db
      .selectFrom('payout_accounts')
      .selectAll()
      .where('id', '=', of)
      .executeTakeFirstOrThrow();
  const [own, other] = [await rowOf(accountId), await rowOf(theirs.accountId)];
  const put = async (row: object) => {
    const forged = newIdFor(own.borrower_id, clocks.wall());
    await db
      .insertInto('payout_accounts')
      .values({ ...own, is_default: false, provider_id: 'bpi', ...row, id: forged })
      .execute();
    await expect(accountForPayout({ app }, db, anna.borrowerId, forged)).rejects.toThrow();
    await fresh.owner.pool.query('alter table payout_accounts disable trigger all');
    await fresh.owner.pool.query('delete from payout_accounts where id = $1', [forged]);
    await fresh.owner.pool.query('alter table payout_accounts enable trigger all');
  };
  await put({ number_sealed: other.number_sealed });
  await put({
    number_sealed: other.number_sealed,
    number_hash: other.number_hash,
    last4: other.last4,
    owner_name_sealed: other.owner_name_sealed,
  });
  // Even if our key sealed the number, the number must match the stored hash and last digits.
  const forged = newIdFor(own.borrower_id, clocks.wall());
  const sealed = (purpose: 'accountNumber' | 'ownerName', text: string) =>
    app.sealer.seal(purpose, forged, text);
  const half = {
    ...own,
    id: forged,
    is_default: false,
    provider_id: 'bpi',
    owner_name_sealed: sealed('ownerName', card.ownerName),
  };
  await db
    .insertInto('payout_accounts')
    .values({ ...half, number_sealed: sealed('accountNumber', '09170000000') })
    .execute();
  await expect(accountForPayout({ app }, db, anna.borrowerId, forged)).rejects.toThrow(
    'the sealed number differs',
  );
});

test('the serving role cannot change an account’s or a borrower’s number directly', async () => {
  const anna = await named();
  dataOf(await addCard(anna));
  for (const set of [
    { table: 'borrowers', values: { phone_hash: Buffer.alloc(32) } },
    { table: 'borrowers', values: { phone_sealed: Buffer.alloc(32) } },
    { table: 'payout_accounts', values: { number_sealed: Buffer.alloc(32) } },
    { table: 'payout_accounts', values: { last4: '0000' } },
  ] as const)
    await expect(
      db
        .updateTable(set.table)
        .set(set.values as never)
        .execute(),
    ).rejects.toThrow(/permission denied/);
  await expect(db.insertInto('phone_changes').defaultValues().execute()).rejects.toThrow(
    /permission denied/,
  );
});

test('adds one account per request id, whether requests are repeated or concurrent', async () => {
  const anna = await named();
  const input = { ...card, proof: await proof(anna) };
  const requestId = id();
  const answers = await Promise.all([
    ask(anna, bankcardAdd, input, requestId),
    ask(anna, bankcardAdd, input, requestId),
  ]);
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0].name).toBe('success');
  expect(await ask(anna, bankcardAdd, input, requestId)).toEqual(answers[0]);
  const walletId = id();
  expect(await ask(anna, walletAdd, wallet, walletId)).toEqual(
    await ask(anna, walletAdd, wallet, walletId),
  );
  expect(await readAccountSummaries({ app }, db, anna.borrowerId)).toHaveLength(2);
});

test('concurrent calls add an account only once, and never more than ten accounts', async () => {
  const anna = await named();
  const same = await Promise.all([ask(anna, walletAdd, wallet), ask(anna, walletAdd, wallet)]);
  expect(same.map(({ name }) => name).sort()).toEqual(['accountAlreadyAdded', 'success']);
  const many = Array.from({ length: 15 }, (_, i) =>
    ask(anna, walletAdd, { ...wallet, phone: `+6391711100${10 + i}` }),
  );
  const names = (await Promise.all(many)).map(({ name }) => name);
  expect(names.filter((name) => name === 'success')).toHaveLength(9);
  expect(names.filter((name) => name === 'accountLimitReached')).toHaveLength(6);
  expect(
    dataOf(await ask(anna, walletList, {})).wallets.filter(({ isDefault }) => isDefault),
  ).toHaveLength(1);
});
