// Holidays of 2028 by law alone, as those of 2027 (by-law-2027.ts). Easter is 16 April 2028.
import type { Proclamation } from './schema.ts';

export const byLaw2028: Proclamation = {
  proclamation: 'Republic Acts 9492 and 10966',
  days: [
    { on: '2028-01-01', kind: 'regular', name: 'New Year’s Day' },
    { on: '2028-04-13', kind: 'regular', name: 'Maundy Thursday' },
    { on: '2028-04-14', kind: 'regular', name: 'Good Friday' },
    { on: '2028-08-28', kind: 'regular', name: 'National Heroes Day' },
    { on: '2028-11-01', kind: 'special', name: 'All Saints’ Day' },
    { on: '2028-12-08', kind: 'special', name: 'Feast of the Immaculate Conception of Mary' },
    { on: '2028-12-25', kind: 'regular', name: 'Christmas Day' },
    { on: '2028-12-31', kind: 'special', name: 'Last Day of the Year' },
  ],
};
