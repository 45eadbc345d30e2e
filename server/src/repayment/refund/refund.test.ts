// Refunds of money that no bill needs. Each refund is sent once, to one of the borrower's accounts,
// with ledger entries at every step.
import { codeSms } from '@sandali/contract/account.ts';
import { billStatement } from '@sandali/contract/accountStatement.ts';
import { billList } from '@sandali/contract/loan.ts';
import { bankcardDelete, walletDelete } from '@sandali/contract/payoutAccounts.ts';
import { changePhone } from '@sandali/contract/phoneChange.ts';
import { dataExport } from '@sandali/contract/privacy.ts';
import { refundApply, refundQuery } from '@sandali/contract/refund.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { inTx } from '#/db/database.ts';
import { companyAccount } from '#/ledger/chart.ts';
import { balanceOf, books, ownedAccount } from '#/ledger/ledger.ts';
import { afterTampering } from '#/ledger/testing.ts';
import { payoutSteps } from '#/payout/testing.ts';
import { newId, newIdFor } from '#/platform/random.ts';
import { outbox } from '#/sandbox/store.ts';
import { testOps } from '#/staff/testing.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { isAtLength } from '#/testing/effort.ts';
import { hint, moneySteps } from '#/testing/money.ts';
import { storeSetting } from '#/testing/settings.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments, reversePayment } = moneySteps(app);
const { careful } = testOps(app.context);
const { bankAccount, playRails } = payoutSteps(app);
const peso = 100;

/** Returns a borrower who overpaid by ₱1,000. */
async function overpaid() {
  const { anna, accountId, loanId } = await debtor(8);
  const { code } = await codeFor(anna, loanId);
  await bookPayments(await pay(code, 61_000 * peso));
  expect((await anna.client.must(refundQuery, {})).refundableCentavos).toBe(1_000 * peso);
  return { anna, accountId, borrowerId: await borrowerOf(loanId) };
}

async function borrowerOf(loanId: string): Promise<string> {
  return (
    await app.db
      .selectFrom('loans')
      .select('borrower_id')
      .where('id', '=', loanId)
      .executeTakeFirstOrThrow()
  ).borrower_id;
}

const now = async ({ client }: Person) => {
  const { refundableCentavos, refund } = await client.must(refundQuery, {});
  return [refundableCentavos / peso, refund?.state ?? null];
};

const payoutsTo = async (borrowerId: string) =>
  await app.db
    .selectFrom('payouts')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('kind', '=', 'refund')
    .orderBy('id')
    .execute();

const textsOf = async ({ life }: Person) => {
  const texts = (await outbox(app.db, life.phone)).map(({ text }) => text).reverse();
  return texts.filter((text) => text.includes('your BDO') || text.includes('back to your GCash'));
};

slow('refunds an overpayment free of charge, with a message and a statement line', async () => {
  const { anna, accountId, borrowerId } = await overpaid();
  const { accounts, feeCentavos } = await anna.client.must(refundQuery, {});
  expect(accounts).toMatchObject([
    { accountId, canBePaid: true, heldHours: 0, minimumCentavos: peso },
  ]);
  expect(feeCentavos).toBe(0);
  expect((await anna.client.must(refundQuery, {})).leastCentavos).toBe(peso);
  const before = await balanceOf(app.db, companyAccount('gateway.float'));
  const { refundId, state } = await anna.client.must(refundApply, {
    accountId,
    amountCentavos: 1_000 * peso,
  });
  expect(state).toBe('ordered');
  expect(await now(anna)).toEqual([0, 'ordered']);
  expect((await anna.client.must(billList, {})).refund).toMatchObject({
    refundId,
    state: 'ordered',
    amountCentavos: 1_000 * peso,
  });
  // The ledger shows the money as reserved until the bank has paid it out.
  expect(await balanceOf(app.db, ownedAccount('borrower.refundOrdered', borrowerId))).toBe(
    -100_000n,
  );
  await app.until('the refund', async () => (await now(anna))[1] === 'paid');
  expect(await balanceOf(app.db, companyAccount('gateway.float'))).toBe(before - 100_000n);
  const [payout] = await payoutsTo(borrowerId);
  expect(payout).toMatchObject({ subject_id: refundId, state: 'paid', amount_centavos: 100_000n });
  const { lines, keptCentavos } = await anna.client.must(billStatement, {});
  expect(
    lines
      .slice(-2)
      .map(({ kind, moneyCentavos, keptCentavos: kept }) => [kind, moneyCentavos, kept]),
  ).toEqual([
    ['refundOrdered', 0, -1_000 * peso],
    ['refundPaid', 1_000 * peso, 0],
  ]);
  expect(keptCentavos).toBe(0);
  await app.work();
  expect(await textsOf(anna)).toMatchObject([
    expect.stringContaining('₱1,000.00 is on its way back to your GCash'),
    expect.stringContaining('₱1,000.00 was sent back to your GCash'),
  ]);
  const { bytes } = await anna.client.must(dataExport, { format: 'json' });
  expect(JSON.parse(Buffer.from(bytes, 'base64').toString()).refunds).toMatchObject([
    { amountCentavos: 1_000 * peso, state: 'paid' },
  ]);
  // /wealth shows the refund for only a few days.
  await app.addDays(8);
  expect((await anna.client.must(billList, {})).refund).toBeNull();
});

