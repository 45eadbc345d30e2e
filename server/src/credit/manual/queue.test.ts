// Tests how many queries it takes to read a reviewer's queue.
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { createMask } from '#/commands/mask.ts';
import { workCtx } from '#/context/ctx.ts';
import { testApp } from '#/testing/app.ts';
import { waitingPerson } from './testing.ts';
import { queueView } from './view.ts';

const app = await testApp();

/** Lists the queue, and counts its queries and applications. */
async function countList(): Promise<{ queries: number; shown: number }> {
  let queries = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const queueRows = await queueView(
    { ...workCtx(app.context), who: 'Rosa', mask: createMask(false) },
    app.db.withPlugin(counting),
    null,
  );
  return { queries, shown: queueRows.applications.length };
}

test('reads a longer queue with the same number of queries', async () => {
  expect(await countList()).toEqual({ queries: 1, shown: 0 });
  await waitingPerson(app);
  const { queries } = await countList();
  for (let i = 0; i < 3; i += 1) await waitingPerson(app);
  expect(await countList()).toEqual({ queries, shown: 4 });
});
