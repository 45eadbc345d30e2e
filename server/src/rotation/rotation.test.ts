// Tests that a new master key seals every kind of value while borrowers call, and changes nothing
// else.
import { createSecretKey } from 'node:crypto';
import { userInfo } from '@sandali/contract/account.ts';
import { complaintCreate, complaintWrite } from '@sandali/contract/cases.ts';
import { feedbackSubmit } from '@sandali/contract/home.ts';
import { loanDetail } from '@sandali/contract/loan.ts';
import { dataRequest } from '@sandali/contract/privacy.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sealedHash } from '#/credit/sealed.ts';
import { inTx } from '#/db/database.ts';
import { keepOnlyKey, lookAtMasterKeys, openMasterKeys } from '#/db/master-key.ts';
import { sealStatement } from '#/loan/disclosure/statement-text.ts';
import { manilaMinute } from '#/platform/days.ts';
import { newId, randomBytes } from '#/platform/random.ts';
import { createSealer, type MasterKeys, type Sealer } from '#/platform/seal.ts';
import { plantedColumns, plantedRows } from '#/privacy/planted-rows.testing.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { testOps } from '#/staff/testing.ts';
import { gidOf, type Person, testApp } from '#/testing/app.ts';
import { sealedFolders, sealedTables } from './columns.ts';

const app = await testApp({ checksBooks: false });
const engineer = await testOps(app.context).person('engineer');
const because = { reason: 'a change of the master key, ticket 412' };
type Status = {
  left: { target: string; count: number; damaged: number }[];
  nextStep: { text: string };
};
const status = async () => (await engineer.ask('keys status')).data as Status;
const rotate = async () => await engineer.ask('keys rotate', {}, because);

const columnsOf = (table: string) => Object.keys(sealedTables[table]?.columns ?? {});

/** Opens every value of the database with the newest key alone. @returns how many, by table */
async function decryptAll(keys: MasterKeys): Promise<Record<string, number>> {
  const version = keys.sealsWith;
  const key = keys.byVersion.get(version);
  if (!key) throw new Error('no key');
  const sealer = createSealer({ ...keys, byVersion: new Map([[version, key]]) });
  const counts: Record<string, number> = {};
  for (const [table, { columns, of }] of Object.entries(sealedTables)) {
    const { rows } = await sql<
      Record<string, Buffer | null>
    >`select * from ${sql.table(table)}`.execute(app.db);
    counts[table] = 0;
    for (const row of rows)
      for (const [column, purpose] of Object.entries(columns)) {
        const sealed = row[column];
        if (!sealed || sealed.length === 0) continue;
        expect(
          () => sealer.openBytes(purpose, of(row), sealed),
          `${table}.${column}`,
        ).not.toThrow();
        counts[table] += 1;
      }
  }
  const { rows: pictures } = await sql<{ name: string }>`select file_name as name from pictures
    where deleted_at is null`.execute(app.db);
  for (const { name } of pictures)
    sealer.openBytes(sealedFolders.pictures, name, await app.context.files.get(name));
  counts.files = pictures.length;
  return counts;
}

/**
 * Hashes everything that a reseal must not change: a table without its sealed columns, and the
 * states to which staff's looks and proposals refer.
 */