slow('turns a payment that is reversed after its refund into a claim', async () => {
  const { anna, accountId, loanId } = await debtor(8);
  const { code } = await codeFor(anna, loanId);
  await bookPayments(await pay(code));
  const excess = await pay(code, 1_000 * peso);
  await bookPayments(excess);
  await anna.client.must(refundApply, { accountId, amountCentavos: 1_000 * peso });
  await app.until('the refund', async () => (await now(anna))[1] === 'paid');
  await reversePayment(excess);
  const borrowerId = await borrowerOf(loanId);
  expect(await balanceOf(app.db, ownedAccount('borrower.takenBack', borrowerId))).toBe(100_000n);
  expect((await anna.client.must(billList, {})).open).toEqual([]);
});

slow('orders only one of many concurrent refunds', async () => {
  const { anna, accountId, borrowerId } = await overpaid();
  const asks = Array.from({ length: 8 }, () =>
    anna.client.ask(refundApply, { accountId, amountCentavos: 400 * peso }),
  );
  const names = (await Promise.all(asks)).map(({ name }) => name);
  expect(names.filter((name) => name === 'success')).toHaveLength(1);
  expect(new Set(names)).toEqual(new Set(['success', 'refundUnderWay']));
  await app.until('the refund', async () => (await now(anna))[1] === 'paid');
  expect(await now(anna)).toEqual([600, 'paid']);
  const requestId = newId(app.clocks.wall());
  const again = () =>
    anna.client.ask(refundApply, { accountId, amountCentavos: 600 * peso }, requestId);
  const [first, second] = [await again(), await again()];
  expect([first.name, second.name]).toEqual(['success', 'success']);
  await app.until('the second refund', async () => (await now(anna))[1] === 'paid');
  expect((await payoutsTo(borrowerId)).map((row) => row.amount_centavos)).toEqual([
    40_000n,
    60_000n,
  ]);
});

slow.each([
  { character: '0007', ends: 'failed' },
  { character: '0006', ends: 'reversed' },
])('makes the money of a $ends refund refundable again', async ({ character, ends }) => {
  const { anna, accountId, borrowerId } = await overpaid();
  const bad = await bankAccount(anna, `00123456${character}`);
  await anna.client.must(refundApply, { accountId: bad, amountCentavos: 1_000 * peso });
  await app.bank.call('/control/behave', { reverseDelayMs: 0 });
  await app.until('its end', async () => (await now(anna))[1] === ends);
  expect(await now(anna)).toEqual([1_000, ends]);
  await app.work();
  expect((await textsOf(anna)).at(-1)).toContain('₱1,000.00 could not reach your BDO');
  const { lines } = await anna.client.must(billStatement, {});
  expect(lines.at(-1)).toMatchObject({ kind: 'refundBack', keptCentavos: 1_000 * peso });
  await anna.client.must(refundApply, { accountId, amountCentavos: 1_000 * peso });
  await app.until('the second', async () => (await now(anna))[1] === 'paid');
  expect((await payoutsTo(borrowerId)).map(({ state }) => state)).toEqual([ends, 'paid']);
});

/** Account numbers for which the simulated bank reports various unclear results. */
const unsure = isAtLength
  ? ['0002', '0004', '0005', '0008', '0010', '0011', '0014']
  : ['0004', '0011'];

slow.each(unsure)(
  'pays a refund exactly once whatever the bank reports (account %s)',
  async (character) => {
    const { anna, borrowerId } = await overpaid();
    const account = await bankAccount(anna, `00123456${character}`);
    await anna.client.must(refundApply, { accountId: account, amountCentavos: 1_000 * peso });
    await app.bank.call('/control/behave', { hiddenMs: 50 });
    await app.until('its end', async () => {
      app.clocks.addMs(31_000);
      return (await now(anna))[1] === 'paid';
    });
    const [payout] = await payoutsTo(borrowerId);
    const lines = app.bank.settlementReport().filter((line) => line.reference === payout?.id);
    expect(lines.map((line) => line.kind)).toEqual(['payoutPaid']);
  },
);

