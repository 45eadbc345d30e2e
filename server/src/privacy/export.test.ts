import * as fs from 'node:fs';
import * as path from 'node:path';
import { userInfo } from '@sandali/contract/account.ts';
import { productCal } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { dataExport, dataQuery } from '@sandali/contract/privacy.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { manilaDayOf } from '#/platform/days.ts';
import { printLimits, printPaper } from '#/platform/pdf/paper.ts';
import { newId } from '#/platform/random.ts';
import { addWallet } from '#/sandbox/life.ts';
import { gidOf, testApp } from '#/testing/app.ts';
import { writtenDay } from '#/texts/written-day.ts';
import { exportVersion } from './export.ts';

const app = await testApp();
const quarterMs = 15 * 60 * 1000;

const audited = (subject: string, act: string) =>
  app.db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject', '=', subject)
    .where('act', '=', act)
    .orderBy('id')
    .execute();

test('an export requires the password once the last proof is over 15 minutes old', async () => {
  const anna = await app.person();
  app.clocks.addMs(quarterMs + 1);
  expect((await anna.client.must(dataQuery, {})).needsProof).toBe(true);
  const ask = async (password?: string) =>
    (await anna.client.ask(dataExport, { format: 'json', ...(password ? { password } : {}) })).name;
  expect(await ask()).toBe('passwordNeeded');
  expect(await ask('hindi ito iyon')).toBe('passwordWrong');
  expect(await ask(anna.life.password)).toBe('success');
  expect(await ask()).toBe('success');
});

slow('a borrower can query their data at most sixty times an hour', async () => {
  const [anna, ben] = [await app.person(), await app.person()];
  const names = async (who: typeof anna, times: number) => {
    const answers = [];
    for (let n = 0; n < times; n += 1) answers.push((await who.client.ask(dataQuery, {})).name);
    return [...new Set(answers)];
  };
  expect(await names(anna, 60)).toEqual(['success']);
  expect(await names(anna, 1)).toEqual(['tooManyRequests']);
  expect(await names(ben, 1)).toEqual(['success']);
  app.clocks.addMs(4 * quarterMs + 5 * 60_000);
  expect(await names(anna, 1)).toEqual(['success']);
});

slow('records every export, even a repeated request, and allows twenty a day', async () => {
  const anna = await app.person();
  const subject = await gidOf(anna);
  const id = newId(app.clocks.wall());
  const again = () => anna.client.ask(dataExport, { format: 'json' }, id);
  const twice = await Promise.all([again(), again()]);
  expect(twice.map((answer) => answer.name)).toEqual(['success', 'success']);
  expect((await audited(subject, 'dataExported')).map((row) => row.detail)).toEqual([
    { format: 'json' },
    { format: 'json', again: true },
  ]);
  for (let n = 0; n < 18; n += 1)
    expect((await (n % 2 ? again() : anna.client.ask(dataExport, { format: 'json' }))).name).toBe(
      'success',
    );
  const tomorrow = manilaDayOf(app.clocks.wall()).add({ days: 1 });
  const spent = await Promise.all([again(), anna.client.ask(dataExport, { format: 'json' })]);
  for (const answer of spent)
    expect([answer.name, answer.message]).toEqual([
      'exportsSpent',
      expect.stringContaining(writtenDay('en', tomorrow)),
    ]);
  expect(await audited(subject, 'dataExported')).toHaveLength(20);
  app.clocks.addMs(quarterMs + 1);
  expect((await again()).name).toBe('passwordNeeded');
  app.clocks.addMs(
    tomorrow.toZonedDateTime('Asia/Manila').toInstant().epochMilliseconds -
      app.clocks.wall().epochMilliseconds,
  );
  const { password } = anna.life;
  expect((await anna.client.ask(dataExport, { format: 'json', password })).name).toBe('success');
  expect((await again()).name).toBe('success');
  app.clocks.addMs(10 * 3_600_000);
});

