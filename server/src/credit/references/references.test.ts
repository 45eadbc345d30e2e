// Tests the notices to references, and the removal of references.
import { contactSave, creditQuery, identitySave } from '@sandali/contract/credit.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lockBorrower } from '#/account/account.ts';
import { workCtx } from '#/context/ctx.ts';
import { noticeKinds } from '#/context/notices.ts';
import { noteAllSeen } from '#/credit/manual/looks.ts';
import { shortNameOf } from '#/credit/names.ts';
import { decideManually } from '#/credit/review/decide-manually.ts';
import { latestApplication } from '#/credit/store.ts';
import { creditTestContext, type Person, contacts as sampleContacts } from '#/credit/testing.ts';
import { inTx } from '#/db/database.ts';
import { sendNotice } from '#/notifications/jobs.ts';
import { newId } from '#/platform/random.ts';
import { testOps } from '#/staff/testing.ts';
import { dataOf } from '#/testing/context.ts';
import { checkOptedOut, removeReference, storeReferences } from './references.ts';

const { ask, person, submitted, reviewed, fill, identity, clocks, app, jobs, outbox } =
  await creditTestContext();
const { db, sealer } = app;
const rosa = await testOps(app).person('support');
let numbers = 0;
/** Returns three references with new numbers. */
const someContacts = () =>
  sampleContacts.map((contact) => ({
    ...contact,
    phone: `+63918222${String(1000 + ++numbers)}`,
  }));
const noticesTo = async (phone: string) =>
  await db
    .selectFrom('messages')
    .selectAll()
    .where('to_hash', '=', sealer.hash('phone', phone))
    .where('kind', '=', 'contactNotice')
    .execute();
const removed = async (phone: string) =>
  await rosa.ask('contact remove', { phone }, { reason: 'asked by phone' });
const contactsOf = async (who: Person) => dataOf(await ask(who, creditQuery, {})).contacts;

/** Approves the application as staff. */
async function approved({ borrowerId }: Person): Promise<void> {
  const applicationId = (await latestApplication(db, borrowerId))?.row.id ?? '';
  await inTx(db, async (tx) => {
    await noteAllSeen(tx, applicationId, { who: 'Rosa', at: app.clocks.now() });
    await decideManually(
      workCtx(app),
      tx,
      applicationId,
      { outcome: 'approved' },
      'Rosa',
      'all is well',
    );
  });
}

