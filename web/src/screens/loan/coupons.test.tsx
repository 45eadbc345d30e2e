import { centavos } from '@sandali/contract/money.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { loadAllCatalogs } from '#/i18n/loadCatalogs.ts';
import { forMoreFixture, quoteFixture } from '#stories/loan/loan.fixtures.ts';
import { couponFixture } from '#stories/loan/prices.fixtures.ts';
import { CouponRow } from './CouponRow.tsx';
import { CouponSheet } from './CouponSheet.tsx';

beforeAll(() => loadAllCatalogs('en'));

const nothing = () => undefined;
const wordsOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const today = forMoreFixture.startDate;
const pesos = (amount: number) => centavos(amount * 100);
const most = pesos(90_000);

function row(
  amountCentavos: ReturnType<typeof pesos>,
  over: Partial<Parameters<typeof CouponRow>[0]> = {},
): string {
  const size = { amountCentavos, mostCentavos: most };
  return wordsOf(
    renderToStaticMarkup(
      <CouponRow
        price={quoteFixture}
        picked={null}
        usable={[forMoreFixture]}
        onOpen={nothing}
        {...size}
        {...over}
      />,
    ),
  );
}

function tickets(amountCentavos: ReturnType<typeof pesos>, mostCentavos = most): string {
  return renderToStaticMarkup(
    <CouponSheet
      isDrawnOnly
      usable={[forMoreFixture]}
      today={today}
      chosen={null}
      onPick={nothing}
      onClose={nothing}
      amountCentavos={amountCentavos}
      mostCentavos={mostCentavos}
    />,
  );
}

test('the coupon row shows a coupon’s minimum loan until the amount suffices', () => {
  expect(row(pesos(60_000))).toBe('Coupon for loans from ₱70,000 Add ₱10,000 to use it');
  // From this amount on the server applies the best coupon, which then appears in the price.
  expect(row(pesos(70_000))).toBe('');
  expect(row(pesos(60_000), { picked: forMoreFixture.voucherId, price: undefined })).toContain(
    'Coupon for loans from ₱70,000',
  );
  expect(row(pesos(60_000), { mostCentavos: pesos(60_000) })).toContain(
    'More than you can borrow now',
  );
});

test('the coupon row prefers a usable or declined coupon to one for larger loans', () => {
  const usable = [forMoreFixture, { ...forMoreFixture, minimumLoanCentavos: pesos(0) }];
  expect(row(pesos(60_000), { price: couponFixture, usable })).toContain(
    '₱200 off the service fee',
  );
  expect(row(pesos(60_000), { picked: 'none' })).toContain('No coupon used');
  // While the price loads, the row with a suitable coupon stays in place.
  expect(row(pesos(60_000), { price: undefined, usable })).toBe('Coupon chosen Tap to change');
  expect(row(pesos(60_000), { price: undefined, usable: [] })).toBe('');
  expect(row(pesos(60_000), { usable: [] })).toBe('');
});

test('the coupon sheet makes a coupon selectable only if the loan is large enough', () => {
  expect(wordsOf(tickets(pesos(60_000)))).toContain('Loans from ₱70,000 Add ₱10,000 to use it');
  expect(tickets(pesos(60_000))).not.toContain('aria-pressed');
  expect(wordsOf(tickets(pesos(60_000), pesos(60_000)))).toContain('More than you can borrow now');
  expect(tickets(pesos(70_000))).toContain('aria-pressed="false"');
  expect(wordsOf(tickets(pesos(70_000)))).not.toContain('to use it');
  const html = renderToStaticMarkup(
    <CouponSheet
      isDrawnOnly
      usable={[]}
      today={today}
      chosen={null}
      onPick={nothing}
      onClose={nothing}
      amountCentavos={most}
      mostCentavos={most}
    />,
  );
  expect(wordsOf(html)).toContain('No coupons right now');
});
