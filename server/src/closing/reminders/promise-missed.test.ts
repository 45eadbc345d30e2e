// On the morning after a missed plan part, the worker notifies the borrower once, unless the plan
// was replaced.
import { billDetail } from '@sandali/contract/billDetail.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { locales } from '@sandali/contract/locale.ts';
import { noticeList } from '@sandali/contract/notifications.ts';
import { planApply, planCal } from '@sandali/contract/plan.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { outbox } from '#/sandbox/store.ts';
import { testApp } from '#/testing/app.ts';
import { extensionSteps } from '#/testing/extensions.ts';
import { moneySteps } from '#/testing/money.ts';
import { say } from '#/texts/say.ts';

const app = await testApp();
const money = moneySteps(app);
const { debtor, codeFor, pay, bookPayments } = money;
const { toDay, extend } = extensionSteps(app, money);
type Debtor = Awaited<ReturnType<typeof planned>>;

/** Makes a plan in four parts today, and returns the days of its parts. */
async function planned({ anna, loanId }: Awaited<ReturnType<typeof debtor>>) {
  const wish = { loanId: loanId as LoanId, count: 4 as const };
  const { totalCentavos, textHash } = await anna.client.must(planCal, wish);
  const { parts } = await anna.client.must(planApply, {
    ...wish,
    totalCentavos,
    textHash,
    textRead: true,
  });
  return {
    anna,
    loanId,
    days: parts.map(({ on }) => on as string),
    part: parts[0]?.amountCentavos ?? 0,
  };
}
async function pays({ anna, loanId }: Debtor, amountCentavos: number) {
  await bookPayments(await pay((await codeFor(anna, loanId, amountCentavos)).code, amountCentavos));
}
async function look(): Promise<void> {
  await app.app.jobs['reminder.look']({});
  await app.work();
}
const missedNotices = async ({ anna }: Debtor) =>
  (await outbox(app.db, anna.life.phone))
    .map(({ text }) => text)
    .filter((text) => text.includes('we did not receive the part'));

slow('notifies a borrower once per missed part, with its amount and daily charge', async () => {
  const debtors = [await debtor(8), await debtor(8), await debtor(8)] as const;
  await app.addDays(8);
  const [missing, kept, extended] = [
    await planned(debtors[0]),
    await planned(debtors[1]),
    await planned(debtors[2]),
  ];
  const [first = '', second = '', third = ''] = missing.days;
  await extend(extended.anna, extended.loanId);
  await toDay(first);
  for (const borrower of [missing, kept]) await pays(borrower, missing.part);
  await toDay(second);
  await pays(kept, missing.part);
  await pays(missing, 5_240_00);
  await look();
  expect(await missedNotices(missing)).toEqual([]);
  await toDay(second, 1);
  await look();
  await look();
  const { granted, tomorrowCentavos } = await missing.anna.client.must(billDetail, {
    loanId: missing.loanId as LoanId,
  });
  expect([granted.promise?.isKept, tomorrowCentavos]).toEqual([false, 67_47]);
  expect(await missedNotices(missing)).toEqual([
    expect.stringMatching(
      /^Sandali: we did not receive the part of your plan due on 1\d Dec 2026: ₱10,000\.00\. The late charge is added again, up to ₱67\.47 a day\. .* Call .*\d/,
    ),
  ]);
  const [notice] = (await missing.anna.client.must(noticeList, {})).notices;
  expect(notice).toMatchObject({
    title: expect.stringMatching(/^We did not receive the part due on 1\d Dec 2026$/),
    opens: `/billDetail?loanId=${missing.loanId}`,
  });
  await toDay(third, 1);
  await look();
  expect([(await missedNotices(missing)).length, await missedNotices(extended)]).toEqual([1, []]);
  expect(await missedNotices(kept)).toHaveLength(1);
});

test('the missed-part text omits the late charge if no daily amount is given', () => {
  const values = { due: '13 Dec 2026', amount: '₱500.00', telephone: '(02) 5550 0100' };
  expect(say('en', 'sms.promiseMissed', { ...values, aDay: '₱3.39' })).toContain(
    'The late charge is added again, up to ₱3.39 a day. Having',
  );
  for (const locale of locales)
    expect(say(locale, 'sms.promiseMissed', values)).not.toMatch(
      /late charge|Phí trễ|逾期费|undefined|\{/,
    );
});
