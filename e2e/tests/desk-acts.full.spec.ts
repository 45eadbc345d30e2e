// Acts of each role at the desk by keyboard: from a borrower's page and from the inbox.
import type { Browser, Page } from '@playwright/test';
import { codeSms, userInfo } from '@sandali/contract/account.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { voucherList } from '@sandali/contract/coupon.ts';
import { addDays as dayAfter } from '@sandali/contract/day.ts';
import { recoveryBegin, recoveryPicture, recoveryQuery } from '@sandali/contract/recovery.ts';
import { refuseDispute, refuseQuery } from '@sandali/contract/rejection.ts';
import { applyForCredit, applyUntilApproved } from '@sandali/server/sandbox/credit-life.ts';
import { type Life, reviewed } from '@sandali/server/sandbox/life.ts';
import { newPerson } from '../life/account.ts';
import { newClient, personWithLoan, signUpPerson } from '../life/by-calls.ts';
import { countWork, expectNoFaults, secondBrowser, signInAsNew } from '../life/desk.ts';
import { confirmProposal, send } from '../life/desk-acts.ts';
import { cardPhoto } from '../life/photo.ts';
import { addDays, brokenBooks, smsCode } from '../life/sandbox.ts';
import { turns } from '../places.ts';
import { atLength, choose, expect, press, tabTo, test } from './fixture.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

/** Signs a new member of staff in, in a browser of their own. */
async function member(browser: Browser, name: string, role: string, isSecond = false) {
  const page = await secondBrowser(browser);
  const proposer = isSecond ? 'third' : 'second';
  await signInAsNew(page, `${name}.${Date.now() % 1_000_000}`, role, { proposer });
  return page;
}

/** Finds the person by number, and opens the page with the usual reason. */
async function openPerson(page: Page, { phone }: Life): Promise<void> {
  await press(page, page.getByRole('link', { name: 'Borrowers', exact: true }));
  await expect(page.getByLabel('Who calls')).toBeFocused();
  await page.keyboard.type(phone.replace('+63', '0'));
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('grid').getByRole('row').nth(1));
  await expect(page.getByLabel('Reason')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Can borrow' })).toBeVisible();
}

/** Opens an act of the person's page, and fills its form in: what each field is typed or picks. */
async function act(page: Page, name: string, fields: Record<string, string>): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Act', exact: true }));
  await choose(page, name);
  await expect(page.getByRole('heading', { name })).toBeFocused();
  for (const [label, text] of Object.entries(fields)) {
    const field = page
      .getByLabel(label, { exact: true })
      .or(page.getByRole('button', { name: label }))
      .first();
    await tabTo(page, field);
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
}

/** Sends what the dialog asks about. */
async function agree(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await press(page, dialog.getByRole('button', { name }));
  await expect(dialog).toHaveCount(0);
}

/** Looks at the case that waits in this list of the inbox, with the usual reason. */
async function openCase(page: Page, list: string, id: string): Promise<void> {
  await press(page, page.getByRole('link', { name: 'Cases', exact: true }));
  await press(page, page.getByRole('link', { name: list, exact: true }));
  await press(page, page.locator(`a[href*="${id}"]`));
  await expect(page.getByLabel('Reason')).toBeFocused();
  await page.keyboard.press('Enter');
}

