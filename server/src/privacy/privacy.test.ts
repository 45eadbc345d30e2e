import { codeSms } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { basicSave, creditQuery } from '@sandali/contract/credit.ts';
import { feedbackSubmit } from '@sandali/contract/home.ts';
import { locales } from '@sandali/contract/locale.ts';
import { consentWithdraw, dataExport, dataQuery, dataRequest } from '@sandali/contract/privacy.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { allCommands } from '#/app.ts';
import { printPaper } from '#/platform/pdf/paper.ts';
import { textOfPdf } from '#/platform/pdf/testing.ts';
import { newId } from '#/platform/random.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { opsListener } from '#/staff/listener.ts';
import { gidOf, type Person, testApp } from '#/testing/app.ts';
import { optionWords } from '#/texts/generated/options.ts';
import { say } from '#/texts/say.ts';
import { consentsOf } from './consents.ts';
import { columnsOfBorrowers, tablesOfPeople } from './coverage.ts';
import { paperOf } from './paper.ts';
import { latestSteps, personalDataOf } from './personal-data.ts';

const app = await testApp();
const key = { name: 'local', text: 'k'.repeat(43) };
const ops = opsListener({
  context: app.context,
  key,
  worker: { lastLookMs: () => 0, steps: () => [] },
  commands: allCommands,
});

async function act(command: string, input: object, reason?: string) {
  const body = JSON.stringify({ input, ...(reason ? { reason } : {}) });
  const headers = {
    authorization: `Bearer ${key.text}`,
    'content-length': String(body.length),
    'x-ops-user': 'ana',
  };
  const answer = await ops.request(`/ops/${command}`, { method: 'POST', headers, body });
  return (await answer.json()) as {
    data?: { requests?: Record<string, unknown>[]; request?: Record<string, unknown> };
    wrong?: string;
  };
}

const group = async ({ client }: Person, name: string) =>
  (await client.must(dataQuery, {})).groups.find((shown) => shown.name === name) ??
  expect.fail(name);
const fileOf = async ({ client }: Person, format: 'json' | 'pdf') =>
  Buffer.from((await client.must(dataExport, { format })).bytes, 'base64');
const audited = (subject: string, act: string) =>
  app.db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject', '=', subject)
    .where('act', '=', act)
    .execute();

/** Adds a Facebook link to an approved person, as if entered in the application's first step. */
async function addFacebookLink(who: Person): Promise<void> {
  const { personal } = await who.client.must(creditQuery, {});
  const { sealer } = app.context;
  const sealed = sealer.seal(
    'personal',
    await gidOf(who),
    JSON.stringify({ ...personal, facebookLink: 'https://facebook.com/subok' }),
  );
  await app.db
    .updateTable('credit_applications')
    .set({ personal_sealed: sealed })
    .where('borrower_id', '=', await gidOf(who))
    .execute();
}

test('the export and the erasure cover every table with a borrower’s id', async () => {
  const { rows } = await sql<{
    name: string;
  }>`select c.table_name as name
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.column_name = 'borrower_id' and c.table_schema = 'public'
      and t.table_type = 'BASE TABLE'`.execute(app.db);
  expect(rows.map((row) => row.name).sort()).toEqual(Object.keys(tablesOfPeople).sort());
  const { rows: source } = await sql<{
    text: string;
  }>`select string_agg(prosrc, ' ') as text from pg_proc
    where proname in ('erase_borrower', 'empty_account')
      or oid in (select tgfoid from pg_trigger
        where tgrelid = 'borrowers'::regclass)`.execute(app.db);
  for (const [name, { erased }] of Object.entries(tablesOfPeople))
    if (typeof erased === 'string')
      expect(source[0]?.text).toMatch(
        new RegExp(`${erased === 'deleted' ? 'delete from' : 'update'} ${name}\\b`),
      );
});

