import { declared } from '@sandali/ops/src/server.testing.ts';
import { expect, test } from 'vitest';
import { looksFirst } from './looksFirst.ts';

const id = '019a9f00-0000-7000-8000-000000000001';

test('reads the commands that a refusal asks to run first', () => {
  const refusal = `View the current state first: review show ${id} --reveal; review photo ${id} --which front`;
  const looks = looksFirst(refusal, declared);
  expect(looks.map(({ command, texts }) => [command.name, texts])).toEqual([
    ['review show', { application: id }],
    ['review photo', { application: id, which: 'front' }],
  ]);
  expect(looksFirst('This change is confirmed already.', declared)).toEqual([]);
});
