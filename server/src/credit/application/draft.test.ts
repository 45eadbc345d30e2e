// Drafts keep the answers of an unsaved form, for its borrower and for a limited time.
import { logonRegister, logout } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import {
  basicSave,
  type CreditStep,
  contactSave,
  creditQuery,
  creditSteps,
  identitySave,
} from '@sandali/contract/credit.ts';
import { draftFields, draftSave, neverKept, storableValues } from '@sandali/contract/draft.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { draftsSince, newestDraftPart, nextDraftStep, standingPart } from '#/credit/credit.ts';
import { removeFacebookLink } from '#/credit/personal-data.ts';
import { contacts, creditTestContext, type Person, personal, work } from '#/credit/testing.ts';
import { inTx } from '#/db/database.ts';
import { readPart } from '#/db/snapshot.ts';
import { dataOf, device } from '#/testing/context.ts';
import { deleteDrafts } from './draft.ts';

const { ask, codeFor, person, fill, identity, clocks, app } = await creditTestContext();
const { db, sealer } = app;

const values = { firstName: 'Ligaya', bornOn: '1996--', address: '12 Mab' };
const typed = { form: 'personal', values, leftAt: 'address' } as const;
const draftsOf = async (who: Person) => dataOf(await ask(who, creditQuery, {})).drafts;
const rowsOf = async ({ borrowerId }: Person) =>
  await db.selectFrom('credit_drafts').selectAll().where('borrower_id', '=', borrowerId).execute();

/** Logs in the same person on another device. */
async function onTablet(who: Person): Promise<Person> {
  const tablet = { ...who, device: device() };
  const login = {
    by: 'password',
    phone: who.phone,
    password: 'kapeng barako 1',
    agreementVersion,
  } as const;
  await ask(tablet, logonRegister, login as never);
  const proof = { by: 'code', ...(await codeFor(tablet, 'newDevice')) };
  const { token } = dataOf(await ask(tablet, logonRegister, { ...login, proof } as never));
  return { ...tablet, device: { ...tablet.device, token } };
}

slow('restores a draft on all devices of its borrower, but for no other borrower', async () => {
  const [anna, ben] = [await person(), await person()];
  dataOf(await ask(anna, draftSave, typed));
  expect(await draftsOf(anna)).toEqual([
    { ...typed, keptAt: clocks.now().toString({ smallestUnit: 'millisecond' }), isFromHere: true },
  ]);
  const tablet = await onTablet(anna);
  expect(await draftsOf(tablet)).toMatchObject([{ form: 'personal', values, isFromHere: false }]);
  expect(await draftsOf(ben)).toEqual([]);
  dataOf(await ask(tablet, draftSave, { ...typed, values: { ...values, address: '12 Mabini' } }));
  expect(await draftsOf(anna)).toMatchObject([
    { values: { address: '12 Mabini' }, isFromHere: false },
  ]);
  dataOf(await ask(anna, draftSave, { ...typed, values: {} }));
  expect(await rowsOf(anna)).toEqual([]);
});

test('a draft is sealed for its borrower, and the serving role cannot reassign it', async () => {
  const [anna, ben] = [await person(), await person()];
  dataOf(await ask(anna, draftSave, typed));
  const [row] = await rowsOf(anna);
  expect(row?.answers_sealed.toString('latin1')).not.toContain('Ligaya');
  expect(() => sealer.open('draft', ben.borrowerId, row?.answers_sealed as Buffer)).toThrow();
  const move = db
    .updateTable('credit_drafts')
    .set({ borrower_id: ben.borrowerId })
    .where('borrower_id', '=', anna.borrowerId);
  await expect(move.execute()).rejects.toThrow(/permission denied/);
  // A draft in the row of another form is ignored.
  await db
    .insertInto('credit_drafts')
    .values({ ...(row as NonNullable<typeof row>), form: 'work' })
    .execute();
  expect(await draftsOf(anna)).toMatchObject([{ form: 'personal' }]);
});

