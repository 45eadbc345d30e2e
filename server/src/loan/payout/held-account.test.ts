// An intruder may add a payout account before changing the phone number. Accounts added in the 24
// hours before the change are therefore held too.
import { codeSms } from '@sandali/contract/account.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { userMulti, userStatusQuery } from '@sandali/contract/home.ts';
import { loanApply, loanDetail, paychannelList, productCal } from '@sandali/contract/loan.ts';
import { walletAdd, walletList } from '@sandali/contract/payoutAccounts.ts';
import { changePhone } from '@sandali/contract/phoneChange.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { approveDue } from '#/loan/payout/approve.ts';
import { loansToApprove } from '#/loan/store.ts';
import { addWallet } from '#/sandbox/life.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { storeSetting } from '#/testing/settings.ts';

const app = await testApp();
const peso = 100;

const price = (accountId: string) =>
  ({ amountCentavos: 60_000 * peso, termDays: 15, channel: 'wallet', accountId }) as const;

/** Quotes a loan of ₱60,000 to an account and returns the input for signing it. */
async function quoteOf({ client, life }: Person, accountId: string) {
  return {
    ...agreedTo(await client.must(productCal, price(accountId))),
    password: life.password,
  } as const;
}

/** Adds another wallet in the borrower's name. */
async function addMaya({ client, life }: Person): Promise<string> {
  const accountName = `${life.firstName} ${life.lastName}`;
  const { wallet } = await client.must(walletAdd, {
    walletId: 'maya',
    accountName,
    phone: life.phone,
    password: life.password,
  });
  return wallet.accountId;
}

/** Changes the phone number, using codes sent to both numbers. */
async function changeNumber({ client, life }: Person, phone: string): Promise<void> {
  const codeTo = async (to: string, purpose: 'oldPhone' | 'newPhone') => {
    app.clocks.addMs(61_000);
    const { challengeId } = await client.must(codeSms, { phone: to, purpose });
    return { challengeId, code: (await life.codesOf(to)).at(-1) ?? '' };
  };
  const old = await codeTo(life.phone, 'oldPhone');
  const proof = await codeTo(phone, 'newPhone');
  await client.must(changePhone, {
    by: 'code',
    oldChallengeId: old.challengeId,
    oldCode: old.code,
    phone,
    ...proof,
  });
}

test('a number change holds accounts added in the previous 24 hours for 24 hours', async () => {
  const anna = await app.person({ withCredit: true });
  const { client } = anna;
  const older = await addWallet(anna.life);
  app.clocks.addMs(23 * hourMs);
  const recent = await addMaya(anna);
  app.clocks.addMs(hourMs + 1);
  const agreed = await quoteOf(anna, recent);
  await changeNumber(anna, '+639175559001');
  expect(await client.ask(productCal, price(recent))).toMatchObject({
    name: 'accountHeld',
    message: expect.stringContaining('24'),
  });
  expect((await client.ask(loanApply, agreed)).name).toBe('accountHeld');
  const { channels } = await client.must(paychannelList, { amountCentavos: 60_000 * peso });
  const accounts = channels.find((listed) => listed.channel === 'wallet')?.accounts ?? [];
  const heldBack = { whyNotPaid: 'held', heldHours: 24 };
  expect(accounts.find((account) => account.accountId === recent)).toMatchObject(heldBack);
  expect(accounts.find((account) => account.accountId === older)).toMatchObject({
    whyNotPaid: null,
    heldHours: 0,
  });
  expect(
    (await client.must(walletList, {})).wallets.find((wallet) => wallet.accountId === recent),
  ).toMatchObject(heldBack);
  const payable = async () => {
    const { wallets } = await client.must(walletList, {});
    return Object.fromEntries(
      wallets.map((wallet) => [wallet.accountId, wallet.whyNotPaid === null]),
    );
  };
  expect(await payable()).toEqual({ [older]: true, [recent]: false });
  app.clocks.addMs(24 * hourMs - 1);
  expect((await client.ask(loanApply, agreed)).name).toBe('quoteExpired');
  expect((await client.ask(productCal, price(recent))).name).toBe('accountHeld');
  expect((await client.ask(productCal, price(older))).name).toBe('success');
  app.clocks.addMs(1);
  expect(await payable()).toEqual({ [older]: true, [recent]: true });
  expect((await client.ask(loanApply, await quoteOf(anna, recent))).name).toBe('success');
});