slow('an export that the busy printer refuses is neither counted nor recorded', async () => {
  const anna = await app.person();
  const subject = await gidOf(anna);
  const rows = Array.from({ length: 3000 }, (_, nth) => [`row ${nth}`, 'value'] as const);
  const sections = [{ title: null, blocks: [{ heading: null, rows }] }];
  const paper = {
    language: 'en',
    title: '',
    subtitle: '',
    about: '',
    pageWord: '',
    noneWord: '',
    sections,
  };
  const { waitingOfOne } = printLimits;
  const queue = Array.from({ length: waitingOfOne + 1 }, () =>
    printPaper(paper, { lane: 'copy', key: subject }),
  );
  const id = newId(app.clocks.wall());
  expect((await anna.client.ask(dataExport, { format: 'pdf' }, id)).name).toBe('systemBusy');
  await Promise.all(queue);
  const used = async () =>
    await app.db
      .selectFrom('rate_limits')
      .select('used')
      .where('name', '=', `export:${subject}`)
      .execute();
  expect([await used(), await audited(subject, 'dataExported')]).toEqual([[], []]);
  expect((await anna.client.ask(dataExport, { format: 'pdf' }, id)).name).toBe('success');
  expect([await used(), await audited(subject, 'dataExported')]).toEqual([
    [{ used: 1 }],
    [expect.objectContaining({ act: 'dataExported' })],
  ]);
});

test('the export contains exactly the borrower’s submitted pictures, as stored', async () => {
  const { files, sealer } = app.context;
  await app.person({ withCredit: true });
  const anna = await app.person({ withCredit: true });
  const { bytes } = await anna.client.must(dataExport, { format: 'json' });
  const sent = JSON.parse(Buffer.from(bytes, 'base64').toString()).sentPictures as {
    purpose: string;
    jpeg: string;
  }[];
  const rows = await app.db
    .selectFrom('pictures')
    .select(['purpose', 'file_name'])
    .where('borrower_id', '=', await gidOf(anna))
    .execute();
  const hers = rows.map(async ({ purpose, file_name }) => {
    const jpeg = sealer.openBytes('picture', file_name, await files.get(file_name));
    expect(jpeg.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    return { purpose, jpeg: jpeg.toString('base64') };
  });
  const byPurpose = (a: { purpose: string }, b: { purpose: string }) =>
    a.purpose < b.purpose ? -1 : 1;
  expect(sent.map(({ purpose, jpeg }) => ({ purpose, jpeg })).sort(byPurpose)).toEqual(
    (await Promise.all(hers)).sort(byPurpose),
  );
  expect(sent).toHaveLength(2);
});

test('docs/lenders/privacy.md states the JSON’s version and all of its keys', async () => {
  const anna = await app.person();
  const { bytes } = await anna.client.must(dataExport, { format: 'json' });
  const page = fs.readFileSync(
    path.join(import.meta.dirname, '../../../docs/lenders/privacy.md'),
    'utf8',
  );
  const [, version, keys = ''] =
    /^The JSON is version (\d+): (.*?)\. Amounts are/ms.exec(page) ?? [];
  const named = [...keys.replaceAll(/\([^()]*\)/g, '').matchAll(/`(\w+)`/g)].map(([, key]) => key);
  expect(Number(version)).toBe(exportVersion);
  expect(named.toSorted()).toEqual(
    Object.keys(JSON.parse(Buffer.from(bytes, 'base64').toString())).toSorted(),
  );
});

test('the export contains only the newest 500 quotes and sessions', async () => {
  const { client, life } = await app.person({ withCredit: true });
  const accountId = await addWallet(life);
  await client.must(productCal, {
    amountCentavos: centavos(6_000_000),
    termDays: 8,
    channel: 'wallet',
    accountId,
    voucherId: null,
  });
  const { userGid } = await client.must(userInfo, {});
  const copies = (table: string, anew: string) =>
    app.owner.pool.query(
      `insert into ${table} select made.* from ${table} x cross join generate_series(1, 505) n
         cross join lateral jsonb_populate_record(x, jsonb_build_object(${anew})) made where x.borrower_id = $1`,
      [userGid],
    );
  await copies(
    'quotes',
    `'id', left(gen_random_uuid()::text, 34) || right(x.borrower_id::text, 2),
      'made_at', x.made_at - n * interval '1 second'`,
  );
  await copies(
    'sessions',
    `'token_hash', sha256(x.token_hash || int8send(n)), 'opened_at', x.opened_at - n * interval '1 second', 'ended_at', now()`,
  );
  const { bytes } = await client.must(dataExport, { format: 'json' });
  const { quotes, account } = JSON.parse(Buffer.from(bytes, 'base64').toString());
  expect([quotes.length, account.devices.length, account.devices[0].endedAt]).toEqual([
    500,
    500,
    null,
  ]);
});