async function restOf(table: string): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select md5(string_agg(rest::text || state, '' order by rest::text)) as hash
    from (select to_jsonb(t) - ${columnsOf(table)}::text[] as rest, state_of(to_jsonb(t)) as state
      from ${sql.table(table)} t) r`.execute(app.db);
  return rows[0]?.hash ?? '';
}

/** The hashes by which proposals of a limit refer to their application. */
async function applicationHashes(): Promise<string[]> {
  const rows = await app.db.selectFrom('credit_applications').selectAll().orderBy('id').execute();
  return rows.map((row) => sealedHash(app.context.sealer, row).toString('hex'));
}

test('the list of sealed columns matches the database', async () => {
  const { rows } = await sql<{ table_name: string; names: string[] }>`
    select table_name, array_agg(column_name order by column_name) as names from sealed_columns
    group by table_name order by table_name`.execute(app.db);
  const listed = Object.keys(sealedTables).sort();
  expect(rows.map((row) => [row.table_name, row.names])).toEqual(
    listed.map((table) => [table, columnsOf(table).sort()]),
  );
});

test('during a reseal only one trigger of each sealed table fires', async () => {
  const { rows: unguarded } = await sql`select table_name from sealed_columns
    where not exists (select from pg_trigger where tgname = 'a_reseal_changes_only_seals'
      and tgrelid = table_name::regclass)`.execute(app.db);
  expect(unguarded).toEqual([]);
  const { rows } = await sql<{ name: string }>`select c.relname || '.' || tgname as name
    from pg_trigger t join pg_class c on c.oid = tgrelid
    where not tgisinternal and tgtype & 16 = 16 and cardinality(tgattr::int2[]) = 0
      and c.relname in (select table_name from sealed_columns)
      and pg_get_triggerdef(t.oid) !~ 'sandali.resealing'`.execute(app.db);
  expect(rows).toEqual([]);
});

test('a role that pretends to reseal can change nothing', async () => {
  const person = await app.person();
  const id = await gidOf(person);
  const pretending = (statement: ReturnType<typeof sql>) =>
    inTx(app.db, async (tx) => {
      await sql`select set_config('sandali.resealing', 'on', true)`.execute(tx);
      await statement.execute(tx);
    });
  await expect(
    pretending(sql`update borrowers set name_sealed = 'x', locale = 'fil' where id = ${id}`),
  ).rejects.toThrow('a reseal changes sealed columns only');
  await expect(
    pretending(sql`update borrowers set name_sealed = 'x' where id = ${id}`),
  ).rejects.toThrow('a reseal changes the key of a value only');
  await expect(
    pretending(sql`insert into attributions values (${id}, 'x', now())`),
  ).rejects.toThrow('a reseal only updates rows');
  const nonsense = JSON.stringify([{ at: '(0,1)' }]);
  await expect(sql`select reseal('settings', ${nonsense}::jsonb)`.execute(app.db)).rejects.toThrow(
    'a table has sealed columns',
  );
});

slow('reseals every value while calls go on, and changes nothing else', async () => {
  const person = await app.person({ withCredit: true });
  const id = await gidOf(person);
  const accountId = await addWallet(person.life);
  const { loanId } = await takeLoan(person.life, accountId, { termDays: 8 });
  const paidOut = async () =>
    (await person.client.must(loanDetail, { loanId })).state === 'success';
  await app.until('the payout', paidOut);
  await correspond(person, id);
  await plant({ id, loanId });
  // No key opens this value. It must not block the others.
  const damagedId = await insertMessage(createSealer(createSecretKey(randomBytes(32))));
  const wall = app.clocks.wall();
  const [first] = app.masterKeys.byVersion.values();
  if (!first) throw new Error('the server has a key');
  await keepOnlyKey(app.db, first, wall);
  expect((await rotate()).wrong).toMatch(/^There is no new key/);

  const opened = await openMasterKeys(
    app.db,
    {
      masterKey: randomBytes(32).toString('base64'),
      masterKeyPrevious: app.setup.masterKey,
      dataDir: app.setup.folder,
      database: null,
    },
    wall,
  );
  const held = { ...opened, keys: Object.assign(app.masterKeys, opened.keys) };
  const phoneHash = app.context.sealer.hash('phone', person.life.phone);
  expect((await status()).nextStep.text).toContain('Key 2 is ready');
  const withoutIt = { server: '01900000-0000-7000-8000-000000000000', newest_version: 1 };
  await app.db
    .insertInto('key_holders')
    .values({ ...withoutIt, seals_with: 1, seen_at: wall })
    .execute();
  const lacking = /^1 of 2 running servers do not have key 2/;
  expect((await status()).nextStep.text).toMatch(lacking);
  expect((await rotate()).wrong).toMatch(lacking);
  await app.db.deleteFrom('key_holders').where('server', '=', withoutIt.server).execute();

  const tables = Object.keys(sealedTables);
  const before = [await Promise.all(tables.map(restOf)), await applicationHashes()];
  expect((await rotate()).status).toBe(200);
  expect((await rotate()).wrong).toMatch(/^Key 2 is in use already/);
  await app.work();
  // Resealing waits until every server seals with the new key and earlier calls have ended.
  expect((await status()).left.map(({ target }) => target)).toEqual(
    expect.arrayContaining(['borrowers', 'messages', 'signed_agreements', 'files of pictures']),
  );
  const later = async () => {
    app.clocks.addMs(61_000);
    await lookAtMasterKeys(app.db, held, app.clocks.wall());
    await app.work();
  };
  await lookAtMasterKeys(app.db, held, wall);
  const erased = eraseDuringReplace();
  // The next pass reseals a row that a call has locked.
  await inTx(app.db, async (tx) => {
    await sql`select from borrowers where id = ${id} for update`.execute(tx);
    await later();
    expect((await status()).left).toEqual([
      { target: 'borrowers', count: 3, damaged: 0 },
      { target: 'messages', count: 0, damaged: 1 },
    ]);
  });
  expect([erased.length, await app.context.files.has(erased[0] ?? '')]).toEqual([1, false]);
  expect((await person.client.must(userInfo, {})).userGid).toBe(id);
  expect((await rotate()).wrong).toMatch(/^Key 2 is in use already/);
  await later();
  const lastDoneAt = app.clocks.wall();
  expect(await status()).toMatchObject({
    left: [{ target: 'messages', count: 0, damaged: 1 }],
    nextStep: {
      isWell: false,
      text: `Keep MASTER_KEY_PREVIOUS: no value needs it now, but the workers wait for servers that may still seal with the earlier key, until ${manilaMinute(lastDoneAt.add({ seconds: 60 }))} at the earliest.`,
    },
  });
  await later();
  const ended = {
    left: [{ target: 'messages', count: 0, damaged: 1 }],
    nextStep: { text: 'Remove MASTER_KEY_PREVIOUS if it is set.' },
  };
  expect(await status()).toMatchObject(ended);
  // A server that stalled for minutes stores a value with the earlier key.
  const late = { ...held.keys, sealsWith: 1 };
  const lateId = await insertMessage(createSealer(late));
  expect((await status()).nextStep.text).toMatch(/Run `ops keys rotate` again/);
  expect((await rotate()).status).toBe(200);
  await later();
  await later();
  expect(await status()).toMatchObject(ended);
  expect((await rotate()).wrong).toMatch(/^There is no new key/);
  await app.owner.db.deleteFrom('messages').where('id', '=', lateId).execute();
  expect([await Promise.all(tables.map(restOf)), await applicationHashes()]).toEqual(before);
  await app.owner.db.deleteFrom('messages').where('id', '=', damagedId).execute();
  const counts = await decryptAll(held.keys);
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);

  const alone = await openMasterKeys(
    app.db,
    {
      masterKey: held.keys.byVersion.get(2)?.export().toString('base64') ?? '',
      masterKeyPrevious: null,
      dataDir: app.setup.folder,
      database: null,
    },
    app.clocks.wall(),
  );
  expect([...alone.keys.byVersion.keys()]).toEqual([2]);
  // Logins still find numbers, and earlier papers still verify.
  expect(createSealer(alone.keys).hash('phone', person.life.phone)).toEqual(phoneHash);
});

/** Deletes the first picture just before it is replaced. @returns a list that gets its name */
function eraseDuringReplace(): string[] {
  const { files } = app.context;
  const { replace } = files;
  const names: string[] = [];
  files.replace = async (name, sealed) => {
    files.replace = replace;
    names.push(name);
    await app.owner.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      const set = { deleted_at: app.clocks.now() };
      await tx.updateTable('pictures').set(set).where('file_name', '=', name).execute();
    });
    await files.move(name, `trash/2026-11-20T02/${name}`);
    await replace(name, sealed);
  };
  return names;
}

/** Stores a sent message, and returns its id. */
async function insertMessage(sealer: Sealer): Promise<string> {
  const [id, at] = [newId(app.clocks.wall()), app.clocks.now()];
  await app.owner.db
    .insertInto('messages')
    .values({
      ...{ id, kind: 'paid', state: 'sent', queued_at: at, sent_at: at, to_hash: randomBytes(32) },
      ...{ gateway: 'sandbox', gateway_id: id, to_sealed: Buffer.alloc(0) },
      text_sealed: sealer.seal('message', id, 'a text'),
    })
    .execute();
  return id;
}

/** Fills tables through calls and a staff command. */
async function correspond({ client }: Person, borrowerId: string): Promise<void> {
  const words = 'a text';
  await client.must(feedbackSubmit, { type: 6, userGid: borrowerId, describe: words });
  const { complaintId } = await client.must(complaintCreate, {
    kind: 'charges',
    loanId: null,
    payment: null,
    words,
  });
  await client.must(complaintWrite, { complaintId, words });
  await client.must(dataRequest, { kind: 'correction', words });
  const { id } = await app.db.selectFrom('feedback').select('id').executeTakeFirstOrThrow();
  const support = await testOps(app.context).person('support');
  const answer = await support.ask('feedback answer', { id, words }, because);
  expect(answer.status, answer.wrong).toBe(200);
}

/** Returns rows that would take many calls to create: staff's work and changed terms. */
function moreRows(): Record<string, object> {
  const { sealer } = app.context;
  const [call, proposal, report, extension, plan] = Array.from({ length: 5 }, () =>
    newId(app.clocks.wall()),
  ) as [string, string, string, string, string];
  const at = app.clocks.now();
  const accepted = { hash: randomBytes(32), session_hash: randomBytes(32), accepted_at: at };
  const note = (of: string) => sealer.seal('review note', of, 'a note');
  const ofNobody = { borrower_id: undefined };
  return {
    review_calls: {
      ...ofNobody,
      ...{ id: call, application_id: plan, called_at: at, called_by: 'a', result: 'noAnswer' },
      note_sealed: note(call),
    },
    review_proposals: {
      ...ofNobody,
      ...{ id: proposal, application_id: plan, limit_centavos: 100_000n },
      ...{ application_hash: randomBytes(32), reason_sealed: note(proposal) },
    },
    suspicion_reports: {
      ...{ id: report, noticed_on: app.today(), recorded_at: at, approval_id: plan },
      ...{ decided_at: at, outcome: 'released' },
      words_sealed: sealer.seal('suspicion', report, 'words'),
      reference_sealed: sealer.seal('suspicion reference', report, 'R1'),
    },
    extension_disclosures: {
      ...accepted,
      extension_id: extension,
      text_sealed: sealStatement(sealer, 'extension text', extension, '{}'),
    },
    plan_disclosures: {
      ...accepted,
      ...{ promise_id: plan, made_on: app.today() },
      text_sealed: sealStatement(sealer, 'plan text', plan, '{}'),
    },
  };
}

/** Fills the tables that the calls above leave empty, with the triggers disabled. */
async function plant({ id, loanId }: { id: string; loanId: string }): Promise<void> {
  const owner = { id, loanId, words: 'planted', amountCentavos: 100_000 };
  await app.owner.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const [table, row] of Object.entries({ ...plantedRows(app, owner), ...moreRows() }))
      await tx
        .insertInto(table as 'passkeys')
        .values({ borrower_id: id, ...row } as never)
        .execute();
    await tx
      .updateTable('borrowers')
      .set(plantedColumns(app, owner))
      .where('id', '=', id)
      .execute();
  });
}