/** Resolves once a connection waits for a lock. */
async function untilLockWait(): Promise<void> {
  for (;;) {
    const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `.execute(db);
    if (rows.length > 0) return;
  }
}

slow('sends each reference one notice with an opt-out number after an approval', async () => {
  const [anna, three] = [await person(), someContacts()];
  await fill(anna, { contacts: three });
  const [requestId, last] = [newId(clocks.wall()), await identity(anna)];
  const submit = () => ask(anna, identitySave, last, requestId);
  expect([(await submit()).name, (await submit()).name]).toEqual(['success', 'success']);
  for (const { phone } of three) expect(await outbox(phone)).toEqual([]);
  await reviewed();
  for (const { phone } of three) {
    expect(await outbox(phone)).toEqual([
      'Sandali: Ligaya D. gave your number to Sandali Lending Corp. as a character reference. You owe nothing and need not answer. To be removed, call (02) 5550 0100.',
    ]);
    expect(await noticesTo(phone)).toMatchObject([{ borrower_id: anna.borrowerId }]);
  }
});

test('shortens long names in notices and removes web addresses from them', () => {
  const named = (firstName: string, lastName = 'Dela Cruz') =>
    shortNameOf({ firstName, middleName: null, lastName });
  expect(named('Libre sa sandali-win.ph')).toBe('Libre sa sandali-win ph D.');
  expect(named('Ma.Cristina', 'ñandú')).toBe('Ma Cristina ñ.');
  expect(named('Ma. Cristina')).toBe('Ma. Cristina D.');
  expect(named('Maria Concepcion Esperanza Luwalhati')).toBe('Maria Concepcion Esperanza D.');
  expect(named('A'.repeat(60))).toBe(`${'A'.repeat(27)} D.`);
});

slow('does not send a notice to references of a rejected application', async () => {
  const [anna, three] = [await person(), someContacts()];
  await submitted(anna, { contacts: three, work: { fundSource: 'other', employmentType: 'none' } });
  await reviewed();
  const { resubmitOn } = dataOf(await ask(anna, creditQuery, {}));
  expect(resubmitOn).toBe('2026-04-08');
  clocks.setNow('2026-04-08T02:00:00Z');
  const again = [...three.slice(0, 2), ...someContacts().slice(0, 1)];
  await submitted(anna, { contacts: again });
  for (const { phone } of again) expect(await outbox(phone)).toEqual([]);
  await reviewed();
  for (const { phone } of again) expect(await outbox(phone)).toHaveLength(1);
  expect(await outbox(three[2]?.phone ?? '')).toEqual([]);
  clocks.setNow('2026-04-01T02:00:00Z');
});

test('delays a notice to a reference at night until the morning', async () => {
  const [anna, three] = [await person(), someContacts()];
  await submitted(anna, { contacts: three });
  clocks.setNow('2026-04-01T14:30:00Z');
  await approved(anna);
  expect(await outbox(three[0]?.phone ?? '')).toEqual([]);
  expect(await noticesTo(three[0]?.phone ?? '')).toMatchObject([{ state: 'held' }]);
  expect(noticeKinds.contactNotice.sort).toBe('notice');
  clocks.setNow('2026-04-01T02:00:00Z');
});

test('the database refuses notices to references before the application is approved', async () => {
  const [anna, three] = [await person(), someContacts()];
  await submitted(anna, { contacts: three });
  const contactOf = (await latestApplication(db, anna.borrowerId))?.row.id ?? '';
  const to = {
    borrowerId: anna.borrowerId,
    phone: three[0]?.phone ?? '',
    locale: 'en',
    contactOf,
  } as const;
  const words = { name: 'Ligaya D.', lender: 'Sandali', telephone: '1' };
  await expect(
    inTx(db, (tx) => app.notices.notify(workCtx(app), tx, to, 'contactNotice', words)),
  ).rejects.toThrow(/only of an approved application/);
});

slow('the database refuses every message to a reference except one notice', async () => {
  const [anna, ben, three] = [await person(), await person(), someContacts()];
  await submitted(anna, { contacts: three });
  await reviewed();
  const phone = three[0]?.phone ?? '';
  const [notice] = await noticesTo(phone);
  const row = {
    ...notice,
    id: newId(clocks.wall()),
    state: 'waiting',
    sent_at: null,
    gateway: null,
    gateway_id: null,
    held_until: null,
    leased_until: null,
    attempts: 0,
  };
  const put = (other: object) =>
    db
      .insertInto('messages')
      .values({ ...row, ...other } as never)
      .execute();
  await expect(put({})).rejects.toThrow(/messages_once_a_reference/);
  const others = (Object.keys(noticeKinds) as string[]).filter((kind) => kind !== 'contactNotice');
  for (const kind of others)
    await expect(put({ kind })).rejects.toThrow(
      /no other message|only to its borrower|messages_to_references_are_notices/,
    );
  await expect(put({ reference_application_id: null })).rejects.toThrow(
    /messages_to_references_are_notices/,
  );
  const later = others.filter(
    (kind) => !kind.startsWith('code.') && !['phoneChangedFrom', 'accountDeleted'].includes(kind),
  );
  for (const kind of later)
    await expect(
      put({ kind, reference_application_id: null, borrower_id: ben.borrowerId }),
    ).rejects.toThrow(/no other message|only to its borrower/);
  await expect(
    inTx(db, (tx) =>
      app.notices.notify(
        workCtx(app),
        tx,
        { borrowerId: anna.borrowerId, phone, locale: 'en' },
        'passwordChanged',
        { telephone: '1' },
      ),
    ),
  ).rejects.toThrow(/no other message|only to its borrower/);
});

slow('still notifies a reference who is also a borrower about their own account', async () => {
  const [anna, ben] = [await person(), await person()];
  const three = someContacts().map((contact, at) =>
    at === 1 ? { ...contact, phone: ben.phone } : contact,
  );
  await submitted(anna, { contacts: three });
  await submitted(ben, { contacts: someContacts() });
  await reviewed();
  expect(await outbox(ben.phone)).toContainEqual(expect.stringContaining('you are approved'));
});

slow('removes an opted-out reference everywhere and refuses to add the number again', async () => {
  const [anna, ben, three] = [await person(), await person(), someContacts()];
  const phone = three[1]?.phone ?? '';
  await submitted(anna, { contacts: three });
  await reviewed();
  // The three notices precede Anna's own message.
  const waiting = jobs.at(-3);
  const answers = await Promise.all([removed(phone), removed(phone)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.map(({ data }) => data.applications).sort()).toEqual([0, 1]);
  expect(await noticesTo(phone)).toEqual([]);
  if (waiting) await sendNotice(workCtx(app), waiting);
  expect(await outbox(phone)).toEqual([]);
  const applicationId = (await latestApplication(db, anna.borrowerId))?.row.id ?? '';
  const late = {
    borrowerId: anna.borrowerId,
    phone,
    locale: 'en',
    contactOf: applicationId,
  } as const;
  const words = { name: 'Ligaya', lender: 'Sandali', telephone: '1' };
  await expect(
    inTx(db, (tx) => app.notices.notify(workCtx(app), tx, late, 'contactNotice', words)),
  ).rejects.toThrow(/has opted out/);
  expect((await contactsOf(anna))?.map((contact) => contact.phone)).toEqual([
    three[0]?.phone,
    three[2]?.phone,
  ]);
  const trail = await db
    .selectFrom('audit_log')
    .select(['act', 'detail'])
    .where('act', '=', 'ops contact remove')
    .orderBy('id', 'desc')
    .execute();
  expect(JSON.stringify(trail)).not.toContain(phone.slice(4));

  const others = someContacts();
  const withThem = [{ ...sampleContacts[0], phone }, ...others.slice(1)];
  await fill(ben, { contacts: others });
  expect((await ask(ben, contactSave, { contacts: withThem as never })).name).toBe(
    'contactAskedOut',
  );
  await removed(others[0]?.phone ?? '');
  const contacts = await contactsOf(ben);
  expect((await ask(ben, identitySave, await identity(ben))).name).toBe('contactAskedOut');
  expect(contacts).toHaveLength(3);
  expect((await removed('12')).wrong).toContain('not a Philippine mobile');
});

slow('neither stores nor notifies a reference who opts out during the submission', async () => {
  const [anna, ben, three] = [await person(), await person(), someContacts()];
  const phone = three[2]?.phone ?? '';
  await submitted(ben, { contacts: three }); // the removal locks Ben
  await fill(anna, { contacts: three });
  const last = await identity(anna);
  const [isRemoved, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const removal = inTx(db, async (tx) => {
    await removeReference(workCtx(app), tx, { phone, who: 'Rosa' });
    isRemoved.resolve();
    await commit.promise;
  });
  await isRemoved.promise;
  const sending = ask(anna, identitySave, last);
  await Promise.race([sending, untilLockWait()]);
  commit.resolve();
  await removal;
  expect((await sending).name).toBe('contactAskedOut');
  expect(await noticesTo(phone)).toEqual([]);
  expect((await contactsOf(ben))?.map((contact) => contact.phone)).not.toContain(phone);
});

test('an opt-out waits for a submission under way, then removes its reference too', async () => {
  const [anna, three] = [await person(), someContacts()];
  const phone = three[0]?.phone ?? '';
  await fill(anna, { contacts: three });
  const [isNamed, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const naming = inTx(db, async (tx) => {
    await lockBorrower(tx, anna.borrowerId);
    expect(await checkOptedOut(tx, sealer, three as never)).toBe(false);
    await storeReferences(tx, sealer, anna.borrowerId, three as never);
    isNamed.resolve();
    await commit.promise;
  });
  await isNamed.promise;
  const removing = removed(phone);
  await Promise.race([removing, untilLockWait()]);
  commit.resolve();
  await naming;
  expect((await removing).data).toMatchObject({ applications: 1 });
  expect((await contactsOf(anna))?.map((contact) => contact.phone)).not.toContain(phone);
});

test('does not send a notice to a reference who opted out during the review', async () => {
  const [anna, three] = [await person(), someContacts()];
  await submitted(anna, { contacts: three });
  expect((await removed(three[1]?.phone ?? '')).data).toMatchObject({ applications: 1 });
  await approved(anna);
  const [first, second, third] = three.map(({ phone }) => phone) as [string, string, string];
  expect((await outbox(first)).length + (await outbox(third)).length).toBe(2);
  expect(await outbox(second)).toEqual([]);
});

slow('only a database function can delete messages to references', async () => {
  const [anna, three] = [await person(), someContacts()];
  await submitted(anna, { contacts: three });
  await reviewed();
  await expect(
    db.deleteFrom('messages').where('borrower_id', '=', anna.borrowerId).execute(),
  ).rejects.toThrow(/permission denied/);
  await expect(db.deleteFrom('reference_opt_outs').execute()).rejects.toThrow(/permission denied/);
});
