// A payout account can be removed only while no loan is being paid out to it.
import { loanApply, loanDetail, productCal } from '@sandali/contract/loan.ts';
import { walletDelete, walletList } from '@sandali/contract/payoutAccounts.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { testApp } from '#/testing/app.ts';

const app = await testApp();

async function signed() {
  const anna = await app.person({ withCredit: true });
  const accountId = await addWallet(anna.life);
  const { loanId } = await takeLoan(anna.life, accountId, { termDays: 15 });
  return { ...anna, accountId, loanId };
}

test('a payout account cannot be removed while a loan is being paid out to it', async () => {
  const { client, accountId, loanId } = await signed();
  expect((await client.ask(walletDelete, { accountId })).name).toBe('payoutAccountAwaited');
  await app.until(
    'the payout',
    async () => (await client.must(loanDetail, { loanId })).state === 'success',
  );
  await client.must(walletDelete, { accountId });
  expect((await client.must(walletList, {})).wallets).toEqual([]);
  // The loan still shows the account to which it was paid.
  expect((await client.must(loanDetail, { loanId })).receiver?.last4).toMatch(/^\d{4}$/);
});

test('refuses to sign a quote whose account was removed', async () => {
  const { client, life } = await app.person({ withCredit: true });
  const accountId = await addWallet(life);
  const { quoteId, disclosureHash } = await client.must(productCal, {
    amountCentavos: 60_000_00,
    termDays: 15,
    channel: 'wallet',
    accountId,
  });
  await client.must(walletDelete, { accountId });
  const agreed = { ...agreedTo({ quoteId, disclosureHash }), password: life.password } as const;
  expect((await client.ask(loanApply, agreed)).name).toBe('disclosureChanged');
});

test('if a signature races with the removal of its account, refuses one of the two', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { client, life } = await app.person({ withCredit: true });
    const accountId = await addWallet(life);
    const agreed = {
      ...agreedTo(
        await client.must(productCal, {
          amountCentavos: 60_000_00,
          termDays: 15,
          channel: 'wallet',
          accountId,
        }),
      ),
      password: life.password,
    } as const;
    const requests = [
      client.ask(loanApply, agreed),
      client.ask(walletDelete, { accountId }),
    ] as const;
    const [signing, deleting] = (await Promise.all(requests)).map((answer) => answer.name);
    expect([
      ['success', 'payoutAccountAwaited'],
      ['disclosureChanged', 'success'],
    ]).toContainEqual([signing, deleting]);
  }
});

test('the database refuses to remove an account in use or lend to a removed one', async () => {
  const { accountId } = await signed();
  const remove = () =>
    sql`update payout_accounts set removed_at = added_at, is_default = false
      where id = ${accountId}`.execute(app.db);
  await expect(remove()).rejects.toThrow('money is on its way to this payout account');
  await app.until('nothing on its way', async () => {
    const { rows } =
      await sql`select 1 from loans where account_id = ${accountId} and state <> 'success'`.execute(
        app.db,
      );
    return rows.length === 0;
  });
  await remove();
  await expect(
    sql`update payout_accounts set removed_at = null where id = ${accountId}`.execute(app.db),
  ).rejects.toThrow('cannot be restored');
  await expect(
    sql`update payout_accounts set last4 = '0000' where id = ${accountId}`.execute(app.db),
  ).rejects.toThrow('permission denied');
  const again = sql`insert into loans
    select (jsonb_populate_record(l, jsonb_build_object('id',
      '0198a000-0000-7000-8000-0000000000' || right(l.borrower_id::text, 2)))).*
    from loans l where l.account_id = ${accountId}`;
  await expect(again.execute(app.db)).rejects.toThrow('this payout account was removed');
});
