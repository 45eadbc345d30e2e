import { locales } from '@sandali/contract/locale.ts';
import { describe, expect, test } from 'vitest';
import {
  listedKinds,
  type NoticeKind,
  noticeKinds,
  placeOf,
  titleIdOf,
} from '#/context/notices.ts';
import { say } from '#/texts/say.ts';
import { mayAsk, quietUntil } from './rules.ts';

const manila = (text: string) =>
  Temporal.PlainDateTime.from(text).toZonedDateTime('Asia/Manila').toInstant();

test.each([
  ['2026-11-20T21:59:59.999', null],
  ['2026-11-20T22:00', '2026-11-21T06:00'],
  ['2026-11-20T23:59:59', '2026-11-21T06:00'],
  ['2026-12-31T23:00', '2027-01-01T06:00'],
  ['2026-11-21T00:00', '2026-11-21T06:00'],
  ['2026-11-21T05:59:59.999', '2026-11-21T06:00'],
  ['2026-11-21T06:00', null],
  ['2026-11-21T12:00', null],
])('a notice at %s waits until %s, but codes and security notices never wait', (at, until) => {
  expect(quietUntil('notice', manila(at))).toEqual(until && manila(until));
  expect(quietUntil('code', manila(at))).toBeNull();
  expect(quietUntil('security', manila(at))).toBeNull();
});

test('only messages with codes have the sort "code" and expire', () => {
  for (const [kind, { sort, lifeMs }] of Object.entries(noticeKinds)) {
    expect([kind, sort === 'code', lifeMs !== null]).toEqual([
      kind,
      kind.startsWith('code.'),
      kind.startsWith('code.'),
    ]);
  }
});

/** The longest value of each placeholder in a title. */
const values = {
  ...{
    last4: '4104',
    limit: '₱60,000',
    arrival: '₱58,850.00',
    receiver: 'GCash',
    last: '28 Nov 2026',
    paid: '₱61,800.00',
  },
  ...{
    due: '28 Nov 2026',
    amount: '₱61,800.00',
    number: 'CS-7KQ2-M4XX',
    on: '28 Nov 2026, 08:00',
    what: 'name',
  },
};

test('every listed kind of message, and no other kind, opens the page of its subject', () => {
  const kinds = Object.keys(noticeKinds) as NoticeKind[];
  const to = { borrowerId: null, phone: '+639175554101', locale: 'en', about: 'the-id' } as const;
  for (const kind of kinds) {
    const place = placeOf(kind, to);
    expect([kind, place !== null]).toEqual([kind, titleIdOf(kind) !== null]);
    if (place) expect(place).toMatch(/^\/[A-Za-z/]+(\?(loanId|complaintId|feedback|tab)=the-id)?$/);
  }
  expect(kinds.filter((kind) => titleIdOf(kind) === null).sort()).toEqual(
    [...kinds.filter((kind) => kind.startsWith('code.')), ...['accountDeleted', 'contactNotice']]
      .concat(['recoveryComing', 'recoveryReceived', 'recoveryRefused'])
      .sort(),
  );
});

describe.each(locales)('in %s', (locale) => {
  test('each message title is a short complete phrase without the product’s name', () => {
    const titles = listedKinds.map(
      (kind) => [kind, say(locale, `title.${kind}`, values as never)] as const,
    );
    expect(
      titles.filter(
        ([, title]) =>
          title.length < 6 ||
          title.length > 64 ||
          /[{}.。]$|[{}]|title\.|Sandali|undefined/.test(title),
      ),
    ).toEqual([]);
  });
});

test.each([
  ['code', [], 'a', false, true],
  ['notice', [], 'a', false, true],
  ['security', [], 'a', false, true],
  ['code', ['a'], 'b', false, true],
  ['code', ['a'], 'a', false, false],
  ['code', ['a'], 'a', true, true],
  ['notice', ['a'], 'b', false, false],
  ['notice', ['a'], 'b', true, false],
  ['notice', ['a'], 'a', false, false],
  ['notice', ['a'], 'a', true, true],
  ['security', ['a'], 'b', false, false],
] as const)(
  'whether a %s that %j may have sent may be sent through %s (deduplicates: %s): %s',
  (sort, silent, name, deduplicates, may) => {
    expect(mayAsk({ name, deduplicates }, new Set(silent), sort)).toBe(may);
  },
);