slow('records money as contested if the bank pays it after its refund has failed', async () => {
  const { anna, borrowerId } = await overpaid();
  const account = await bankAccount(anna, '001234560013');
  await anna.client.must(refundApply, { accountId: account, amountCentavos: 1_000 * peso });
  await app.until('the failure', async () => (await now(anna))[1] === 'failed');
  const [payout] = await payoutsTo(borrowerId);
  app.clocks.addMs(60 * 60_000 + 1_000);
  await app.addDays(0);
  await app.until('the contradiction', async () => {
    await hint(app, 'payout.paid', payout?.id ?? '');
    return (await balanceOf(app.db, companyAccount('payout.contested'))) > 0n;
  });
  expect(await now(anna)).toEqual([1_000, 'failed']);
  const lost = async () => await balanceOf(app.db, companyAccount('loss.payouts'));
  const staff = [await careful('finance'), await careful('finance')];
  for (const person of staff)
    await person.ask(
      'payout resolve',
      { id: payout?.id, outcome: 'writtenOff' },
      { reason: 'the receiver cannot be found' },
    );
  expect([await balanceOf(app.db, companyAccount('payout.contested')), await lost()]).toEqual([
    0n,
    100_000n,
  ]);
  expect((await app.bank.call('/control/reverse', { reference: payout?.id })).status).toBe(200);
  await app.until('its return', async () => (await lost()) === 0n);
  expect(await balanceOf(app.db, companyAccount('payout.contested'))).toBe(0n);
  expect(await books(app.db)).toEqual([]);
});

slow('refuses a refund with a bad amount, account or proof, or a paused gateway', async () => {
  const { anna, accountId } = await overpaid();
  const other = await overpaid();
  const ask = async (input: object) =>
    (await anna.client.ask(refundApply, { accountId, amountCentavos: 1_000 * peso, ...input }))
      .name;
  expect(await ask({ amountCentavos: 1_000 * peso + 1 })).toBe('refundTooMuch');
  expect(await ask({ amountCentavos: 99 })).toBe('channelLimit');
  expect(await ask({ amountCentavos: 0 })).toBe('inputInvalid');
  expect(await ask({ accountId: other.accountId })).toBe('accountMissing');
  await inTx(app.db, (tx) =>
    storeSetting(tx, 'gatewaysOff', [`bank.${app.context.bank.name}`], 'test', app.clocks.wall()),
  );
  app.context.settings.forget();
  expect(await ask({})).toBe('systemBusy');
  await inTx(app.db, (tx) => storeSetting(tx, 'gatewaysOff', [], 'test', app.clocks.wall()));
  app.context.settings.forget();
  app.clocks.addMs(16 * 60_000);
  expect(await ask({})).toBe('passwordNeeded');
  expect(await ask({ password: 'ibang salita' })).toBe('passwordWrong');
  expect(await now(anna)).toEqual([1_000, null]);
  expect(await ask({ password: anna.life.password })).toBe('success');
  // The account cannot be removed while a refund to it is in progress.
  expect((await anna.client.ask(walletDelete, { accountId })).name).toBe('payoutAccountAwaited');
  expect((await anna.client.ask(bankcardDelete, { accountId })).name).toBe('payoutAccountUnknown');
  await app.until('the refund', async () => (await now(anna))[1] === 'paid');
  expect((await anna.client.ask(walletDelete, { accountId })).name).toBe('success');
});

slow('refuses refunds to a new account for 24 hours after a number change', async () => {
  const { anna, accountId } = await overpaid();
  const { client, life } = anna;
  const codeTo = async (phone: string, purpose: 'oldPhone' | 'newPhone') => {
    app.clocks.addMs(61_000);
    const { challengeId } = await client.must(codeSms, { phone, purpose });
    return { challengeId, code: (await life.codesOf(phone)).at(-1) ?? '' };
  };
  const phone = '+639175559471';
  const [oldCode, newCode] = [
    await codeTo(life.phone, 'oldPhone'),
    await codeTo(phone, 'newPhone'),
  ];
  await client.must(changePhone, {
    by: 'code',
    oldChallengeId: oldCode.challengeId,
    oldCode: oldCode.code,
    phone,
    ...newCode,
  });
  const wish = { accountId, amountCentavos: 1_000 * peso, password: life.password };
  expect(await client.ask(refundApply, wish)).toMatchObject({
    name: 'accountHeld',
    message: expect.stringContaining('24'),
  });
  expect(await now(anna)).toEqual([1_000, null]);
  app.clocks.addMs(24 * 60 * 60_000 + 1);
  expect((await client.ask(refundApply, wish)).name).toBe('success');
});

