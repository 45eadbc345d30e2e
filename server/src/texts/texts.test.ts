import * as fs from 'node:fs';
import * as path from 'node:path';
import { codes, type RefusalName } from '@sandali/contract/codes.ts';
import { type Locale, locales } from '@sandali/contract/locale.ts';
import { describe, expect, test } from 'vitest';
import { tableOf } from './compile.ts';
import { type TextId, table } from './generated/table.ts';
import { readPo } from './po.ts';
import { say, sayRefusal, type ValuesOf } from './say.ts';

const read = (file: string) => fs.readFileSync(path.join(import.meta.dirname, file), 'utf8');
const texts = (locale: Locale) => readPo(read(`${locale}.po`));
const refusals = Object.keys(codes) as RefusalName[];

test('there is exactly one text for each refusal', () => {
  const ids = Object.keys(table.en).filter((id) => id.startsWith('refusal.'));
  expect(ids.toSorted()).toEqual(refusals.map((name) => `refusal.${name}`).toSorted());
});

describe.each(locales)('the texts in %s', (locale) => {
  test('every refusal has a unique text that fits a toast', () => {
    const refusalTexts = refusals.map((name) => sayRefusal(locale, name));
    expect(new Set(refusalTexts).size).toBe(refusalTexts.length);
    // A Chinese sentence needs only about a third as many characters.
    const least = locale === 'zh' ? 8 : 20;
    expect(
      refusalTexts.filter(
        (text) => text.length < least || text.length > 140 || /[{}]|refusal\./.test(text),
      ),
    ).toEqual([]);
  });

  test('every SMS starts with our name and does not contain a link', () => {
    const messages = [...texts(locale)]
      .filter(([id]) => id.startsWith('sms.'))
      .map(([, text]) => text);
    expect(messages.length).toBeGreaterThanOrEqual(9);
    expect(
      messages.filter(
        (text) => /https?:|www\.|\w\.(com|ph)\b/i.test(text) || !text.startsWith('Sandali: '),
      ),
    ).toEqual([]);
  });
});

test('the English texts quote the specification word for word', () => {
  expect(sayRefusal('en', 'clientTooOld')).toBe(
    'Client version is too low please update the client',
  );
  expect(sayRefusal('en', 'budgetSpent')).toBe(
    'There are too many current borrowers. Please try again at 10 tomorrow.',
  );
  expect(sayRefusal('en', 'creditNotApproved')).toMatch(/^You are not qualified to loan now\./);
  expect(sayRefusal('en', 'ownerNameDiffers')).toMatch(
    /^The account owner name must match the borrower\./,
  );
  expect(sayRefusal('en', 'bankCardMissing')).toMatch(
    /^A bank card must be bound before borrowing\./,
  );
  expect(sayRefusal('en', 'alreadyRegistered')).toBe(
    'Account already registered, go back to log in.',
  );
  expect(sayRefusal('en', 'systemError')).toBe('System error, please retry.');
});

test('fills in a text’s values according to its language', () => {
  const values = { code: '123456', minutes: 5 };
  expect(say('en', 'sms.code.login', values)).toBe(
    'Sandali: 123456 is your code to log in. It expires in 5 minutes. Never share it with anyone.',
  );
  expect(say('en', 'sms.code.login', { ...values, minutes: 1 })).toContain(
    'It expires in 1 minute.',
  );
  expect(say('fil', 'sms.code.login', values)).toBe(
    'Sandali: 123456 ang code mo para mag-log in. Valid ito nang 5 minuto. Huwag itong ibigay kahit kanino.',
  );
  expect(say('fil', 'sms.billRepaid', { paid: '₱60,960.00', reference: 'SL-1' })).toContain(
    '₱60,960.00',
  );
});

