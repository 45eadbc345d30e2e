import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAccountNumber, isSameName, masked } from './rules.ts';

const peña = { firstName: 'Ma. Teresa', middleName: 'Santos', lastName: 'De la Peña' };
const jr = { firstName: 'Juan', middleName: null, lastName: 'Cruz Jr.' };

test.each([
  ['MA TERESA DELA PENA'],
  ['Maria Teresa Santos De La Peña'],
  ['de la peña, ma. teresa s.'],
  ['DELA PEÑA MARIA TERESA SANTOS'],
  ['Ma．Teresa Ｄela Ｐeña'],
  ['Ma. Teresa De la Pen\u0303a'],
])('accepts the owner’s name %s for Ma. Teresa Santos De la Peña', (written) => {
  expect(isSameName(written, peña)).toBe(true);
});

test.each([
  ['Teresa Dela Peña'],
  ['Ma. Teresa'],
  ['Ma. Teresa Dela Peña Reyes'],
  ['Ma. Teresa R. Dela Peña'],
  ['Ma. Teresa Santos Santos Dela Peña'],
  ['Ma. Teresa Dela Pena Jr'],
  ['Rosa Dela Peña'],
  ['Ma. Teresа Dela Peña'], // the last letter of the first name is Cyrillic
  ['.'],
  [''],
])('refuses the owner’s name %s for Ma. Teresa Santos De la Peña', (written) => {
  expect(isSameName(written, peña)).toBe(false);
});

const juan = { firstName: 'Juan Carlos', middleName: 'San Pedro', lastName: 'Dela Cruz' };
const glued = { firstName: 'Maryjane', middleName: null, lastName: 'Delosreyes' };

test.each([
  ['JUAN CARLOS DELACRUZ', juan, true],
  ['JUANCARLOS S DELACRUZ', juan, true],
  ['DELACRUZ, JUAN CARLOS SANPEDRO', juan, true],
  ['Mary Jane Delos Reyes', glued, true],
  ['DE LOS REYES MARY JANE', glued, true],
  ['DANG VAN AN', { firstName: 'An', middleName: 'Văn', lastName: 'Đặng' }, true],
  ['LUKASZ GROSS', { firstName: 'Łukasz', middleName: null, lastName: 'Groß' }, true],
  ['D‘ANGELO CRUZ', { firstName: "D'Angelo", middleName: null, lastName: 'Cruz' }, true],
  ['D ANGELO CRUZ', { firstName: 'D´Angelo', middleName: null, lastName: 'Cruz' }, true],
  ['JUAN DELACRUZ', juan, false],
  ['JUANCARLOSDELACRUZ', juan, false],
  ['Mary Delosreyes', glued, false],
] as const)('compares %s with the ID of %o: %s', (written, name, isSame) => {
  expect(isSameName(written, name)).toBe(isSame);
});

test('accepts an owner’s name that is a single name, written once or twice', () => {
  const suharto = { firstName: 'Suharto', middleName: null, lastName: 'Suharto' };
  expect(isSameName('SUHARTO', suharto)).toBe(true);
  expect(isSameName('Suharto Cruz', suharto)).toBe(false);
  expect(isSameName('Suharto Suharto', suharto)).toBe(true);
  expect(isSameName('Suharto Suharto Suharto', suharto)).toBe(false);
});

test('accepts an owner’s name without its suffix, but not with another suffix', () => {
  expect(isSameName('Juan Cruz', jr)).toBe(true);
  expect(isSameName('CRUZ JUAN JR', jr)).toBe(true);
  expect(isSameName('Juan Cruz Sr', jr)).toBe(false);
});

test('ignores hyphens and apostrophes in an owner’s name', () => {
  const name = { firstName: "D'Angelo", middleName: null, lastName: 'Santos-Reyes' };
  expect(isSameName('dangelo santos reyes', name)).toBe(true);
  expect(isSameName('D’ANGELO SANTOS-REYES', name)).toBe(true);
});

/** Generates a random word of a name. Excludes III, which is an optional suffix. */
const word = fc.stringMatching(/^[a-z]{3,8}$/).filter((text) => text !== 'iii');
test('ignores word order, case and accents in a name, but not a missing or added word', () => {
  fc.assert(
    fc.property(word, word, fc.boolean(), (firstName, lastName, isTurned) => {
      const known = { firstName, middleName: null, lastName };
      const words = isTurned ? [lastName, firstName] : [firstName, lastName];
      expect(isSameName(words.join('  ').toUpperCase(), known)).toBe(true);
      expect(isSameName(firstName, known)).toBe(firstName === lastName);
      expect(isSameName([...words, 'zzzzzzzzz'].join(' '), known)).toBe(false);
    }),
  );
});

test.each([
  ['123456', true],
  ['12345678901234567890', true],
  ['12345', false],
  ['123456789012345678901', false],
  ['000000', false],
  ['1111111111', false],
  ['12345a', false],
])('accepts the account number %s: %s', (digits, isValid) => {
  expect(isAccountNumber(digits)).toBe(isValid);
});

test('shows only the last four digits of an account number', () => {
  expect(masked('6789')).toBe('•••• 6789');
});
