// What home says of a plan, a late bill and a loan on its way, in the words of its screens.
import { expect, test } from 'vitest';
import { textOf } from '#/gallery/textOf.testing.ts';

test('while a plan is kept, one can borrow again when all is repaid, and the late charge is not called a part of its next sum', () => {
  const words = textOf('Home: overdue, promised');
  expect(words).toMatch(/Late charge so far, 2 days ₱206\.00 .*You can borrow again when all of it is repaid\./);
  expect(words).toContain('Your plan, by Sat, 5 Dec ₱20,000.00 Talk');
  expect(textOf('Home: overdue')).toContain('Includes late charge, 2 days ₱206.00');
});

test('of a late bill the way out is called by what is so now; before it is late, by what is to come', () => {
  expect(textOf('Home: overdue')).toContain('I cannot pay it all');
  expect(textOf('Home: due tomorrow')).toContain('I will be short');
});
