// Proclamation No. 1006, series of 2025: the holidays of 2026. Eid'l Fitr and Eid'l Adha have
// separate proclamations. Omits 25 February 2026, which is a special working day.
import type { Proclamation } from './schema.ts';

export const proclamation1006: Proclamation = {
  proclamation: 'Proclamation 1006 s.2025',
  days: [
    { on: '2026-01-01', kind: 'regular', name: 'New Year’s Day' },
    { on: '2026-02-17', kind: 'special', name: 'Chinese New Year' },
    { on: '2026-04-02', kind: 'regular', name: 'Maundy Thursday' },
    { on: '2026-04-03', kind: 'regular', name: 'Good Friday' },
    { on: '2026-04-04', kind: 'special', name: 'Black Saturday' },
    { on: '2026-04-09', kind: 'regular', name: 'Araw ng Kagitingan' },
    { on: '2026-05-01', kind: 'regular', name: 'Labor Day' },
    { on: '2026-06-12', kind: 'regular', name: 'Independence Day' },
    { on: '2026-08-21', kind: 'special', name: 'Ninoy Aquino Day' },
    { on: '2026-08-31', kind: 'regular', name: 'National Heroes Day' },
    { on: '2026-11-01', kind: 'special', name: 'All Saints’ Day' },
    { on: '2026-11-02', kind: 'special', name: 'All Souls’ Day' },
    { on: '2026-11-30', kind: 'regular', name: 'Bonifacio Day' },
    { on: '2026-12-08', kind: 'special', name: 'Feast of the Immaculate Conception of Mary' },
    { on: '2026-12-24', kind: 'special', name: 'Christmas Eve' },
    { on: '2026-12-25', kind: 'regular', name: 'Christmas Day' },
    { on: '2026-12-30', kind: 'regular', name: 'Rizal Day' },
    { on: '2026-12-31', kind: 'special', name: 'Last Day of the Year' },
  ],
};
