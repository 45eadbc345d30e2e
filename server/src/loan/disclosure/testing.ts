// A lender, a borrower and an overdue loan for tests of documents.
import { asDay } from '@sandali/contract/day.ts';
import { defaultCatalogue } from '#/data/catalogues/default.ts';
import { billOf, pesos } from '#/loan/rules/testing.ts';

export const lender = {
  name: 'Sandali Lending Corp.',
  registrationNumber: 'CS000000000',
  authorityNumber: '0000',
  address: '1 Kalye Halimbawa, Makati City',
  telephone: '(02) 5550 0100',
};

/** The parties to a loan, as documents name them. */
export const parties = {
  reference: '2530731609',
  borrower: { name: 'Ligaya Halimbawa', address: '7 Kalye Mabini, Makati City' },
  lender,
};

/** A loan of ₱60,000 for 15 days that was due on 18 November 2026. */
export const overdue = {
  ...billOf({ catalogue: defaultCatalogue, principalCentavos: pesos(60_000), termDays: 15 }),
  arrivedOn: asDay('2026-11-03'),
  firstLastFreeOn: asDay('2026-11-18'),
};
