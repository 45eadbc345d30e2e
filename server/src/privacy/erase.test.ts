import { userInfo } from '@sandali/contract/account.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { feedbackSubmit } from '@sandali/contract/home.ts';
import { loanDetail } from '@sandali/contract/loan.ts';
import { dataDelete, dataExport, dataQuery, dataRequest } from '@sandali/contract/privacy.ts';
import { repaymentApply, repaymentStatus } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { viewForApproval, waitingPerson } from '#/credit/manual/testing.ts';
import { newId } from '#/platform/random.ts';
import { applyForCredit } from '#/sandbox/credit-life.ts';
import { addWallet, reviewed, signUp, takeLoan } from '#/sandbox/life.ts';
import { seesInDatabase, testOps } from '#/staff/testing.ts';
import { gidOf, type Person, testApp } from '#/testing/app.ts';
import { writtenDay } from '#/texts/written-day.ts';
import { columnsOfBorrowers, tablesOfPeople } from './coverage.ts';
import { plantedColumns } from './planted-rows.testing.ts';
import { dumpOf, tablesWith } from './testing.ts';

const app = await testApp({ isEmpty: true, isCrowded: true });
const { sealer } = app.context;
/** Tables of rate limits. Their keyed hashes expire within three days. */
const counts = ['rate_limits', 'code_attempts', 'sms_challenges'];
/** Tables that contain the message about the deletion. This message is deleted after a day. */
const farewell = ['messages', 'sandbox_messages'];

const deletes = async ({ client, life: { password } }: Person, input: object = { password }) =>
  (await client.ask(dataDelete, input)).name;
const files = () => Array.fromAsync(app.context.files.list('pictures'));

/** Returns everything that could identify this person: texts, numbers and their keyed hashes. */
function tracesOf({ life }: Person): string[] {
  const { phone, number } = life;
  const local = `0${phone.slice(3)}`;
  const idNumber = `9999${String(number).padStart(8, '0')}`;
  const contacts = [0, 1, 2].map((n) => `917555${String(5000 + number * 3 + n).padStart(4, '0')}`);
  const hashes = [
    sealer.hash('phone', phone),
    sealer.hash('accountNumber', local),
    sealer.hash('idNumber', idNumber),
  ];
  const words = [
    phone.slice(3),
    idNumber,
    `${number + 1} Kunwari Street`,
    'Kanaryong puna',
    'Pakiayos ang ibon',
    ...contacts,
  ];
  return [...words, ...hashes.map((hash) => hash.toString('hex'))];
}

