import { expect, test } from 'vitest';
import { casesSearch } from './search.ts';

test('an unknown word in the address selects nothing, and the others still do', () => {
  expect(casesSearch({ kind: 'rumour', assigned: 'all', open: 5 })).toEqual({});
  expect(casesSearch({ kind: 'dispute', assigned: 'all' })).toEqual({ kind: 'dispute' });
});