slow('a number change after the signature delays a loan’s payout until the hold ends', async () => {
  const anna = await app.person({ withCredit: true });
  await addWallet(anna.life);
  const recent = await addMaya(anna);
  const payouts = async (isOn: boolean) => {
    await app.db
      .transaction()
      .execute((tx) => storeSetting(tx, 'payoutsOn', isOn, 'test', app.clocks.wall()));
    app.context.settings.forget();
  };
  await payouts(false);
  const { loanId } = await anna.client.must(loanApply, await quoteOf(anna, recent));
  await changeNumber(anna, '+639175559002');
  const until = app.clocks.now().add({ hours: 24 });
  await payouts(true);
  await app.work();
  const waiting = await anna.client.must(loanDetail, { loanId });
  expect(waiting).toMatchObject({ state: 'approving', canCancel: true });
  expect(Temporal.Instant.from(waiting.heldUntil as string).toString()).toBe(until.toString());
  // Home and /status show the hold too. They do not promise an arrival within minutes.
  const { heldUntil, expectedBy } = waiting;
  expect((await anna.client.must(userMulti, {})).loan).toMatchObject({
    loanId,
    heldUntil,
    expectedBy,
  });
  expect(await anna.client.must(userStatusQuery, {})).toMatchObject({
    showType: 'approving',
    loanId,
    heldUntil,
  });
  expect(Temporal.Instant.compare(waiting.expectedBy as string, until)).toBeGreaterThanOrEqual(0);
  expect(
    await app.db.selectFrom('payouts').select('id').where('subject_id', '=', loanId).execute(),
  ).toEqual([]);
  // Until the hold ends, the worker does not even lock the loan.
  const due = async (now: Temporal.Instant) =>
    (
      await loansToApprove(app.db, {
        now,
        channels: ['wallet', 'bankCard'],
        most: 9,
        except: [],
        after: null,
      })
    ).map(({ id }) => id);
  expect(await due(until.subtract({ milliseconds: 1 }))).toEqual([]);
  expect(await due(until)).toEqual([loanId]);
  app.clocks.addMs(24 * hourMs);
  await app.addDays(0);
  await app.until(
    'the payout',
    async () => (await anna.client.must(loanDetail, { loanId })).state === 'success',
  );
});

slow('cash pickups are refused or held for 24 hours after a number change', async () => {
  const anna = await app.person({ withCredit: true });
  const { client, life } = anna;
  const wish = {
    amountCentavos: 60_000 * peso,
    termDays: 15,
    channel: 'cashPickup',
    accountId: null,
  } as const;
  const quote = async () => {
    return { ...agreedTo(await client.must(productCal, wish)), password: life.password } as const;
  };
  const payouts = async (isOn: boolean) => {
    await app.db
      .transaction()
      .execute((tx) => storeSetting(tx, 'payoutsOn', isOn, 'test', app.clocks.wall()));
    app.context.settings.forget();
  };
  await payouts(false);
  const [first, agreed] = [await quote(), await quote()];
  const { loanId } = await client.must(loanApply, first);
  await changeNumber(anna, '+639175559003');
  const until = app.clocks.now().add({ hours: 24 });
  await payouts(true);
  await app.work();
  const waiting = await client.must(loanDetail, { loanId });
  expect(waiting).toMatchObject({ state: 'approving', withdrawalCode: null });
  expect(
    Temporal.Instant.from(waiting.heldUntil ?? '')
      .until(until)
      .abs()
      .total('seconds'),
  ).toBeLessThan(1);
  const { channels } = await client.must(paychannelList, { amountCentavos: wish.amountCentavos });
  expect(channels.find((channel) => channel.channel === 'cashPickup')).toMatchObject({
    isAvailable: false,
    whyNot: 'held',
  });
  expect(await client.ask(productCal, wish)).toMatchObject({
    name: 'pickupHeld',
    message: expect.stringContaining('24'),
  });
  expect((await client.ask(loanApply, agreed)).name).toBe('pickupHeld');
  app.clocks.addMs(24 * hourMs);
  await app.until(
    'the cash to be ready',
    async () => (await client.must(loanDetail, { loanId })).withdrawalCode !== null,
  );
});

slow('loans on hold do not delay newer loans', async () => {
  const payouts = async (isOn: boolean) => {
    await app.db
      .transaction()
      .execute((tx) => storeSetting(tx, 'payoutsOn', isOn, 'test', app.clocks.wall()));
    app.context.settings.forget();
  };
  await payouts(false);
  const waitingPeople: Person[] = [];
  for (const phone of ['+639175559013', '+639175559014']) {
    const who = await app.person({ withCredit: true });
    const recent = await addWallet(who.life);
    await who.client.must(loanApply, await quoteOf(who, recent));
    await changeNumber(who, phone);
    waitingPeople.push(who);
  }
  const young = await app.person({ withCredit: true });
  const { loanId } = await young.client.must(
    loanApply,
    await quoteOf(young, await addWallet(young.life)),
  );
  await payouts(true);
  await approveDue(workCtx(app.context), 1);
  expect((await young.client.must(loanDetail, { loanId })).state).not.toBe('approving');
  expect(
    await app.db.selectFrom('loans').select('id').where('state', '=', 'approving').execute(),
  ).toHaveLength(waitingPeople.length);
});
