// The inbox of open cases: who sees, assigns and answers what, and when it is late.
import { complaintCreate } from '@sandali/contract/cases.ts';
import { feedbackSubmit } from '@sandali/contract/home.ts';
import { locales } from '@sandali/contract/locale.ts';
import { dataRequest } from '@sandali/contract/privacy.ts';
import { zRequestWords } from '@sandali/contract/text.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { allCommands } from '#/app.ts';
import { complaintInWords } from '#/cases/testing.ts';
import { gidOf, testApp } from '#/testing/app.ts';
import { say } from '#/texts/say.ts';
import { caseKinds, kindFacts } from './case-kinds.ts';
import { templates } from './case-templates.ts';
import { type Answer, testOps } from './testing.ts';

const app = await testApp();
const ops = testOps(app.context);
const [sol, cora, rita, aud] = [
  await ops.person('support'),
  await ops.person('compliance'),
  await ops.person('reviewer'),
  await ops.person('auditor'),
];

/** Returns a person with a complaint, a request for a correction, and a comment. */
async function writer() {
  const person = await app.person();
  const id = await gidOf(person);
  const { number } = await person.client.must(complaintCreate, complaintInWords('Bakit ganito?'));
  await person.client.must(dataRequest, { kind: 'correction', words: 'Mali ang address.' });
  await person.client.must(feedbackSubmit, { type: 6, userGid: id, describe: 'Sana 30 araw.' });
  return { person, id, number };
}

type Row = {
  kind: string;
  subject: string;
  dueOn: string | null;
  clock: string;
  isLate: boolean;
  assignedTo: string | null;
  person: string;
};
async function casesOf(answer: Promise<Answer>): Promise<Row[]> {
  const { status, data, wrong } = await answer;
  expect(status, wrong).toBe(200);
  return data.cases as Row[];
}
const find = async (number: string, { ask } = sol) =>
  (await casesOf(ask('cases list', { kind: 'complaint' }))).find((row) => row.subject === number);