slow('deleting an account deletes every text, keyed hash and picture of the person', async () => {
  const anna = await app.person({ withCredit: true });
  const userGid = await gidOf(anna);
  await addWallet(anna.life);
  await anna.client.must(feedbackSubmit, { type: 6, userGid, describe: 'Kanaryong puna' });
  await anna.client.must(dataRequest, { kind: 'correction', words: 'Pakiayos ang ibon' });
  const pictures = await app.db
    .selectFrom('pictures')
    .select(['content_hash', 'file_name'])
    .where('borrower_id', '=', userGid)
    .execute();
  const traces = [
    ...tracesOf(anna),
    ...pictures.map((row) => row.content_hash.toString('hex')),
    ...pictures.map((row) => row.file_name),
  ];
  // The search finds all traces while the account exists.
  expect(tablesWith(await dumpOf(app.owner, sealer), traces)).toEqual(
    expect.arrayContaining([
      'borrowers',
      'credit_applications',
      'data_requests',
      'feedback',
      'messages',
      'payout_accounts',
      'pictures',
      'sandbox_messages',
    ]),
  );
  expect(await files()).toHaveLength(2);

  expect(await deletes(anna)).toBe('success');
  await app.work();
  const tables = tablesWith(await dumpOf(app.owner, sealer), traces);
  expect(tables.filter((name) => !counts.includes(name))).toEqual(farewell);
  expect(await files()).toEqual([]);
  const emptied = Object.entries(tablesOfPeople).filter(([, { erased }]) => erased === 'deleted');
  for (const [name] of emptied) {
    const { rows } =
      await sql`select 1 from ${sql.table(name)} where borrower_id = ${userGid}`.execute(
        app.owner.db,
      );
    expect([name, rows]).toEqual([name, []]);
  }
  expect((await anna.client.ask(userInfo, {})).name).toBe('sessionInvalid');

  app.clocks.addMs(24 * 3_600_000 + 1);
  await app.app.jobs.cleanup({});
  expect(
    tablesWith(await dumpOf(app.owner, sealer), traces).filter((name) => farewell.includes(name)),
  ).toEqual([]);
  app.clocks.addMs(2 * 24 * 3_600_000);
  await app.app.jobs.cleanup({});
  expect(tablesWith(await dumpOf(app.owner, sealer), traces)).toEqual([]);
  const acts = await app.db
    .selectFrom('audit_log')
    .select('act')
    .where('subject', '=', userGid)
    .execute();
  expect(acts.map((row) => row.act)).toEqual(
    expect.arrayContaining(['dataRequested', 'accountErased']),
  );
  expect(
    await app.db
      .selectFrom('data_requests')
      .select(['kind', 'outcome', 'text_sealed'])
      .where('borrower_id', '=', userGid)
      .orderBy('kind')
      .execute(),
  ).toEqual([
    { kind: 'correction', outcome: 'done', text_sealed: null },
    { kind: 'deletion', outcome: 'done', text_sealed: null },
  ]);
});

test('deleting an account empties each personal column of its own row', async () => {
  const tala = await app.person();
  const id = await gidOf(tala);
  const columns = plantedColumns(app, { id, words: 'Kanaryong hanay' });
  await app.owner.db.updateTable('borrowers').set(columns).where('id', '=', id).execute();
  const emptied = Object.entries(columnsOfBorrowers).flatMap(([name, { erased }]) =>
    erased === 'emptied' ? [name] : [],
  );
  // Columns that cannot be null contain these values instead, as hex or text.
  const standIns = new Map([
    ['phone_hash', `\\x${id.replaceAll('-', '')}`],
    ['locale', 'en'],
  ]);
  const filled = async () => {
    const { rows } = await sql<{
      row: Record<string, string | null>;
    }>`select to_jsonb(b) as row from borrowers b where id = ${id}`.execute(app.owner.db);
    return emptied.filter(
      (name) => ![null, '', '\\x', standIns.get(name)].includes(rows[0]?.row[name]),
    );
  };
  expect(await filled(), 'plant the column in plantedColumns').toEqual(emptied);
  expect(await deletes(tala)).toBe('success');
  expect(await filled(), 'empty the column in empty_account (14-privacy.sql)').toEqual([]);
});

slow('a deleted account’s phone, ID and wallet numbers can be used again', async () => {
  const ben = await app.person({ withCredit: true });
  await addWallet(ben.life);
  expect(await deletes(ben)).toBe('success');
  const life = { ...ben.life, client: app.device(), idOf: () => newId(app.clocks.wall()) };
  life.codesOf = async (phone) => (await ben.life.codesOf(phone)).slice(-1);
  app.clocks.addMs(3_600_000);
  await signUp(life);
  await applyForCredit(life);
  await app.work();
  await addWallet(life);
  expect((await life.client.must(dataQuery, {})).groups[0]?.count).toBe(1);
});

test('concurrent or repeated calls delete an account only once', async () => {
  const carla = await app.person();
  const userGid = await gidOf(carla);
  const id = newId(app.clocks.wall());
  const answers = await Promise.all([
    carla.client.ask(dataDelete, { password: carla.life.password }, id),
    carla.client.ask(dataDelete, { password: carla.life.password }, id),
    carla.client.ask(dataDelete, { password: carla.life.password }),
  ]);
  expect(answers.some(({ name }) => name === 'success')).toBe(true);
  expect(answers.filter(({ name }) => !['success', 'sessionInvalid'].includes(name))).toEqual([]);
  expect(
    await app.db
      .selectFrom('audit_log')
      .select('id')
      .where('subject', '=', userGid)
      .where('act', '=', 'accountErased')
      .execute(),
  ).toHaveLength(1);
  expect((await carla.client.ask(dataDelete, { password: carla.life.password }, id)).name).toBe(
    'sessionInvalid',
  );
});