slow('drops a draft when its step is saved, and all drafts on submission', async () => {
  const anna = await person();
  expect(
    (await ask(anna, draftSave, { form: 'contacts', values: { name0: 'M' }, leftAt: 'name0' }))
      .name,
  ).toBe('creditStepMissing');
  dataOf(await ask(anna, draftSave, typed));
  // The borrower may begin with the ID. Its draft remains when earlier steps are saved.
  dataOf(
    await ask(anna, draftSave, {
      form: 'identity',
      values: { idType: 'umid' },
      leftAt: 'idNumber',
    }),
  );
  await fill(anna);
  expect(await draftsOf(anna)).toMatchObject([{ form: 'identity', values: { idType: 'umid' } }]);
  dataOf(await ask(anna, draftSave, { form: 'identity', values: {}, leftAt: null }));
  dataOf(
    await ask(anna, draftSave, {
      form: 'contacts',
      values: { name0: 'Rosa', relationship0: 'parent' },
      leftAt: 'phone0',
    }),
  );
  dataOf(
    await ask(anna, draftSave, {
      form: 'work',
      values: { employer: 'Mabuhay' },
      leftAt: 'employer',
    }),
  );
  dataOf(await ask(anna, contactSave, { contacts }));
  expect(await draftsOf(anna)).toMatchObject([{ form: 'work' }]);
  const row = (await rowsOf(anna))[0] as NonNullable<Awaited<ReturnType<typeof rowsOf>>[number]>;
  dataOf(await ask(anna, identitySave, await identity(anna)));
  expect(await rowsOf(anna)).toEqual([]);
  expect((await ask(anna, draftSave, typed)).name).toBe('creditLocked');
  await expect(db.insertInto('credit_drafts').values(row).execute()).rejects.toThrow(
    /a form that the borrower can still send/,
  );
});

slow('drops a draft 30 days after its last change, or when its device logs out', async () => {
  const [anna, ben] = [await person(), await person()];
  dataOf(await ask(anna, draftSave, typed));
  dataOf(await ask(ben, draftSave, typed));
  const tidy = () => deleteDrafts(db, clocks.now());
  clocks.addDays(29);
  await tidy();
  dataOf(await ask(ben, draftSave, typed));
  expect(await draftsOf(anna)).toHaveLength(1);
  clocks.addDays(1);
  expect(await draftsOf(anna)).toEqual([]);
  await tidy();
  expect([await rowsOf(anna), (await rowsOf(ben)).length]).toEqual([[], 1]);

  const tablet = await onTablet(ben);
  dataOf(await ask(tablet, logout, {}));
  expect(await rowsOf(ben)).toHaveLength(1);
  dataOf(await ask(ben, logout, {}));
  expect(await rowsOf(ben)).toEqual([]);
});

test('detects whether the borrower has saved a Facebook link', async () => {
  const anna = await person();
  const readLink = async () =>
    (await readPart(db, standingPart, { borrowerId: anna.borrowerId }))?.hasFacebookLink(
      app.sealer,
    ) ?? false;
  expect(await readLink()).toBe(false);
  dataOf(
    await ask(anna, basicSave, {
      ...personal,
      facebookLink: 'https://www.facebook.com/ligaya.delacruz',
    }),
  );
  expect(await readLink()).toBe(true);
});

test('continues at the newest draft’s step, and removes a Facebook link from drafts', async () => {
  const anna = await person();
  await fill(anna);
  const newest = async () =>
    await readPart(db, newestDraftPart, {
      borrowerId: anna.borrowerId,
      draftsSince: draftsSince(clocks.now()),
    });
  const nextStep = async () => nextDraftStep('identity', await newest());
  expect(await nextStep()).toBe('identity');
  dataOf(
    await ask(anna, draftSave, {
      form: 'personal',
      values: { ...values, facebookLink: 'facebook.com/ligaya' },
      leftAt: null,
    }),
  );
  expect(await nextStep()).toBe('personal');
  clocks.addMs(1000);
  dataOf(
    await ask(anna, draftSave, { form: 'work', values: { employer: 'Mabuhay' }, leftAt: null }),
  );
  expect(await nextStep()).toBe('work');
  // A work draft never skips the personal step, although income and payday are asked first.
  expect(
    ['work', 'identity', 'personal', null].map((draft) =>
      nextDraftStep('personal', draft as CreditStep | null),
    ),
  ).toEqual(['personal', 'identity', 'personal', 'personal']);
  expect(await inTx(db, (tx) => removeFacebookLink(app, tx, anna.borrowerId))).toBe(true);
  expect(JSON.stringify(await draftsOf(anna))).not.toContain('facebook');
  expect((await draftsOf(anna)).map(({ form }) => form)).toEqual(['work', 'personal']);
});