/** Compares the four pictures of the open recovery, and approves it. */
async function approveRecovery(page: Page, recovery: string, button: string): Promise<void> {
  const view = page.getByRole('article', { name: 'The open case' });
  await openCase(page, 'Recoveries', recovery);
  await press(page, view.getByRole('button', { name: 'Compare the four pictures' }));
  await expect(view.getByLabel('Reason')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(view.locator('canvas')).toHaveCount(4);
  await press(page, view.getByRole('button', { name: /^Approve a recovery/ }));
  await send(page, 'same face and card', button);
}

test('people of each role act from a borrower’s page', atLength, async ({ page, browser }) => {
  const [kept, late] = [
    await personWithLoan(turns.origin, 393, 1343, { termDays: 8 }),
    await personWithLoan(turns.origin, 394, 1344, { termDays: 8 }),
  ];
  const detail = ({ life, loanId }: typeof kept) =>
    life.client.must(billDetail, { loanId: loanId as never });
  const support = await member(browser, 'sara', 'support');
  const manager = await member(browser, 'mia', 'manager');
  const finance = await member(browser, 'faye', 'finance');
  const second = await member(browser, 'fred', 'finance', true);
  const { today } = await detail(kept);
  const until = dayAfter(today, 30);

  const coupon = await countWork(manager);
  await coupon.during(async () => {
    await openPerson(manager, kept.life);
    await act(manager, 'Grant coupons', {
      Campaign: 'sorry-812',
      Off: 'i',
      Amount: '300',
      Until: `${until.slice(5, 7)}${until.slice(8)}${until.slice(0, 4)}`,
      Reason: 'waited long for an answer',
    });
    await agree(manager, 'Grant coupons');
    await expect(manager.getByRole('status')).toContainText('1 given');
  });
  coupon.print('a coupon from a borrower’s page');
  const { userGid } = await kept.life.client.must(userInfo, {});
  const { discountInfoList } = await kept.life.client.must(voucherList, { userGid });
  expect(discountInfoList).toContainEqual(
    expect.objectContaining({ kind: 'interest', discountAmount: '300', endDate: until }),
  );

  // Support records a plan before the due date.
  await addDays(page.request, 7);
  const plan = await countWork(support);
  const on = dayAfter(today, 20);
  await plan.during(async () => {
    await openPerson(support, kept.life);
    await act(support, 'Record a promise', {
      Parts: `${on}=rest`,
      Reason: 'pays after the holidays',
    });
    await agree(support, 'Record a promise');
    await expect(support.getByRole('status')).toContainText('is promised');
  });
  plan.print('a payment plan from a borrower’s page');
  const { granted, bill } = await detail(kept);
  expect(granted.promise).toMatchObject({ isKept: true, parts: [{ on }] });
  await expectNoFaults(support);

  // Two people of finance waive a late charge. Whoever decides on a bill looks at it first.
  await addDays(page.request, 6);
  const before = await detail(late);
  expect(before.overdueFeeCentavos).toBeGreaterThan(0);
  const waiver = await countWork(finance, second);
  await waiver.during(async () => {
    await openPerson(finance, late.life);
    await press(finance, finance.getByRole('button', { name: 'Show', exact: true }));
    await choose(finance, 'Show a bill');
    await tabTo(finance, finance.getByRole('textbox', { name: 'Reason' }));
    await finance.keyboard.type('the kiosk was down');
    await finance.keyboard.press('Enter');
    const result = finance.getByRole('region', { name: 'Result' });
    await expect(result).toBeVisible();
    await press(finance, result.getByRole('button', { name: before.bill.referenceNo }));
    await choose(finance, 'Waive a charge');
    await tabTo(finance, finance.getByRole('textbox', { name: 'Reason' }));
    await finance.keyboard.type('the kiosk was down');
    await finance.keyboard.press('Enter');
    await agree(finance, 'Propose');
    await confirmProposal(second, 'Show a bill', 'the chain confirms it');
  });
  waiver.print('a late charge waived by two people');
  const after = await detail(late);
  expect(after.overdueFeeCentavos).toBe(0);
  expect(before.bill.currentDue.owedCentavos - after.bill.currentDue.owedCentavos).toBe(
    before.overdueFeeCentavos,
  );
  expect(bill.referenceNo).not.toBe(before.bill.referenceNo);
  expect(await brokenBooks(page.request)).toEqual([]);
});

test('a reviewer answers a disputed decision', atLength, async ({ browser }) => {
  const life = await signUpPerson(turns.origin, newPerson(395), 1345);
  await applyForCredit(life, 'refusable');
  expect(await reviewed(life)).toBe('rejected');
  const { disputeId } = await life.client.must(refuseDispute, {
    words: 'May <b>maliit</b> akong tindahan.',
  });
  const reviewer = await member(browser, 'rosa', 'reviewer');
  const view = reviewer.getByRole('article', { name: 'The open case' });
  const { during, print } = await countWork(reviewer);
  await during(async () => {
    await openCase(reviewer, 'Disputes', disputeId);
    await expect(view).toContainText('May <b>maliit</b> akong tindahan.');
    await press(reviewer, view.getByRole('button', { name: /^Answer a dispute/ }));
    await press(reviewer, view.getByRole('button', { name: 'The decision stays' }));
    await expect(view.getByLabel('Words')).not.toHaveValue('');
    await send(reviewer, 'the permit is missing', 'Answer a dispute');
  });
  await expectNoFaults(reviewer);
  print('a disputed decision answered');
  const { refusal } = await life.client.must(refuseQuery, {});
  expect(refusal?.dispute).toMatchObject({
    outcome: 'declined',
    answer: expect.stringMatching(/^We looked/),
  });
});

test('two reviewers approve the recovery of an account', atLength, async ({ page, browser }) => {
  const owner = await signUpPerson(turns.origin, newPerson(396), 1346);
  await applyUntilApproved(owner);
  const [first, second] = [
    await member(browser, 'rita', 'reviewer'),
    await member(browser, 'remy', 'reviewer', true),
  ];
  await addDays(page.request, 1);
  const client = newClient(turns.origin);
  const newPhone = '+639175559046';
  const { challengeId } = await client.must(codeSms, { phone: newPhone, purpose: 'recovery' });
  const { recoveryId } = await client.must(recoveryBegin, {
    phone: owner.phone,
    idNumber: `9999${String(owner.number).padStart(8, '0')}`,
    newPhone,
    challengeId,
    code: await smsCode(page.request, newPhone),
  });
  await page.goto('/login');
  for (const purpose of ['idFront', 'selfie'] as const)
    await client.must(recoveryPicture, {
      recoveryId,
      purpose,
      bytes: (await cardPhoto(page)).toString('base64'),
    });
  const pending = async () => (await owner.client.must(recoveryQuery, {})).pending;
  expect(await pending()).toMatchObject({ effectiveFrom: null });

  const { during, print } = await countWork(first, second);
  await during(async () => {
    await approveRecovery(first, recoveryId, 'Propose');
    await approveRecovery(second, recoveryId, 'Confirm with your passkey');
  });
  await expectNoFaults(second);
  print('a recovery approved by two people');
  expect(await pending()).toMatchObject({ effectiveFrom: expect.any(String) });
});
