import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keysOfName, namesOf, normalName } from './keys.ts';

test.each([
  ['Juan Dela Cruz', 'cruz juan'],
  ['DELA CRUZ, Juan', 'cruz juan'],
  ['Juan de la Cruz Jr.', 'cruz juan'],
  ['Juan Delacruz', 'cruz juan'],
  ['Delia Ramos', 'delia ramos'],
  ['José Peña', 'jose pena'],
  ['Jose\u0301 Pen\u0303a', 'jose pena'],
  ['Ma. Ligaya O’Neil-Santos', 'ligaya maria oneil santos'],
  ['Juan D. Kunwari', 'juan kunwari'],
  ['Đặng Thị Ánh', 'anh dang thi'],
  ['Osama bin Kunwari', 'kunwari osama'],
  ['Ｌｉｇａｙａ Ｋｕｎｗａｒｉ', 'kunwari ligaya'],
  ['王 小明', '小明 王'],
  ['...', ''],
])('normalises the name %s to "%s"', (name, normal) => {
  expect(normalName(name)).toBe(normal);
});

test('the normal form of a name ignores case, word order, accents and separators', () => {
  const word = fc.constantFrom('Ligaya', 'Peñaflor', 'Kunwari', 'Aragón', 'Bituin');
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 2, maxLength: 4 }),
      fc.constantFrom(' ', ', ', '-', '  '),
      (words, between) => {
        const written = words.toReversed().join(between).toUpperCase();
        expect(normalName(written)).toBe(normalName(words.join(' ')));
        expect(normalName(written.normalize('NFD'))).toBe(normalName(words.join(' ')));
      },
    ),
  );
});

test('looks up a person’s name with and without the middle name', () => {
  expect(namesOf({ firstName: 'Ligaya', middleName: 'Santos', lastName: 'Dela Cruz' })).toEqual([
    'cruz ligaya santos',
    'cruz ligaya',
  ]);
  expect(namesOf({ firstName: 'Ligaya', middleName: null, lastName: 'Dela Cruz' })).toEqual([
    'cruz ligaya',
  ]);
});

test('combines a listed name with each birthday and birth year, or uses the name alone', () => {
  expect(keysOfName('a b', [])).toEqual([{ kind: 'name', text: 'a b' }]);
  expect(
    keysOfName('a b', [
      { year: 1971, day: null },
      { year: 1973, day: '1973-12-31' },
    ]),
  ).toEqual([
    { kind: 'nameAndYear', text: 'a b|1971' },
    { kind: 'nameAndYear', text: 'a b|1973' },
    { kind: 'nameAndDay', text: 'a b|1973-12-31' },
  ]);
});
