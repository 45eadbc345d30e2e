import * as v from 'valibot';
import { expect, test } from 'vitest';
import { extraFieldsIn } from './surplus.ts';

const schema = v.object({
  id: v.string(),
  bills: v.array(v.object({ dueOn: v.nullable(v.string()) })),
  way: v.variant('by', [
    v.object({ by: v.literal('code'), code: v.string() }),
    v.object({ by: v.literal('none') }),
  ]),
  texts: v.record(v.string(), v.object({ says: v.string() })),
});
const good = {
  id: 'a',
  bills: [{ dueOn: null }],
  way: { by: 'none' },
  texts: { en: { says: 'b' } },
};

test.each([
  ['no extra field', good, []],
  ['an extra field', { ...good, passwordHash: 'x' }, ['.passwordHash']],
  [
    'an extra field in a list',
    { ...good, bills: [{ dueOn: null }, { dueOn: null, borrowerId: 'x' }] },
    ['.bills[].borrowerId'],
  ],
  ['a field of another variant', { ...good, way: { by: 'none', code: '123456' } }, ['.way.code']],
  [
    'an extra field in a record',
    { ...good, texts: { en: { says: 'b', by: 'c' } } },
    ['.texts.*.by'],
  ],
  ['a missing field', { ...good, id: undefined }, ['(whole)']],
])('finds the extra fields of a response: %s', (_, value, paths) => {
  expect(extraFieldsIn(schema, value)).toEqual(paths);
});
