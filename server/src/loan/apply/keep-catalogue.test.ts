// Tests that the contents of a stored catalogue never change, because existing loans refer to them.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openCatalogue } from '#/app.ts';
import { CannotStart } from '#/platform/cannot-start.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { testApp } from '#/testing/app.ts';

const app = await testApp();
const { catalogue } = app.context;
const name = `${catalogue.id} ${catalogue.version}`;
const storedCatalogues = () => app.db.selectFrom('catalogues').selectAll().execute();

test('servers that start concurrently store the catalogue once, with its legal rule', async () => {
  await Promise.all([openCatalogue(app.app), openCatalogue(app.app), openCatalogue(app.app)]);
  expect(await storedCatalogues()).toMatchObject([
    { name, content: catalogue, legal_rule: 'sec-mc-14-2025' },
  ]);
});

test('refuses to start if the catalogue changed but its version did not', async () => {
  const changed = {
    ...app.app,
    catalogue: { ...catalogue, interestPerDayBps: catalogue.interestPerDayBps - 1 },
  };
  const sentence = `Catalogue default was changed, but version ${catalogue.version} is already stored with other contents. Give the changed catalogue the next version.`;
  await expect(openCatalogue(changed)).rejects.toThrow(new CannotStart(sentence));
  expect(await storedCatalogues()).toMatchObject([{ name, content: catalogue }]);
});

test('stores a changed catalogue under the next version number', async () => {
  await openCatalogue({ ...app.app, catalogue: { ...catalogue, version: catalogue.version + 1 } });
  expect(await storedCatalogues()).toHaveLength(2);
});

test('the database requires each quote to name a stored catalogue', async () => {
  const { life } = await app.person({ withCredit: true });
  await takeLoan(life, await addWallet(life));
  expect(await app.db.selectFrom('quotes').select('catalogue').execute()).toEqual([
    { catalogue: name },
  ]);
  const change = app.owner.db.updateTable('quotes').set({ catalogue: 'default 99' }).execute();
  await expect(change).rejects.toMatchObject({ constraint: 'quotes_catalogue_kept' });
});

test.each(["update catalogues set legal_rule = ''", 'delete from catalogues'])(
  'the database refuses: %s',
  async (statement) => {
    await expect(sql.raw(statement).execute(app.db)).rejects.toThrow('permission denied');
  },
);