test('coverage.ts lists every column of borrowers', async () => {
  const { rows } = await sql<{
    name: string;
  }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'borrowers'`.execute(app.db);
  expect(
    rows.map((row) => row.name).sort(),
    'decide in columnsOfBorrowers (coverage.ts) whether the column is exported and emptied',
  ).toEqual(Object.keys(columnsOfBorrowers).sort());
});

test('a newcomer sees a masked phone number, one device and the accepted agreements', async () => {
  const anna = await app.person();
  const data = await anna.client.must(dataQuery, {});
  expect(data.groups.map(({ name, count }) => [name, count])).toEqual([
    ['account', 1],
    ['personal', 0],
    ['contacts', 0],
    ['work', 0],
    ['identity', 0],
    ['drafts', 0],
    ['pictures', 0],
    ['payoutAccounts', 0],
    ['loans', 0],
    ['messages', 0],
    ['devices', 1],
    ['feedback', 0],
    ['complaints', 0],
  ]);
  expect(data.groups[0]).toMatchObject({
    shown: [expect.stringMatching(/^0917 ••• \d{4}$/)],
    keeping: 'account',
    keptUntil: null,
  });
  expect(data.consents).toMatchObject([
    { kind: 'agreements', version: agreementVersion, isOptional: false, withdrawnAt: null },
  ]);
  expect(data).toMatchObject({
    looks: [],
    requests: [],
    deletion: { way: 'now', from: null, heldUntil: null, money: null },
    hasPassword: true,
    needsProof: false,
  });
});

test('a borrower with a loan sees masked data, counts and the end of legal retention', async () => {
  const anna = await app.person({ withCredit: true });
  expect((await group(anna, 'identity')).shown).toEqual(['99••••']);
  expect((await group(anna, 'contacts')).shown).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Perla Tao \w · 0917 ••• \d{4}$/)]),
  );
  expect(await group(anna, 'pictures')).toMatchObject({
    count: 2,
    basis: 'law',
    keeping: 'account',
  });
  await takeLoan(anna.life, await addWallet(anna.life));
  expect(await group(anna, 'loans')).toMatchObject({
    count: 1,
    keeping: 'law',
    keptUntil: null,
    shown: [expect.stringMatching(/^\d{10}$/)],
  });
  expect(await group(anna, 'payoutAccounts')).toMatchObject({
    shown: [expect.stringMatching(/^GCash •••• \d{4}$/)],
  });
  expect((await anna.client.must(dataQuery, {})).deletion).toEqual({
    way: 'openLoan',
    from: null,
    heldUntil: null,
    money: null,
  });
});

slow('the export masks references’ phone numbers, but not the person’s own data', async () => {
  const anna = await app.person({ withCredit: true });
  await anna.client.must(feedbackSubmit, {
    type: 6,
    userGid: await gidOf(anna),
    describe: 'Salamat po',
  });
  await takeLoan(anna.life, await addWallet(anna.life));
  await app.until(
    'the payout',
    async () =>
      (await anna.client.must(dataQuery, {})).groups.find(({ name }) => name === 'messages')?.count,
  );
  const text = (await fileOf(anna, 'json')).toString();
  const data = JSON.parse(text);
  expect(data).toMatchObject({
    format: 'sandali personal data',
    version: 15,
    userGid: await gidOf(anna),
  });
  expect(data.account.phone).toBe(anna.life.phone);
  expect(data.applications[0].identity.idNumber).toMatch(/^9999/);
  expect(data.applications[0].personal).toMatchObject({
    firstName: 'Subok',
    place: { province: expect.any(String) },
  });
  expect(data.applications[0].contacts[0]).toEqual({
    name: expect.stringContaining('Perla'),
    relationship: 'parent',
    phoneMasked: expect.stringMatching(/•••/),
  });
  expect(data.payoutAccounts[0]).toMatchObject({
    number: `0${anna.life.phone.slice(3)}`,
    phone: anna.life.phone,
  });
  expect(data.payouts[0].receiver.accountName).toContain('Subok');
  expect(data.feedback[0].comment).toBe('Salamat po');
  const contactEnd = String(5000 + anna.life.number * 3).padStart(4, '0');
  expect(text).not.toContain(`917555${contactEnd}`);
  for (const { shownIn } of Object.values(tablesOfPeople)) {
    const parts = typeof shownIn === 'string' ? shownIn.split('.') : [];
    expect(
      parts.reduce((at, part) => at?.[part], data),
      String(shownIn),
    ).toBeDefined();
  }
});

test('the export omits the texts of messages with codes', async () => {
  const anna = await app.person();
  const { phone } = anna.life;
  app.clocks.addMs(61_000);
  await anna.client.must(codeSms, { phone, purpose: 'bankAccount' });
  const code = (await anna.life.codesOf(phone)).at(-1) as string;
  const copy = (await fileOf(anna, 'json')).toString();
  expect(JSON.parse(copy).messages).toMatchObject([{ kind: 'code.bankAccount', text: null }]);
  expect(copy).not.toContain(code);
});

test('the exported PDF is valid and contains the person’s name', async () => {
  const pdf = await fileOf(await app.person({ withCredit: true }), 'pdf');
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(textOfPdf(pdf)).toContain('SubokTao');
});

slow('the exported document shows the newest application in each language', async () => {
  const anna = await app.person({ withCredit: true });
  const data = await personalDataOf(
    { app: app.context, now: app.clocks.now(), wall: app.clocks.wall() },
    app.db,
    await gidOf(anna),
  );
  for (const locale of locales) {
    const paper = paperOf(data, {
      locale,
      now: app.clocks.now(),
      lender: 'Kunwari',
      consents: consentsOf(data),
    });
    const text = textOfPdf(await printPaper(paper, { lane: 'copy', key: '' }));
    for (const word of [
      say(locale, 'document.section.consents'),
      'Subok',
      'KunwariTrading',
      '9999',
    ])
      expect(text).toContain(word.replace(/\s/g, ''));
    expect(text).not.toContain('undefined');
    // Options are worded as in the app's forms.
    const work = latestSteps(data).work;
    expect(text).toContain(
      (optionWords[locale].employment?.[work?.employmentType ?? ''] ?? 'no such option').replace(
        /\s/g,
        '',
      ),
    );
    expect(text).not.toContain(work?.incomeBand);
  }
});

test('the exported document shows reviewers’ calls with their time, outcome and note', async () => {
  const anna = await app.person({ withCredit: true });
  const data = await personalDataOf(
    { app: app.context, now: app.clocks.now(), wall: app.clocks.wall() },
    app.db,
    await gidOf(anna),
  );
  const at = app.clocks.now();
  const [first] = data.credit.applications;
  first?.calls.push({
    at,
    result: 'callBack',
    callBackAt: at.add({ hours: 3 }),
    note: 'bukas ng hapon',
  });
  for (const locale of locales) {
    const { sections } = paperOf(data, {
      locale,
      now: at,
      lender: 'Kunwari',
      consents: consentsOf(data),
    });
    const calls = sections.find(
      (section) => section.title === say(locale, 'document.section.calls'),
    );
    const values = calls?.blocks[0]?.rows.map(([, value]) => value) ?? [];
    expect(values).toHaveLength(4);
    expect(values).toEqual(
      expect.arrayContaining([say(locale, 'document.call.callBack'), 'bukas ng hapon']),
    );
  }
});

test('a data request is sealed, has a due day and is the only open one of its kind', async () => {
  const anna = await app.person();
  const input = { kind: 'correction', words: 'Mali ang barangay ko.' } as const;
  const id = newId(app.clocks.wall());
  const first = await anna.client.must(dataRequest, input, id);
  expect(await anna.client.must(dataRequest, input, id)).toEqual(first);
  const again = await anna.client.ask(dataRequest, { ...input, words: 'Ulit.' });
  expect([again.name, again.message]).toEqual([
    'requestAlreadyOpen',
    expect.stringContaining('We will answer by'),
  ]);
  app.clocks.addMs(1000);
  expect((await anna.client.ask(dataRequest, { kind: 'withdrawal', words: 'ID' })).name).toBe(
    'success',
  );
  expect((await anna.client.must(dataQuery, {})).requests).toMatchObject([
    { kind: 'withdrawal' },
    { kind: 'correction', dueOn: first.dueOn, outcome: null },
  ]);
  const row = await app.db
    .selectFrom('data_requests')
    .selectAll()
    .where('id', '=', first.requestId)
    .executeTakeFirstOrThrow();
  expect(row.text_sealed?.toString('latin1')).not.toContain('barangay');
});

test('stores only one of several concurrent data requests of the same kind', async () => {
  const anna = await app.person();
  const answers = await Promise.all(
    [1, 2, 3].map((n) =>
      anna.client.ask(dataRequest, { kind: 'correction', words: `Ayusin ${n}` }),
    ),
  );
  expect(answers.map(({ name }) => name).sort()).toEqual([
    'requestAlreadyOpen',
    'requestAlreadyOpen',
    'success',
  ]);
});

test.each([
  ['only spaces', '  '],
  ['1001 characters', '😀'.repeat(1001)],
])('refuses a data request with %s', async (_, words) => {
  const anna = await app.person();
  expect((await anna.client.ask(dataRequest, { kind: 'correction', words })).name).toBe(
    'inputInvalid',
  );
});

test('staff answer data requests once, and borrowers see the answer and each access', async () => {
  const anna = await app.person();
  const { requestId, dueOn } = await anna.client.must(dataRequest, {
    kind: 'correction',
    words: 'Mali ang petsa.',
  });
  const open = (await act('requests/list', {})).data?.requests?.find(
    (request) => request.id === requestId,
  );
  expect(open).toMatchObject({ kind: 'correction', dueOn, workingDaysLeft: 30 });
  expect(open).not.toHaveProperty('words');
  expect((await act('requests/show', { id: requestId })).wrong).toBe(
    'Viewing a person needs a reason.',
  );
  const answer = { id: requestId, outcome: 'done', words: 'Naitama na.' };
  const unseen = `View the current state first: requests show ${requestId}`;
  expect((await act('requests/answer', answer, 'ticket 77')).wrong).toBe(unseen);
  expect((await act('requests/show', { id: requestId }, 'ticket 77')).data?.request).toMatchObject({
    words: 'Mali ang petsa.',
  });
  expect((await act('requests/answer', answer)).wrong).toBe('A change needs a reason.');
  expect((await act('requests/answer', answer, 'ticket 77')).data).toBeDefined();
  expect((await act('requests/answer', answer, 'ticket 77')).wrong).toBe(
    'This request is already answered.',
  );
  const data = await anna.client.must(dataQuery, {});
  expect(data.requests).toMatchObject([{ outcome: 'done', answer: 'Naitama na.' }]);
  expect(data.looks).toMatchObject([
    { act: 'requests answer', reason: 'ticket 77', role: 'support' },
    { act: 'requests show', reason: 'ticket 77' },
  ]);
  expect(JSON.stringify(data.looks)).not.toContain('ana');
  expect(data.groups.find(({ name }) => name === 'messages')?.count).toBe(1);
  expect(
    (await act('requests/list', {})).data?.requests?.map((request) => request.id),
  ).not.toContain(requestId);
});

test('a staff access shows the staff member’s role if the trail recorded it', async () => {
  const anna = await app.person();
  const subject = await gidOf(anna);
  const row = {
    at: app.clocks.now(),
    who: 'k:ben',
    act: 'ops person show',
    subject,
    reason: 'called in',
    role: 'support' as const,
    detail: '{}',
  };
  await app.db.insertInto('audit_log').values(row).execute();
  expect((await anna.client.must(dataQuery, {})).looks).toMatchObject([
    { act: 'person show', role: 'support', reason: 'called in' },
  ]);
});

test('staff cannot confirm the deletion of an account with an open loan', async () => {
  const anna = await app.person({ withCredit: true });
  await takeLoan(anna.life, await addWallet(anna.life));
  const { requestId } = await anna.client.must(dataRequest, {
    kind: 'deletion',
    words: 'Burahin po.',
  });
  const answer = { id: requestId, words: 'Bayaran muna ang loan.' };
  expect((await act('requests/answer', { ...answer, outcome: 'done' }, 'x-1')).wrong).toMatch(
    /still has an open loan/,
  );
  await act('requests/show', { id: requestId }, 'ticket 78');
  expect(
    (await act('requests/answer', { ...answer, outcome: 'refused' }, 'x-1')).wrong,
  ).toBeUndefined();
});

test('a borrower can withdraw an optional consent once, but never a required one', async () => {
  const anna = await app.person({ withCredit: true });
  await addFacebookLink(anna);
  const facebook = async () =>
    (await anna.client.must(dataQuery, {})).consents.find(({ kind }) => kind === 'facebookPage');
  expect(await facebook()).toMatchObject({
    isOptional: true,
    withdrawnAt: null,
    givenAt: expect.any(String),
  });
  await Promise.all([1, 2].map(() => anna.client.must(consentWithdraw, { kind: 'facebookPage' })));
  expect((await anna.client.must(creditQuery, {})).personal).toMatchObject({
    facebookLink: null,
    firstName: 'Subok',
  });
  expect(await facebook()).toMatchObject({ givenAt: null, withdrawnAt: expect.any(String) });
  expect(await audited(await gidOf(anna), 'consentWithdrawn')).toHaveLength(1);
  for (const kind of ['identity', 'agreements'] as const)
    expect((await anna.client.ask(consentWithdraw, { kind })).name).toBe('consentNecessary');
});

test('calls about personal data require a session', async () => {
  const stranger = app.device();
  expect((await stranger.ask(dataQuery, {})).name).toBe('sessionInvalid');
  expect((await stranger.ask(dataExport, { format: 'json' })).name).toBe('sessionInvalid');
  expect((await stranger.ask(basicSave, {} as never)).name).toBe('sessionInvalid');
});