slow('concurrent calls do not add data to an erased account', async () => {
  const kim = await app.person();
  const who = await gidOf(kim);
  const feedback = () =>
    kim.client.ask(feedbackSubmit, { type: 6, userGid: who, describe: 'Kanaryong huli' });
  const request = () =>
    kim.client.ask(dataRequest, { kind: 'correction', words: 'Kanaryong huli' });
  await Promise.all([
    feedback(),
    request(),
    kim.client.ask(dataDelete, { password: kim.life.password }),
    feedback(),
    request(),
  ]);
  expect((await kim.client.ask(userInfo, {})).name).toBe('sessionInvalid');
  expect(tablesWith(await dumpOf(app.owner, sealer), ['Kanaryong huli'])).toEqual([]);
  const late = {
    id: newId(app.clocks.wall()),
    borrower_id: who,
    type: 3,
    sent_at: app.clocks.now(),
  };
  await expect(app.db.insertInto('feedback').values(late).execute()).rejects.toThrow(
    'erased or unknown',
  );
});

test('deleting an account requires the password even after a fresh proof of identity', async () => {
  const dina = await app.person();
  expect(await deletes(dina, {})).toBe('passwordNeeded');
  expect(await deletes(dina, { password: 'hindi ito iyon' })).toBe('passwordWrong');
  expect((await dina.client.must(userInfo, {})).hasPassword).toBe(true);
  expect(await deletes(dina, { password: dina.life.password })).toBe('success');
});

test('refuses to delete an account while its application is under review', async () => {
  const ely = await app.person();
  await applyForCredit(ely.life);
  expect(await deletes(ely)).toBe('deletionUnderReview');
});

slow('a rejected borrower can delete the account only once they may apply again', async () => {
  const mila = await app.person();
  await applyForCredit(mila.life, 'refusable');
  await app.until('the review', async () => (await reviewed(mila.life)) === 'rejected');
  const { deletion } = await mila.client.must(dataQuery, {});
  const from = app.today().add({ days: 7 });
  expect(deletion).toEqual({ way: 'later', from: from.toString(), heldUntil: null, money: null });
  const refused = await mila.client.ask(dataDelete, { password: mila.life.password });
  expect([refused.name, refused.message]).toEqual([
    'deletionLater',
    expect.stringContaining(writtenDay('en', from)),
  ]);
  const erase = (at: Temporal.Instant) =>
    sql`select erase_borrower(${gid}, ${at}, '')`.execute(app.db);
  const gid = await gidOf(mila);
  const midnight = from.toZonedDateTime('Asia/Manila').toInstant();
  await expect(erase(midnight.subtract({ milliseconds: 1 }))).rejects.toThrow(
    'cannot be erased before it may apply',
  );
  app.clocks.addMs(midnight.epochMilliseconds - app.clocks.now().epochMilliseconds);
  expect(await deletes(mila, { password: mila.life.password })).toBe('success');
  app.clocks.addMs(10 * 3_600_000);
});

