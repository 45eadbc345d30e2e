import { expect, test } from 'vitest';
import { openFrom, reviewTimes, waitsForMorning } from './review/hours.ts';
import {
  type Application,
  ageOn,
  contactsFault,
  isStepOpen,
  mayBegin,
  nextStepOf,
  stateOf,
} from './rules.ts';

const at = (text: string) => Temporal.Instant.from(text);
const day = (text: string) => Temporal.PlainDate.from(text);
const manila = (text: string) =>
  Temporal.PlainDateTime.from(text).toZonedDateTime('Asia/Manila').toInstant();

test.each([
  ['2008-04-01', '2026-04-01', 18],
  ['2008-04-02', '2026-04-01', 17],
  ['2008-02-29', '2026-02-28', 17],
  ['2008-02-29', '2026-03-01', 18],
  ['1955-12-31', '2026-12-30', 70],
  ['2030-01-01', '2026-01-01', -4],
])('a person born on %s is, on %s, %i years old', (born, on, age) => {
  expect(ageOn(born, day(on))).toBe(age);
});

test.each([
  ['2026-04-01T08:00:00', '2026-04-01T08:00:00'],
  ['2026-04-01T23:59:59.999', '2026-04-01T23:59:59.999'],
  ['2026-04-02T00:00:00', '2026-04-02T08:00:00'],
  ['2026-04-02T07:59:59.999', '2026-04-02T08:00:00'],
])('a review at %s Manila time starts at %s', (from, open) => {
  expect(openFrom(manila(from)).equals(manila(open))).toBe(true);
});

const waits = { waitMs: 120_000, promiseMs: 300_000 };
test.each([
  ['in the day', '2026-04-01T10:00:00', '2026-04-01T10:02:00', '2026-04-01T10:05:00'],
  ['in the early morning', '2026-04-01T03:00:00', '2026-04-01T08:00:00', '2026-04-01T08:00:00'],
  ['just before midnight', '2026-04-01T23:59:00', '2026-04-02T08:00:00', '2026-04-02T08:00:00'],
  [
    'two minutes before midnight',
    '2026-04-01T23:58:00',
    '2026-04-02T08:00:00',
    '2026-04-02T08:00:00',
  ],
  [
    'three minutes before midnight',
    '2026-04-01T23:57:00',
    '2026-04-01T23:59:00',
    '2026-04-02T00:02:00',
  ],
])(
  'sets the start of the review and the promised decision if submitted %s',
  (_, submitted, from, by) => {
    const times = reviewTimes(manila(submitted), waits);
    expect([times.from.toString(), times.by.toString()]).toEqual([
      manila(from).toString(),
      manila(by).toString(),
    ]);
  },
);

test('an application sent at night waits until the morning', () => {
  expect(waitsForMorning(manila('2026-04-01T08:00:00'), manila('2026-04-01T03:00:00'))).toBe(true);
  expect(waitsForMorning(manila('2026-04-01T08:00:00'), manila('2026-04-01T08:00:00'))).toBe(false);
  expect(waitsForMorning(manila('2026-04-01T10:02:00'), manila('2026-04-01T10:00:00'))).toBe(false);
});

const nothing = { personal: false, contacts: false, work: false, identity: false };
const all = { personal: true, contacts: true, work: true, identity: true };
const submitted = {
  at: at('2026-04-01T02:00:00Z'),
  reviewFrom: at('2026-04-01T02:02:00Z'),
  answerBy: at('2026-04-01T02:05:00Z'),
};
const decided = (
  outcome: 'approved' | 'rejected' | 'manual',
  resubmitOn: string | null = null,
): Application => ({
  completed: all,
  submitted,
  decision: {
    outcome,
    at: at('2026-04-01T02:02:00Z'),
    reasonGroup: null,
    resubmitOn: resubmitOn ? day(resubmitOn) : null,
  },
});
const filling = (given: Partial<typeof nothing>): Application => ({
  completed: { ...nothing, ...given },
  submitted: null,
  decision: null,
});

test.each<[string, Application | null, string, string | null]>([
  ['nothing', null, 'none', 'personal'],
  ['begun', filling({ personal: true }), 'filling', 'contacts'],
  ['a step left out', filling({ personal: true, work: true }), 'filling', 'contacts'],
  ['all carried over', filling(all), 'filling', 'identity'],
  ['submitted', { completed: all, submitted, decision: null }, 'autoReview', null],
  ['with a person', decided('manual'), 'manualReview', null],
  ['approved', decided('approved'), 'approved', null],
  ['refused', decided('rejected', '2026-04-08'), 'rejected', null],
  ['refused, its day has come', decided('rejected', '2026-04-01'), 'rejected', 'personal'],
])('derives the state and next step of an application: %s', (_, application, state, next) => {
  expect(stateOf(application, submitted.at)).toBe(state);
  expect(nextStepOf(application, day('2026-04-01'))).toBe(next);
});

test('allows a new application from a rejection’s resubmission date, but not before', () => {
  expect(mayBegin(null, day('2026-04-01'))).toBe(true);
  expect(mayBegin(filling({}), day('2026-04-01'))).toBe(false);
  expect(mayBegin(decided('approved'), day('2099-01-01'))).toBe(false);
  expect(mayBegin(decided('rejected', '2026-04-08'), day('2026-04-07'))).toBe(false);
  expect(mayBegin(decided('rejected', '2026-04-08'), day('2026-04-08'))).toBe(true);
});

test('opens a step once all earlier steps are complete', () => {
  expect(isStepOpen(nothing, 'personal')).toBe(true);
  expect(isStepOpen(nothing, 'contacts')).toBe(false);
  expect(isStepOpen({ ...nothing, personal: true, work: true }, 'identity')).toBe(false);
  expect(isStepOpen(all, 'identity')).toBe(true);
});

const contact = (phone: string, relationship: string) =>
  ({ name: 'A', phone: `+63918000000${phone}`, relationship }) as never;
test.each<[string, ReturnType<typeof contact>[], string | null]>([
  [
    'three people, one of them family',
    [contact('1', 'parent'), contact('2', 'friend'), contact('3', 'other')],
    null,
  ],
  [
    'one of them the borrower',
    [contact('1', 'sister'), contact('2', 'oneself'), contact('3', 'other')],
    null,
  ],
  [
    'a number twice',
    [contact('1', 'parent'), contact('1', 'friend'), contact('9', 'other')],
    'contactsNotDistinct',
  ],
  [
    'the own number as a friend',
    [contact('1', 'parent'), contact('2', 'friend'), contact('9', 'friend')],
    'contactIsOwnNumber',
  ],
  [
    'the own number as oneself',
    [contact('1', 'parent'), contact('2', 'friend'), contact('9', 'oneself')],
    'contactIsOwnNumber',
  ],
  [
    'oneself twice',
    [contact('1', 'parent'), contact('2', 'oneself'), contact('3', 'oneself')],
    'contactIsOwnNumber',
  ],
  [
    'no family',
    [contact('1', 'colleague'), contact('2', 'friend'), contact('3', 'oneself')],
    'contactFamilyMissing',
  ],
])('checks the references: %s', (_, three, fault) => {
  expect(contactsFault(three, '+639180000009')).toBe(fault);
});
