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

test('a coupon for larger loans stays on /loan with what it asks for, until the amount has grown to it', () => {
  expect(row(pesos(60_000))).toBe('Coupon for loans from ₱70,000 ₱10,000 more and you can use it');
  // From there on the server applies the best one by itself: the price says which.
  expect(row(pesos(70_000))).toBe('');
  expect(row(pesos(60_000), { picked: forMoreFixture.voucherId, price: undefined })).toContain(
    'Coupon for loans from ₱70,000',
  );
  expect(row(pesos(60_000), { mostCentavos: pesos(60_000) })).toContain(
    'Above what you can borrow now',
  );
});

test('what can be used, or was declined, is shown before what cannot', () => {
  const usable = [forMoreFixture, { ...forMoreFixture, minimumLoanCentavos: pesos(0) }];
  expect(row(pesos(60_000), { price: couponFixture, usable })).toContain(
    '₱200 off the service fee',
  );
  expect(row(pesos(60_000), { picked: 'none' })).toContain('No coupon used');
  // Without a price, while it is worked out, the row of a coupon that fits stays in its place.
  expect(row(pesos(60_000), { price: undefined, usable })).toBe('A coupon is chosen Tap to change');
  expect(row(pesos(60_000), { price: undefined, usable: [] })).toBe('');
  expect(row(pesos(60_000), { usable: [] })).toBe('');
});

test('in the choice it is no button until the amount fits; without any it says so', () => {
  expect(wordsOf(tickets(pesos(60_000)))).toContain(
    'Loans from ₱70,000 ₱10,000 more and you can use it',
  );
  expect(tickets(pesos(60_000))).not.toContain('aria-pressed');
  expect(wordsOf(tickets(pesos(60_000), pesos(60_000)))).toContain('Above what you can borrow now');
  expect(tickets(pesos(70_000))).toContain('aria-pressed="false"');
  expect(wordsOf(tickets(pesos(70_000)))).not.toContain('more and you can use it');
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
  expect(wordsOf(html)).toContain('No coupons now');
});