test('texts the borrower about a deletion or a deletion request at any hour', async () => {
  const nora = await app.person();
  const lastText = async () => {
    await app.work();
    const rows = await app.owner.db
      .selectFrom('sandbox_messages')
      .select('text')
      .where('phone', '=', nora.life.phone)
      .orderBy('id')
      .execute();
    return rows.at(-1)?.text;
  };
  const late = app
    .today()
    .toZonedDateTime('Asia/Manila')
    .add({ hours: 23, minutes: 30 })
    .toInstant();
  app.clocks.addMs(late.epochMilliseconds - app.clocks.now().epochMilliseconds);
  const id = newId(app.clocks.wall());
  for (let n = 0; n < 2; n += 1)
    await nora.client.must(dataRequest, { kind: 'deletion', words: 'Burahin po.' }, id);
  expect(await lastText()).toMatch(
    /^Sandali: we have your request to delete your account and will answer by [^.]*\d{4}\./,
  );
  const gid = await gidOf(nora);
  const requested = app.db
    .selectFrom('messages')
    .where('borrower_id', '=', gid)
    .where('kind', '=', 'deletionAsked');
  expect(await requested.select('id').execute()).toHaveLength(1);
  await app.owner.db
    .updateTable('borrowers')
    .set({ locale: 'fil' })
    .where('id', '=', gid)
    .execute();
  const goneOn = writtenDay('fil', app.today().add({ days: 31 })); // 30 days and an hour later
  expect(await deletes(nora, { password: nora.life.password })).toBe('success');
  expect(await lastText()).toMatch(
    new RegExp(`^Sandali: nabura na ang account at data mo\\. .* ${goneOn}\\.`),
  );
  expect(
    await app.db
      .selectFrom('messages')
      .select('borrower_id')
      .where('kind', '=', 'accountDeleted')
      .where('to_hash', '=', sealer.hash('phone', nora.life.phone))
      .execute(),
  ).toEqual([{ borrower_id: null }]);
  app.clocks.addMs(10.5 * 3_600_000);
});

slow('refuses to delete an account with an open or recently repaid bill', async () => {
  const fe = await app.person({ withCredit: true });
  const { loanId } = await takeLoan(fe.life, await addWallet(fe.life), { termDays: 15 });
  expect(await deletes(fe)).toBe('deletionOpenLoan');
  await app.until(
    'the payout',
    async () => (await fe.client.must(loanDetail, { loanId })).state === 'success',
  );
  expect(await deletes(fe)).toBe('deletionOpenLoan');
  const { bill } = await fe.client.must(billDetail, { loanId });
  const { repaymentId } = await fe.client.must(repaymentApply, {
    loanId,
    channel: 'sevenEleven',
    amountCentavos: bill.currentDue.owedCentavos,
  });
  const code = await app.until(
    'a code',
    async () => (await fe.client.must(repaymentStatus, { repaymentId })).code,
  );
  await app.bank.call('/control/pay', { code });
  await app.until(
    'the booking',
    async () => (await fe.client.must(repaymentStatus, { repaymentId })).state === 'booked',
  );
  const refused = await fe.client.ask(dataDelete, { password: fe.life.password });
  expect([refused.name, refused.message]).toEqual([
    'deletionHeldByLaw',
    expect.stringMatching(/until \d+\s\w+\s2031/),
  ]);
  const { deletion } = await fe.client.must(dataQuery, {});
  expect(deletion).toMatchObject({ way: 'request', heldUntil: expect.stringMatching(/^2031-/) });
  expect((await fe.client.ask(dataRequest, { kind: 'deletion', words: 'Burahin po.' })).name).toBe(
    'success',
  );
});

slow('the serving role can erase an account only through the checked function', async () => {
  const gil = await app.person({ withCredit: true });
  const who = await gidOf(gil);
  await gil.client.must(feedbackSubmit, { type: 3, userGid: who, describe: '' });
  const at = app.clocks.now();
  const denied = [
    sql`delete from borrowers where id = ${who}`,
    sql`delete from feedback where borrower_id = ${who}`,
    sql`delete from messages where borrower_id = ${who}`,
    sql`delete from sessions where borrower_id = ${who}`,
    sql`delete from pictures where borrower_id = ${who}`,
    sql`delete from data_requests where borrower_id = ${who}`,
    sql`update borrowers set erased_at = ${at} where id = ${who}`,
  ];
  for (const statement of denied)
    await expect(statement.execute(app.db)).rejects.toThrow('permission denied');
  await takeLoan(gil.life, await addWallet(gil.life));
  await expect(sql`select erase_borrower(${who}, ${at}, '')`.execute(app.db)).rejects.toThrow(
    'the law requires keeping an account with a loan',
  );

  const hana = await app.person();
  await applyForCredit(hana.life);
  await expect(
    sql`select erase_borrower(${await gidOf(hana)}, ${at}, '')`.execute(app.db),
  ).rejects.toThrow('under review');
  const iris = await app.person();
  const gid = await gidOf(iris);
  expect(await deletes(iris)).toBe('success');
  await expect(sql`select erase_borrower(${gid}, ${at}, '')`.execute(app.db)).rejects.toThrow(
    'there is no account',
  );
  await expect(
    sql`update borrowers set locale = 'fil' where id = ${gid}`.execute(app.db),
  ).rejects.toThrow('an erased account never changes');
});