slow('the database refuses second, changed or unfunded refunds and wrong transitions', async () => {
  const { anna, accountId, borrowerId } = await overpaid();
  const row = {
    borrower_id: borrowerId,
    account_id: accountId,
    amount_centavos: 100n,
    channel: 'wallet',
    receiver_label: 'GCash',
    receiver_last4: '0000',
    receiver_mark: 'GC',
    ordered_at: app.clocks.now(),
  };
  const insert = (more: object) =>
    app.db
      .insertInto('refunds')
      .values({ ...row, id: newIdFor(borrowerId, app.clocks.now()), ...more })
      .execute();
  await expect(insert({})).rejects.toThrow('a refund needs a payout of its amount');
  await expect(insert({ state: 'paid', ended_at: app.clocks.now() })).rejects.toThrow(
    'permission denied',
  );
  const { refundId } = await anna.client.must(refundApply, {
    accountId,
    amountCentavos: 900 * peso,
  });
  await expect(insert({})).rejects.toThrow('refunds_open');
  const change = (more: object) =>
    app.db.updateTable('refunds').set(more).where('id', '=', refundId).execute();
  await expect(
    change({ amount_centavos: 1n, state: 'paid', ended_at: app.clocks.now() }),
  ).rejects.toThrow('permission denied');
  await expect(change({ state: 'reversed', ended_at: app.clocks.now() })).rejects.toThrow(
    'cannot change from ordered to reversed',
  );
  await app.until('the refund', async () => (await now(anna))[1] === 'paid');
  await expect(change({ state: 'failed' })).rejects.toThrow('cannot change from paid to failed');
  await expect(app.db.deleteFrom('refunds').where('id', '=', refundId).execute()).rejects.toThrow();
});

slow('books() reports a refund that contradicts its payout or its reserved money', async () => {
  const { anna, accountId } = await overpaid();
  const { refundId } = await anna.client.must(refundApply, {
    accountId,
    amountCentavos: 300 * peso,
  });
  await app.until('the refund', async () => (await now(anna))[1] === 'paid');
  const violationsOf = async (statement: string) =>
    await afterTampering(app.owner.db, [statement], async (read) =>
      (await books(read)).map(({ invariant }) => invariant),
    );
  const stateOf = await violationsOf(
    `update refunds set state = 'failed' where id = '${refundId}'`,
  );
  expect(stateOf).toContain('the state and amount of a refund match its payout');
  expect(stateOf).toContain('I3 a refund has the entries of its order and its end');
  const sent = 'I4 the payments of a borrower are on bills, refundable, reserved, or refunded';
  expect(
    await violationsOf(
      `update refunds set amount_centavos = amount_centavos + 1 where id = '${refundId}'`,
    ),
  ).toContain(sent);
  const apart = `update ledger_accounts set balance_centavos = -1 where kind = 'borrower.refundOrdered'`;
  expect(await violationsOf(apart)).toContain(
    'the reserved money of a borrower equals their open refund',
  );
});

test('sends a large refund to a bank by PESONet, but refuses to send it to a wallet', async () => {
  const { anna, accountId: wallet, loanId } = await debtor(8);
  const { code } = await codeFor(anna, loanId);
  await bookPayments(await pay(code, 121_000 * peso));
  const bank = await bankAccount(anna, '1000007799');
  const amountCentavos = 60_000 * peso;
  await playRails(true);
  try {
    const { accounts } = await anna.client.must(refundQuery, {});
    const waysOf = (id: string) =>
      accounts
        .find(({ accountId }) => accountId === id)
        ?.ways.map(({ maximumCentavos, arrival }) => [maximumCentavos, arrival.rail]);
    expect(waysOf(wallet)).toEqual([[50_000 * peso, 'instapay']]);
    expect(waysOf(bank)).toEqual([
      [50_000 * peso, 'instapay'],
      [null, 'pesonet'],
    ]);
    expect(await anna.client.ask(refundApply, { accountId: wallet, amountCentavos })).toMatchObject(
      {
        name: 'channelLimit',
        message: expect.stringContaining('₱50,000.00'),
      },
    );
    await anna.client.must(refundApply, {
      accountId: bank,
      amountCentavos,
      password: anna.life.password,
    });
    const borrowerId = await borrowerOf(loanId);
    await app.until('the order', async () => (await payoutsTo(borrowerId))[0]?.gateway_id != null);
    const [payout] = await payoutsTo(borrowerId);
    const { refund } = await anna.client.must(refundQuery, {});
    expect([payout?.rail, payout?.bank_code, refund?.expectedBy]).toEqual(['pesonet', null, null]);
    expect(refund?.arrival).toMatchObject({ rail: 'pesonet', on: payout?.expected_on?.toString() });
    await app.addDays(5);
    await app.until('the refund', async () => (await now(anna))[1] === 'paid');
  } finally {
    await playRails(false);
  }
});
