// Rate limits whose name contains an account's id are deleted with the account. Rate limits for
// phone numbers and networks contain keyed hashes, and expire.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { codeSms } from '@sandali/contract/account.ts';
import { dataDelete } from '@sandali/contract/privacy.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect } from 'vitest';
import { gidOf, testApp } from '#/testing/app.ts';
import { dumpOf, tablesWith } from './testing.ts';

const app = await testApp();
const counts = ['code_attempts', 'rate_limits', 'sms_challenges'];

/** Returns the prefixes of the rate limits for accounts, collected from the server's source. */
function kindsInSource(): string[] {
  const folder = path.join(import.meta.dirname, '..');
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.ts$/.test(name));
  const texts = files.map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
  return texts.flatMap((text) =>
    [...text.matchAll(/name: `(\w+[: ])\$\{(?:\w+\.)*borrowerId\}`/g)].map(([, kind]) =>
      String(kind),
    ),
  );
}

slow('deleting an account deletes its rate limits but keeps those of phone numbers', async () => {
  const anna = await app.person();
  const id = await gidOf(anna);
  const kinds = kindsInSource();
  expect(kinds).toEqual(expect.arrayContaining(['password:', 'idNumber:', 'paymentCodes ']));
  const window = {
    window_start: app.clocks.wall(),
    ends_at: app.clocks.wall().add({ hours: 24 }),
    used: 1,
  };
  const named = [...kinds, 'refusals:b:'].map((kind) => ({ ...window, name: `${kind}${id}` }));
  await app.db.insertInto('rate_limits').values(named).execute();
  await anna.client.must(codeSms, { purpose: 'newPhone', phone: '+639175559901' });
  await app.work();
  const naming = async () =>
    tablesWith(await dumpOf(app.owner, app.context.sealer), [id]).filter((name) =>
      counts.includes(name),
    );
  expect(await naming()).toEqual(counts);
  const byNumber = app.db
    .selectFrom('rate_limits')
    .select('name')
    .where(
      'name',
      'like',
      `sms:%${app.context.sealer.hash('phone', '+639175559901').toString('hex')}%`,
    );
  expect(await byNumber.execute()).not.toEqual([]);

  expect((await anna.client.ask(dataDelete, { password: anna.life.password })).name).toBe(
    'success',
  );
  expect(await naming()).toEqual([]);
  expect(await byNumber.execute()).not.toEqual([]);
});