test('a refusal’s text is complete without values and more precise with them', () => {
  expect(sayRefusal('en', 'channelTooCostly')).toMatch(
    /Choose another channel or a larger amount\.$/,
  );
  expect(sayRefusal('en', 'channelTooCostly', { smallest: '₱1,500' })).toMatch(
    /You can use it for loans of ₱1,500 or more\.$/,
  );
  expect(sayRefusal('fil', 'codeTooSoon', { seconds: 42 })).toContain('pagkatapos ng 42 segundo');
  type Needy = {
    [Id in `refusal.${RefusalName}`]: ValuesOf<Id> extends readonly [object] ? Id : never;
  }[`refusal.${RefusalName}`];
  const areAllOptional: [Needy] extends [never] ? true : false = true;
  expect(areAllOptional).toBe(true);
});

test('the lender’s own text replaces a refusal’s text and may contain values', () => {
  const overrides = { 'refusal.lineExceeded': 'Up to {available} today.' };
  expect(sayRefusal('en', 'lineExceeded', { available: '₱60,000' }, overrides)).toBe(
    'Up to ₱60,000 today.',
  );
  expect(sayRefusal('en', 'systemError', {}, overrides)).toBe('System error, please retry.');
});

test('a call of `say` with a wrong id or wrong values does not compile', () => {
  const never = () => {
    // @ts-expect-error no such text
    say('en', 'refusal.nothing');
    // @ts-expect-error no such language
    say('xx', 'refusal.systemError');
    // @ts-expect-error values are missing
    say('en', 'sms.billRepaid');
    // @ts-expect-error a value is missing
    say('en', 'sms.billRepaid', { paid: '₱1.00' });
    // @ts-expect-error a number is needed for a plural
    say('en', 'sms.code.login', { code: '123456', minutes: '5' });
    // @ts-expect-error this text takes no values
    say('en', 'refusal.systemError', { paid: '₱1.00' });
    // @ts-expect-error a table that lacks a text
    table satisfies Record<Locale, Record<TextId | 'refusal.brandNew', unknown>>;
  };
  expect(never).toBeTypeOf('function');
});

describe('compiling the catalogues of texts', () => {
  const english = new Map([
    ['a.one', 'Hello {name}'],
    ['a.two', '{n, plural, one {# day} other {# days}}'],
  ]);
  test.each<[string, [string, string][], string]>([
    ['a missing text', [['a.one', 'Kumusta {name}']], 'fil: a.two is missing'],
    ['a surplus text', [...english, ['a.three', 'Sobra']], 'fil: a.three is surplus'],
    ['an empty text', [...english, ['a.one', '']], 'fil: a.one is empty'],
    [
      'spaces around a text',
      [...english, ['a.one', ' {name}']],
      'fil: a.one is empty or has spaces around it',
    ],
    [
      'another value',
      [...english, ['a.one', 'Kumusta {pangalan}']],
      'fil: a.one needs { pangalan: string | number }, in English { name: string | number }',
    ],
    ['a lost value', [...english, ['a.one', 'Kumusta']], 'fil: a.one needs undefined'],
    ['a broken form', [...english, ['a.one', 'Kumusta {name']], 'fil: a.one cannot be compiled'],
  ])('%s', (_, filipino, fault) => {
    expect(() =>
      tableOf({ en: english, fil: new Map(filipino), vi: english, zh: english }),
    ).toThrow(fault);
  });

  test('refuses a catalogue in which an id occurs twice', () => {
    expect(() => readPo('msgid "a.one"\nmsgstr "x"\n\nmsgid "a.one"\nmsgstr "y"\n')).toThrow(
      'a.one occurs twice',
    );
  });
});

test('reads the continued lines and escapes in a PO file, but not its comments or header', () => {
  const content =
    'msgid ""\nmsgstr ""\n"Language: en\\n"\n\n# a comment\nmsgid "a.one"\nmsgstr "one \\"two\\" "\n"three\\nfour"\n';
  expect([...readPo(content)]).toEqual([['a.one', 'one "two" three\nfour']]);
});
