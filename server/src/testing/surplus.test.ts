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
  ['nothing more', good, []],
  ['a field more', { ...good, passwordHash: 'x' }, ['.passwordHash']],
  [
    'a field more in a list',
    { ...good, bills: [{ dueOn: null }, { dueOn: null, borrowerId: 'x' }] },
    ['.bills[].borrowerId'],
  ],
  ['a field of another variant', { ...good, way: { by: 'none', code: '123456' } }, ['.way.code']],
  ['a field more in a record', { ...good, texts: { en: { says: 'b', by: 'c' } } }, ['.texts.*.by']],
  ['a field less', { ...good, id: undefined }, ['(whole)']],
])('%s is told', (_, value, told) => {
  expect(extraFieldsIn(schema, value)).toEqual(told);
});