test('the database allows only one answer to a data request', async () => {
  const jun = await app.person();
  const { requestId } = await jun.client.must(dataRequest, { kind: 'correction', words: 'x' });
  const change = (set: object) =>
    app.db.updateTable('data_requests').set(set).where('id', '=', requestId).execute();
  await expect(change({ kind: 'deletion' })).rejects.toThrow('permission denied');
  await expect(change({ text_sealed: null })).rejects.toThrow('permission denied');
  const answer = { answered_at: app.clocks.now(), outcome: 'refused', answered_by: 'k:ben' };
  await expect(change(answer)).rejects.toThrow('must first view the current state');
  await seesInDatabase(app.context, { kind: 'dataRequest', id: requestId }, 'k:ben');
  await change(answer);
  await expect(change({ outcome: 'done' })).rejects.toThrow('answered only once');
});

slow('reviewers’ call notes and reasons are erased with the account', async () => {
  const lea = await waitingPerson(app);
  const ops = testOps(app.context);
  const [rosa, ben] = [await ops.person('reviewer'), await ops.person('reviewer')];
  const { application } = lea;
  await rosa.ask('review take', { application });
  const logged = await rosa.ask(
    'review call-log',
    { application, result: 'reached', note: 'Kanaryong tawag' },
    { reason: 'first call' },
  );
  expect(logged.status).toBe(200);
  const copy = await lea.client.must(dataExport, { format: 'json' });
  expect(
    JSON.parse(Buffer.from(copy.bytes, 'base64').toString()).applications[0].calls,
  ).toMatchObject([{ result: 'reached', callBackAt: null, note: 'Kanaryong tawag' }]);
  const tablesWithNote = async () =>
    tablesWith(await dumpOf(app.owner, sealer), ['Kanaryong tawag']);
  await viewForApproval(rosa, application);
  await rosa.ask('review approve', { application, limitCentavos: 200_000_00 }, { reason: 'large' });
  await ben.ask('review take', { application });
  expect(await tablesWithNote()).toEqual(['review_calls']);
  await ben.ask('review reject', { application, group: 'other' }, { reason: 'papers missing' });
  const sealed = await app.owner.db
    .selectFrom('review_proposals')
    .select(['id', 'reason_sealed'])
    .executeTakeFirstOrThrow();
  expect(sealer.open('review note', sealed.id, sealed.reason_sealed ?? Buffer.alloc(0))).toBe(
    'large',
  );
  await expect(app.db.deleteFrom('review_calls').execute()).rejects.toThrow('permission denied');
  // A rejected applicant can delete the account after a week.
  const midnight = app.today().add({ days: 7 }).toZonedDateTime('Asia/Manila').toInstant();
  app.clocks.addMs(midnight.epochMilliseconds - app.clocks.now().epochMilliseconds);
  expect(await deletes(lea, { password: lea.life.password })).toBe('success');
  expect(await tablesWithNote()).toEqual([]);
  expect(await app.db.selectFrom('review_calls').selectAll().execute()).toEqual([]);
  expect(
    await app.db.selectFrom('review_proposals').select(['state', 'reason_sealed']).execute(),
  ).toEqual([{ state: 'dropped', reason_sealed: null }]);
});