test('gives a case to one of two people who take it at once', async () => {
  const { number } = await writer();
  const both = [sol, cora];
  const answers = await Promise.all(
    both.map(({ ask }) => ask('cases assign', { case: number.toLowerCase() })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  const [holder, other] = answers[0]?.status === 200 ? [sol, cora] : [cora, sol];
  expect(answers.find(({ status }) => status === 422)?.wrong).toBe(
    `${number} is ${holder.name}’s now. To take it over, add --from ${holder.name}.`,
  );
  expect((await find(number))?.assignedTo).toBe(holder.name);
  expect(await ops.lastRow()).toMatchObject({ act: 'ops cases list' });

  expect((await other.ask('cases release', { case: number })).wrong).toContain(holder.name);
  const over = { case: number, from: holder.name };
  const takeovers = await Promise.all([1, 2].map(() => other.ask('cases assign', over)));
  expect(takeovers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect((await find(number))?.assignedTo).toBe(other.name);
  expect(await casesOf(holder.ask('cases list', { assigned: 'me' }))).toEqual([]);
  expect(await casesOf(other.ask('cases list', { assigned: 'me' }))).toMatchObject([
    { subject: number },
  ]);
  expect((await other.ask('cases release', { case: number })).status).toBe(200);
  expect((await other.ask('cases release', { case: number })).wrong).toContain('nobody’s already');
  const free = await casesOf(sol.ask('cases list', { assigned: 'nobody', kind: 'complaint' }));
  expect(free.map(({ subject }) => subject)).toContain(number);
  const trail = await app.db
    .selectFrom('audit_log')
    .select(['who', 'detail'])
    .where('act', '=', 'ops cases assign')
    .where('subject', 'is not', null)
    .orderBy('id')
    .execute();
  expect(trail.slice(-2)).toEqual([
    {
      who: holder.name,
      detail: { case: number, kind: 'complaint', assignedTo: holder.name },
    },
    {
      who: other.name,
      detail: { case: number, kind: 'complaint', assignedTo: other.name, from: holder.name },
    },
  ]);
});

test('shows, offers and assigns a kind only to roles that may list it', async () => {
  const { number, id } = await writer();
  const kindsOf = async ({ ask }: typeof sol) => [
    ...new Set((await casesOf(ask('cases list'))).map(({ kind }) => kind)),
  ];
  expect((await kindsOf(sol)).toSorted()).toEqual(['complaint', 'feedback', 'request']);
  expect((await kindsOf(aud)).toSorted()).toEqual(['complaint', 'feedback', 'request']);
  expect((await kindsOf(rita)).toSorted()).toEqual(['feedback', 'request']);
  expect(await casesOf(rita.ask('cases list', { kind: 'complaint' }))).toEqual([]);
  for (const command of ['cases assign', 'cases release', 'cases templates'])
    expect((await rita.ask(command, { case: number })).wrong).toBe(
      `There is no open case ${number}.`,
    );
  expect((await sol.ask('cases assign', { case: number, to: rita.name })).wrong).toContain(
    `${rita.name} may not run complaint answer`,
  );
  expect((await sol.ask('cases assign', { case: number, to: 'nobody' })).wrong).toBe(
    'nobody has no valid key.',
  );
  expect((await aud.ask('cases assign', { case: number })).status).toBe(403);

  // A case that is closed, or of an erased account, is nobody's to assign.
  const request = (await casesOf(rita.ask('cases list', { kind: 'request' }))).find(
    (row) => row.person === id,
  );
  const of = { id: request?.subject, outcome: 'done', words: 'Naitama na.' };
  const more = { reason: 'the proof is complete' };
  expect((await rita.ask('cases assign', { case: of.id })).status).toBe(200);
  await rita.ask('requests show', { id: of.id }, more);
  expect((await rita.ask('requests answer', of, more)).status).toBe(200);
  expect((await rita.ask('cases release', { case: of.id })).wrong).toContain('no open case');
});

test('is late from the first moment after its last Manila day', async () => {
  const { number } = await writer();
  const dueOn = (await find(number))?.dueOn ?? '';
  const midnight = Temporal.PlainDate.from(dueOn)
    .add({ days: 1 })
    .toZonedDateTime('Asia/Manila')
    .toInstant();
  app.clocks.setNow(midnight.subtract({ milliseconds: 1 }).toString());
  expect(await find(number)).toMatchObject({ clock: 'soon', isLate: false });
  app.clocks.setNow(midnight.toString());
  expect(await find(number)).toMatchObject({ clock: 'late', isLate: true });
  const { shown } = (await sol.ask('cases list')) as Answer & { shown: { isWell: boolean } };
  expect(shown.isWell).toBe(false);
});

test('an answered comment leaves the inbox at once', async () => {
  const { id } = await writer();
  const own = async () =>
    (await casesOf(sol.ask('cases list', { kind: 'feedback' }))).filter((row) => row.person === id);
  const [comment] = await own();
  const input = { id: comment?.subject, words: 'Salamat.' };
  expect((await sol.ask('feedback answer', input, { reason: 'weekly answers' })).status).toBe(200);
  expect(await own()).toEqual([]);
});

test('feedback without words is no case to assign', async () => {
  const { person, id } = await writer();
  await person.client.must(feedbackSubmit, { type: 3, userGid: id, describe: '' });
  const { rows } = await app.owner.pool.query<{ id: string }>(
    'select id from feedback where borrower_id = $1 and comment_sealed is null',
    [id],
  );
  const { wrong } = await sol.ask('cases assign', { case: rows[0]?.id });
  expect(wrong).toBe(`There is no open case ${rows[0]?.id}.`);
  await expect(
    app.owner.pool.query(
      `insert into case_assignments (case_id, kind, borrower_id, assigned_to, assigned_by,
        assigned_at) values ($1, 'feedback', $2, $3, $3, now())`,
      [rows[0]?.id, id, sol.name],
    ),
  ).rejects.toThrow('only an open case');
});

test('offers a text in the borrower’s language, with the case’s own number and day', async () => {
  const { number, id } = await writer();
  const language = { locale: 'vi' };
  await app.owner.db.updateTable('borrowers').set(language).where('id', '=', id).execute();
  const { data } = await sol.ask('cases templates', { case: number });
  expect(data).toMatchObject({ borrowerLanguage: 'vi', language: 'vi' });
  const [first] = data.templates as { words: string; english: string; sentBy: string }[];
  expect(first?.words).toContain(`yêu cầu hỗ trợ ${number}`);
  expect(first?.english).toMatch(/answer you here by \d+ \w+ 20\d\d\.$/);
  const chinese = await sol.ask('cases templates', { case: number, language: 'zh' });
  expect(JSON.stringify(chinese.data.templates)).toContain('最迟于');
});

test.each(locales)('every template is a whole text in %s that its command accepts', (locale) => {
  const values = { number: 'CS-7KQ2-M4XX', day: '27/11/2026' };
  const all = caseKinds.flatMap((kind) => templates[kind]);
  const words = all.map(({ text }) => say(locale, text, values));
  expect(words.filter((text) => !v.is(zRequestWords, text) || /[{}]|template/.test(text))).toEqual(
    [],
  );
  expect(new Set(words).size).toBe(all.length);
  const least = locale === 'zh' ? 15 : 40;
  expect(words.filter((text) => text.length < least)).toEqual([]);
  const english = all.map(({ text }) => say('en', text, values));
  expect(words.filter((text, nth) => locale !== 'en' && text === english[nth])).toEqual([]);
});

test('each kind is listed and decided by commands, and its templates are sent by one', () => {
  const names = allCommands.map(({ name }) => name);
  for (const kind of caseKinds) {
    const { listedBy, decidedBy } = kindFacts[kind];
    const sentBy = templates[kind].map((template) => template.sentBy);
    expect(names).toEqual(expect.arrayContaining([listedBy, decidedBy, ...sentBy]));
  }
});
