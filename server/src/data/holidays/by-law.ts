// Holidays of 2027 and 2028 that need no proclamation: Administrative Code, Book I, section 26 (as
// amended by RA 9492), and RA 10966. The proclamation for a year replaces that year's list here.
import type { Proclamation } from './schema.ts';

export const byLaw2027: Proclamation = {
  proclamation: 'Republic Acts 9492 and 10966',
  days: [
    { on: '2027-01-01', kind: 'regular', name: 'New Year’s Day' },
    { on: '2027-03-25', kind: 'regular', name: 'Maundy Thursday' },
    { on: '2027-03-26', kind: 'regular', name: 'Good Friday' },
    { on: '2027-08-30', kind: 'regular', name: 'National Heroes Day' },
    { on: '2027-11-01', kind: 'special', name: 'All Saints’ Day' },
    { on: '2027-12-08', kind: 'special', name: 'Feast of the Immaculate Conception of Mary' },
    { on: '2027-12-25', kind: 'regular', name: 'Christmas Day' },
    { on: '2027-12-31', kind: 'special', name: 'Last Day of the Year' },
  ],
};

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
