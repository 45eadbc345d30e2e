// Support answers the five most frequent calls from a person's standing and timeline.
import { logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { complaintCreate } from '@sandali/contract/cases.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { productList } from '@sandali/contract/loan.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { complaintInWords } from '#/cases/testing.ts';
import { workCtx } from '#/context/ctx.ts';
import { approveDue } from '#/loan/payout/approve.ts';
import { payoutSteps } from '#/payout/testing.ts';
import { gidOf, type Person, testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { storeSetting } from '#/testing/settings.ts';
import type { Standing } from './standing-data.ts';
import { type Answer, testOps } from './testing.ts';

const app = await testApp();
const ops = testOps(app.context);
const [support, other, collector, engineer] = [
  await ops.person('support'),
  await ops.person('support'),
  await ops.person('collector'),
  await ops.person('engineer'),
];
const { signed, until } = payoutSteps(app);
const { codeFor, pay, bookPayments } = moneySteps(app);
const ticket = { reason: 'calls, ticket 812' };

async function switchPayouts(isOn: boolean): Promise<void> {
  await app.db
    .transaction()
    .execute((tx) => storeSetting(tx, 'payoutsOn', isOn, 'test', app.clocks.wall()));
  app.context.settings.forget();
}

function must({ status, data, wrong }: Answer): Answer['data'] {
  expect(status, wrong).toBe(200);
  return data;
}
const standingOf = async (person: string, { ask } = support) =>
  must(await ask('person standing', { person }, ticket)) as unknown as Standing;

type Row = { kind: string; what: string; amountCentavos: number | null; state: string | null };
const timelineOf = async (person: string, only: string) =>
  must(await support.ask('person timeline', { person, only: [only] }, ticket)).events as Row[];

/** Tries a wrong password ten times on a device that the account does not know. */
async function tryOnAnotherDevice({ life }: Person): Promise<void> {
  const thief = app.device();
  for (let attempt = 0; attempt < 10; attempt++)
    await thief.ask(logonRegister, {
      by: 'password',
      phone: life.phone,
      password: `mali na salita ${attempt}`,
      agreementVersion,
    });
}

slow(
  'answers where the money is, why not to borrow, what was paid twice, and who is locked',
  async () => {
    await switchPayouts(false);
    const { anna, loanId } = await signed('7701');
    const person = await gidOf(anna);
    const { client } = anna;

    // Where is my money?
    await approveDue(workCtx(app.context));
    expect((await standingOf(person)).payout).toMatchObject({
      id: null,
      where: expect.stringMatching(
        /^Signed 20\d\d-.* not ordered yet: payouts are switched off\.$/,
      ),
    });
    await switchPayouts(true);
    await approveDue(workCtx(app.context));
    await switchPayouts(false);
    const stuck = (await standingOf(person)).payout;
    expect(stuck).toMatchObject({ kind: 'loan', state: 'ready', channel: 'bankCard' });
    expect(stuck?.where).toMatch(/^Waits since 20\d\d-.* payouts are switched off\.$/);
    expect((await timelineOf(person, 'payout')).map(({ state }) => state)).toEqual([stuck?.where]);
    await switchPayouts(true);
    await until(loanId, 'paid');
    expect((await standingOf(person)).payout?.where).toMatch(/^Paid 20/);

    // Why can I not borrow?
    await app.addDays(20);
    const home = await client.must(userMulti, {});
    const late = await standingOf(person);
    expect(home.whyNotBorrow?.name).toBe('billOverdue');
    expect(late.borrowing).toMatchObject({ canBorrow: false, whyNot: home.whyNotBorrow });
    const { bill } = await client.must(billDetail, { loanId: loanId as never });
    expect(late.bills).toHaveLength(1);
    const { owed, pay: ways } = late.bills[0] as Standing['bills'][number];
    const { totalCentavos } = owed;
    expect({ on: owed.on, owedCentavos: totalCentavos }).toEqual(bill.currentDue);
    expect(owed.principalCentavos + owed.interestCentavos + owed.lateCentavos).toBe(totalCentavos);
    expect(owed.lateCentavos).toBeGreaterThan(0);
    expect(ways.channels).toContain('sevenEleven');

    // I paid twice.
    const { code } = await codeFor(anna, loanId);
    expect((await standingOf(person)).bills[0]?.pay.codes).toMatchObject([
      { code, amountCentavos: totalCentavos, isBeingPaid: false },
    ]);
    await bookPayments(await pay(code), await pay(code));
    const paid = await standingOf(person);
    expect(paid.bills).toEqual([]);
    expect(paid.payments).toMatchObject({
      beyond: [{ amountCentavos: totalCentavos, beyondCentavos: totalCentavos }],
      refundableCentavos: totalCentavos,
      suspense: [],
    });
    expect((await timelineOf(person, 'payment')).map(({ what }) => what)).toEqual(
      expect.arrayContaining([expect.stringContaining('more than was owed')]),
    );

    // I lost my phone.
    await tryOnAnotherDevice(anna);
    expect((await standingOf(person)).access).toMatchObject({
      knownDevices: 1,
      passkeys: 0,
      attempts: expect.arrayContaining([
        expect.objectContaining({ kind: 'password', used: 10, limit: 10, isLocked: true }),
      ]),
    });
    await support.ask('person unlock', { person }, ticket);
    await support.ask('sessions end', { person }, ticket);
    expect((await standingOf(person)).access).toMatchObject({ openSessions: 0, attempts: [] });
    expect((await timelineOf(person, 'session'))[0]?.what).toMatch(/^Session ended/);
  },
);

slow('a wrong name shows masked, with the correction that waits for a second person', async () => {
  const anna = await app.person({ withCredit: true });
  const person = await gidOf(anna);
  const { number } = await anna.client.must(
    complaintCreate,
    complaintInWords('Mali ang pangalan ko', 'personalData'),
  );
  const input = {
    ...{ person, what: 'name', case: number },
    ...{ firstName: 'Ligaya', lastName: 'Bagongdiwa' },
  };
  expect((await support.ask('person correct', input, ticket)).status).toBe(200);
  const standing = await standingOf(person);
  expect(standing.who).toMatchObject({
    name: expect.stringMatching(/^S\. .*\.$/),
    idNumber: expect.stringMatching(/••••$/),
    openCorrections: [{ field: 'name', case: number }],
  });
  expect(JSON.stringify(standing)).not.toContain(anna.life.lastName);
  await other.ask('person correct', input, ticket);
  expect((await standingOf(person)).who.openCorrections).toEqual([]);
  expect((await timelineOf(person, 'correction'))[0]?.what).toBe(`Corrected: name, case ${number}`);
});

test('a person without a line reads why, in the words of the refused request', async () => {
  const anna = await app.person();
  const refusal = await anna.client.ask(productList, {});
  expect((await standingOf(await gidOf(anna))).borrowing).toMatchObject({
    whyNot: { name: 'creditNotApproved', message: refusal.message },
    line: null,
  });
});

type Inbox = { cases: { kind: string; subject: string; dueOn: string | null }[]; next: unknown };
type Today = { rows: { what: string; count: number; dueOn: string | null; listedBy: string }[] };

test('lists show each role only the kinds of case that it may list', async () => {
  const anna = await app.person();
  const person = await gidOf(anna);
  const { number } = await anna.client.must(complaintCreate, complaintInWords('May mali'));
  const reviewer = await ops.person('reviewer');
  const inboxOf = async ({ ask }: Pick<typeof support, 'ask'>) =>
    must(await ask('cases list')) as unknown as Inbox;
  const todayOf = async ({ ask }: Pick<typeof support, 'ask'>) =>
    (must(await ask('today')) as unknown as Today).rows;
  expect((await inboxOf(support)).cases.map(({ subject }) => subject)).toContain(number);
  expect((await inboxOf(reviewer)).cases.filter(({ kind }) => kind === 'complaint')).toEqual([]);
  expect((await collector.ask('cases list')).status).toBe(403);
  const complaints = { what: 'complaints', listedBy: 'complaint list' };
  expect(await todayOf(support)).toContainEqual(expect.objectContaining(complaints));
  for (const staff of [reviewer, collector, engineer])
    expect(await todayOf(staff)).not.toContainEqual(expect.objectContaining(complaints));
  expect((await standingOf(person)).cases).toHaveLength(1);
  expect((await standingOf(person, collector)).cases).toEqual([]);
  expect((await standingOf(person, collector)).payments.suspense).toBeNull();
});