/** Matches the names of fields that no draft may store. */
const denied =
  /password|passkey|pin|otp|smsCode|idNumber|^phone|contactPhone|picture|photo|selfie/i;
/** Answers that no draft may store. */
const secrets = {
  phone: '9181110001',
  idNumber: '012-3456789-0',
  picture: '018f3f6a-0000-7000-8000-0000000000aa',
};
/** All answers of each form, including the secrets. */
const filled: Record<CreditStep, Record<string, string>> = {
  personal: Object.fromEntries(
    Object.entries({ ...personal, middleName: 'Santos', facebookLink: 'facebook.com/l' }).map(
      ([f, a]) => [f, String(a)],
    ),
  ),
  contacts: Object.fromEntries(
    contacts.flatMap(({ name, relationship }, n) => [
      [`name${n}`, name],
      [`phone${n}`, secrets.phone],
      [`relationship${n}`, relationship],
    ]),
  ),
  work: Object.fromEntries(
    Object.entries({ ...work, workPhone: '(02) 8123 4567', asksPerson: 'yes' }).map(
      ([field, answer]) => [field, String(answer)],
    ),
  ),
  identity: {
    idType: 'umid',
    idNumber: secrets.idNumber,
    idExpiresOn: '2031-01-01',
    frontPictureId: secrets.picture,
    selfiePictureId: secrets.picture,
  },
};

slow.each(creditSteps)('keeps every field of a %s draft except secrets', async (form) => {
  const fields = Object.keys(filled[form]);
  const storable = storableValues(form, filled[form]);
  expect(Object.keys(storable).sort()).toEqual(
    fields.filter((field) => !denied.test(field)).sort(),
  );
  expect(Object.keys(draftFields[form]).sort()).toEqual(Object.keys(storable).sort());
  expect([...neverKept[form]].sort()).toEqual(fields.filter((field) => denied.test(field)).sort());

  const anna = await person();
  await fill(anna);
  dataOf(
    await ask(
      anna,
      draftSave,
      v.parse(draftSave.request, { form, values: storable, leftAt: fields.at(-1) }),
    ),
  );
  for (const field of neverKept[form]) {
    const smuggled = { form, values: { ...storable, [field]: filled[form][field] }, leftAt: null };
    expect((await ask(anna, draftSave, smuggled as never)).name).toBe('inputInvalid');
  }
  const { rows } = await sql<{ text: string }>`
      select t::text as text from credit_drafts t
      where borrower_id = ${anna.borrowerId}`.execute(db);
  const [row] = await rowsOf(anna);
  const opened = sealer.open('draft', anna.borrowerId, row?.answers_sealed as Buffer);
  for (const secret of Object.values(secrets)) expect(rows[0]?.text + opened).not.toContain(secret);
  for (const answer of Object.values(storable)) expect(opened).toContain(answer);
});

test('drops invalid names, invisible characters and overlong answers from a draft', () => {
  expect(
    storableValues('contacts', { name0: '0918 111 0001', name1: 'Rosa', relationship1: 'boss' }),
  ).toEqual({ name1: 'Rosa' });
  expect(
    storableValues('personal', {
      address: 'a\u202eb',
      birthPlace: 'x'.repeat(121),
      bornOn: '1996-2-',
      cityCode: '',
    }),
  ).toEqual({
    address: 'ab',
    bornOn: '1996-2-',
    cityCode: '',
  });
});
