import { declared } from '@sandali/ops/src/server.testing.ts';
import { expect, test } from 'vitest';
import { actsOn, looksFirst } from './acts.ts';
import type { Waiting } from './answers.ts';

const id = '019a9f00-0000-7000-8000-000000000001';
const proposal = (confirmedBy: string, input: Waiting['input']) =>
  ({ confirmedBy, input }) as unknown as Waiting;

test('asks the second person for what the proposal does not hold', () => {
  const { confirm, decline } = actsOn(
    proposal('quota grant', { id, limitPesos: 90_000 }),
    declared,
  );
  expect(confirm?.asked.arguments).toEqual([]);
  expect(confirm?.input).toEqual({ id, limitPesos: 90_000 });
  expect([decline?.command.name, decline?.input]).toEqual(['quota decline', { id }]);
  expect(decline?.asked.arguments.map(({ key }) => key)).toEqual(['group']);
  expect(actsOn(proposal('config confirm', { id }), declared).decline).toBeNull();
});

test('reads the commands that a refusal asks to run first', () => {
  const refusal = `View the current state first: review show ${id} --reveal; review photo ${id} --which front`;
  const looks = looksFirst(refusal, declared);
  expect(looks.map(({ command, texts }) => [command.name, texts])).toEqual([
    ['review show', { application: id }],
    ['review photo', { application: id, which: 'front' }],
  ]);
  expect(looksFirst('This change is confirmed already.', declared)).toEqual([]);
});
