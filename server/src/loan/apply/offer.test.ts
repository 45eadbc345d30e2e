import { asDay, type Day } from '@sandali/contract/day.ts';
import { centavos } from '@sandali/contract/money.ts';
import { expect, test } from 'vitest';
import { defaultCatalogue as catalogue } from '#/data/catalogues/default.ts';
import type { Quote } from '#/loan/rules/price.ts';
import { priceOf } from './offer.ts';

const pesos = (amount: number) => centavos(amount * 100);
const [today, dueOn, nextDay] = [asDay('2026-11-20'), asDay('2026-11-28'), asDay('2026-11-30')];
const of = { principalCentavos: pesos(60_000), termDays: 8, channel: 'wallet', today } as const;

test('caches a price until the end of the day, or until an input or the holidays change', () => {
  const app = { catalogue, holidays: new Set<Day>() };
  const first = priceOf(app, of) as Quote;
  expect(priceOf(app, of)).toBe(first);
  const others = [
    { principalCentavos: pesos(70_000) },
    { termDays: 15 },
    { channel: 'cashPickup' as const },
    { today: dueOn },
  ];
  for (const change of others) expect(priceOf(app, { ...of, ...change })).not.toEqual(first);
  const coupon = {
    kind: 'interest',
    amountCentavos: pesos(100),
    minimumLoanCentavos: pesos(0),
  } as const;
  expect(priceOf(app, { ...of, coupon })).toMatchObject({ interestCouponCentavos: pesos(100) });
  expect(priceOf(app, of)).toEqual(first);
  const cheaper = {
    ...app,
    catalogue: { ...catalogue, interestPerDayBps: catalogue.interestPerDayBps - 1 },
  };
  expect(priceOf(Object.assign(app, cheaper), of)).not.toEqual(first);
  app.holidays.add(nextDay);
  expect([first.lastFreeOnIfToday, (priceOf(app, of) as Quote).lastFreeOnIfToday]).toEqual([
    nextDay,
    asDay('2026-12-01'),
  ]);
});
