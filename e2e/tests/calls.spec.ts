// Each screen behind the login makes at most two calls, and makes them in parallel.
import type { Page } from '@playwright/test';
import { complaintCreate } from '@sandali/contract/cases.ts';
import { submitContactsAndWork, submitPersonal } from '@sandali/server/sandbox/credit-life.ts';
import { askCode } from '@sandali/server/sandbox/life.ts';
import { watchCalls } from '../calls.ts';
import { newPerson, type Person } from '../life/account.ts';
import { personWithLine, personWithLoan, signUpPerson } from '../life/by-calls.ts';
import { openLoggedIn } from '../life/session.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

/** A seeded person whose application was rejected. */
const rico: Person = {
  phone: '917 555 4105',
  password: 'kunwari-rico-8',
  first: 'Rico',
  last: 'Balik',
};

type Expected = Record<string, readonly string[]>;

/** Loads each address, and expects all its calls in a single round. */
async function expectCalls(page: Page, expected: Expected): Promise<void> {
  const watch = await watchCalls(page);
  for (const [address, calls] of Object.entries(expected)) {
    expect(calls.length, address).toBeLessThanOrEqual(2);
    const rounds = await watch.during(() => page.goto(address));
    expect.soft(rounds, address).toEqual(calls.length > 0 ? [calls] : []);
  }
}

test(
  'screens for taking out a loan make at most two calls, in parallel',
  atLength,
  async ({ page }) => {
    await openLoggedIn(page, await personWithLine(shared.origin, 44));
    await expectCalls(page, {
      '/home': ['/user/multi'],
      '/my': ['/user/info', '/user/multi'],
      '/loan': ['/loan/paychannel/list', '/loan/product/list'],
      '/loan?amount=7000000&term=15': ['/loan/paychannel/list', '/loan/product/list'],
    });
  },
);

test('screens for repaying make at most two calls, in parallel', atLength, async ({ page }) => {
  const { life, loanId } = await personWithLoan(shared.origin, 141, 941);
  const { repaymentId } = await askCode(life, loanId, 100_000);
  await openLoggedIn(page, life);
  const of = `loanId=${loanId}`;
  await expectCalls(page, {
    '/wealth': ['/bill/list'],
    [`/billDetail?${of}`]: ['/bill/detail'],
    [`/repayment?${of}`]: ['/repayment/channel/list'],
    [`/repayment?${of}&repaymentId=${repaymentId}`]: ['/bill/detail', '/repayment/status'],
    [`/renew?${of}`]: ['/loan/renew/cal'],
    [`/renew?${of}&how=extend`]: ['/loan/renew/cal', '/repayment/channel/list'],
    [`/loanResult?${of}`]: ['/loan/detail'],
    [`/documents?${of}`]: ['/document/list'],
    '/statement': ['/bill/statement'],
    '/reminders': ['/calendar/reminder/query', '/user/reminder/query'],
    '/status/loanSuccess': ['/user/status/query'],
    [`/complaints?kind=paymentNotShown&${of}`]: ['/bill/detail', '/bill/list'],
  });
});

test('other screens make at most two calls, in parallel', atLength, async ({ page }) => {
  const someone = await personWithLine(shared.origin, 45);
  const wish = { kind: 'other', loanId: null, payment: null, words: 'Kumusta?' } as const;
  const { complaintId } = await someone.client.must(complaintCreate, wish);
  await openLoggedIn(page, someone);
  await expectCalls(page, {
    '/banklist': ['/bankcard/list', '/user/info'],
    '/banklist?tab=wallet': ['/user/info', '/wallet/list'],
    '/addBank': ['/bank/list', '/user/info'],
    '/addWallet': ['/user/info', '/wallet/type'],
    '/vouchers': ['/voucher/list'],
    '/quota': ['/user/multi'],
    '/creditStatus': ['/user/multi', '/user/refuse/query'],
    '/changePhone': ['/user/changePhone/query'],
    '/changePassword': [],
    '/devices': ['/user/device/list', '/user/recovery/query'],
    '/passkeys': ['/user/passkey/list'],
    '/privacy': ['/user/data/query'],
    '/notices': ['/notice/list'],
    '/complaints': ['/complaint/list', '/user/feedback/list'],
    [`/case?complaintId=${complaintId}`]: ['/complaint/detail'],
    '/refund': ['/refund/query'],
  });
});

test(
  'each screen of an application makes one call, even if places are already selected',
  atLength,
  async ({ page }) => {
    const life = await signUpPerson(shared.origin, newPerson(146), 942);
    await openLoggedIn(page, life);
    await expectCalls(page, { '/credit': ['/credit/query'] });
    await submitPersonal(life);
    await expectCalls(page, { '/credit': ['/credit/query'], '/creditContract': ['/credit/query'] });
    await submitContactsAndWork(life);
    await expectCalls(page, { '/creditWork': ['/credit/query'], '/creditFile': ['/credit/query'] });
  },
);

test(
  'the screens for a rejection make at most two calls, in parallel',
  atLength,
  async ({ page }) => {
    await openLoggedIn(page, rico);
    await expectCalls(page, {
      '/creditStatus': ['/user/multi', '/user/refuse/query'],
      '/status/rejected': ['/credit/query'],
    });
  },
);
