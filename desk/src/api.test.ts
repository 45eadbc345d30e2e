// A change keeps its id until the server answers it.
import { afterEach, expect, test, vi } from 'vitest';
import { run } from './api.ts';

afterEach(() => vi.unstubAllGlobals());

test('a change that is sent again after its answer was lost keeps its id, and no other', async () => {
  const acts: string[] = [];
  const lost = [true, false, false];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    acts.push(JSON.parse(body).act);
    if (lost.shift()) throw new Error('lost');
    return Response.json({ data: {} });
  });
  const command = { name: 'x', kind: 'change', display: { as: 'lines' }, timeoutMs: 1000 } as const;
  const send = async () => await run(command, { input: { a: 1 }, reason: 'as agreed' });
  await expect(send()).rejects.toThrow('did not answer');
  await send();
  await send();
  const [first, again, next] = acts;
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect([again === first, next === first]).toEqual([true, false]);
});
