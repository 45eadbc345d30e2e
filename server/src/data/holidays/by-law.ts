// Holidays of 2027 and 2028 by law alone, which no proclamation has to name: section 26 of the
// Administrative Code (Executive Order 292, Book I) as Republic Act 9492 has it, and Republic Act
// 10966 for 8 December. Easter is 28 March 2027 and 16 April 2028. Days that the law moves to a
// Monday, or leaves to a proclamation, are not here; the file of the proclamation of a year
// replaces its part of this one.
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
