// Tests the conversation between borrower and staff in a complaint.
import {
  complaintCreate,
  complaintDetail,
  complaintList,
  complaintPicture,
  complaintTurnsADay,
  complaintWrite,
  mostTurnsOfComplaint,
} from '@sandali/contract/cases.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { creditTestContext, type Person, somePicture } from '#/credit/testing.ts';
import { newId } from '#/platform/random.ts';
import { testOps } from '#/staff/testing.ts';
import { dataOf } from '#/testing/context.ts';
import { startRule } from '#/testing/rules.ts';
import { caseCalls } from './calls.ts';
import { exportPersonalData } from './cases.ts';
import { complaintInWords } from './testing.ts';

const { fresh, ask, person, clocks, app, outbox } = await creditTestContext(caseCalls);
const { db } = app;
const rosa = await testOps(app).person('support');
const withReason = { reason: 'looked at the gateway' };
const start = '2026-04-01T02:00:00Z';
clocks.setNow(start);

const create = async (who: Person) =>
  dataOf(await ask(who, complaintCreate, complaintInWords('Bakit may dagdag?')));
const write = async (who: Person, complaintId: string, words: string) =>
  await ask(who, complaintWrite, { complaintId, words } as never);
const shown = async (who: Person, complaintId: string) =>
  dataOf(await ask(who, complaintDetail, { complaintId } as never));
const staffWrites = async (command: 'write' | 'answer', number: string, words: string, more = {}) =>
  await rosa.ask(`complaint ${command}`, { number, words, ...more }, withReason);
const listed = async (number: string) =>
  (
    (await rosa.ask('complaint list')).data.complaints as {
      number: string;
      dueOn: string;
      turn: string;
    }[]
  ).find((row) => row.number === number);

slow('a complaint shows its turns in order, with writer and time but no key names', async () => {
  const anna = await person();
  clocks.setNow(start);
  const { complaintId, number } = await create(anna);
  expect(await listed(number)).toMatchObject({ dueOn: '2026-04-03', turn: 'ours' });
  clocks.addMs(60_000);
  await staffWrites('write', number, 'Which day was it?', { name: 'Rosa' });
  expect((await outbox(anna.phone)).at(-1)).toContain(
    `you have a new message about your case ${number}`,
  );
  expect(await listed(number)).toMatchObject({ dueOn: '2026-05-01', turn: 'theirs' });
  clocks.addMs(60_000);
  expect(dataOf(await write(anna, complaintId, 'Noong Marso 28.'))).toEqual({
    turn: 2,
    resolveOn: '2026-05-01',
  });
  expect(await listed(number)).toMatchObject({ turn: 'ours' });
  await ask(anna, complaintPicture, {
    complaintId,
    bytes: await somePicture(),
    words: 'Ito ang resibo.',
  });
  clocks.addMs(60_000);
  await staffWrites('answer', number, 'It is on your bill now.');
  const { turns, ...facts } = await shown(anna, complaintId);
  expect(facts).toMatchObject({
    state: 'answered',
    answeredAt: '2026-04-01T02:03:00.000Z',
    writeUntil: null,
    picturesLeft: 9,
  });
  const picture = { width: 320, height: 240, sizeBytes: expect.any(Number) };
  const plain = { name: null, isAnswer: false, picture: null, pdf: null };
  expect(turns).toEqual([
    {
      ...plain,
      turn: 0,
      by: 'borrower',
      at: '2026-04-01T02:00:00.000Z',
      words: 'Bakit may dagdag?',
    },
    {
      ...plain,
      turn: 1,
      by: 'staff',
      name: 'Rosa',
      at: '2026-04-01T02:01:00.000Z',
      words: 'Which day was it?',
    },
    { ...plain, turn: 2, by: 'borrower', at: '2026-04-01T02:02:00.000Z', words: 'Noong Marso 28.' },
    {
      ...plain,
      turn: 3,
      by: 'borrower',
      at: '2026-04-01T02:02:00.000Z',
      words: 'Ito ang resibo.',
      picture,
    },
    {
      ...plain,
      turn: 4,
      by: 'staff',
      at: '2026-04-01T02:03:00.000Z',
      words: 'It is on your bill now.',
      isAnswer: true,
    },
  ]);
  expect(JSON.stringify(turns)).not.toContain(rosa.name);
  const { data } = await rosa.ask('complaint show', { number }, withReason);
  expect(data.turns).toMatchObject([
    { by: rosa.name, shownAs: 'Rosa', words: 'Which day was it?' },
    { by: 'the borrower', words: 'Noong Marso 28.' },
    { by: 'the borrower', picture: 1 },
    { by: rosa.name, isAnswer: true },
  ]);
});

test('the message about an answer links to its complaint', async () => {
  const anna = await person();
  const { complaintId, number } = await create(anna);
  await staffWrites('answer', number, 'It is on your bill now.');
  const rows = await db
    .selectFrom('messages')
    .select(['kind', 'opens'])
    .where('borrower_id', '=', anna.borrowerId)
    .execute();
  expect(rows).toContainEqual({
    kind: 'complaintAnswered',
    opens: `/case?complaintId=${complaintId}`,
  });
});

test('a borrower’s turn after an answer restarts the deadline', async () => {
  const anna = await person();
  const { complaintId, number } = await create(anna);
  await staffWrites('answer', number, 'It is on your bill now.');
  expect((await staffWrites('answer', number, 'Again.')).wrong).toContain('is already answered');
  clocks.addDays(3);
  expect(dataOf(await write(anna, complaintId, 'Wala pa rin.'))).toEqual({
    turn: 2,
    resolveOn: '2026-05-04',
  });
  expect(await shown(anna, complaintId)).toMatchObject({
    state: 'acknowledged',
    answeredAt: null,
    resolveOn: '2026-05-04',
  });
  expect(await listed(number)).toMatchObject({ dueOn: '2026-05-04', turn: 'ours' });
  await staffWrites('answer', number, 'Now it is.');
  await write(anna, complaintId, 'Salamat!');
  expect((await rosa.ask('complaint close', { number }, withReason)).status).toBe(200);
  expect(await shown(anna, complaintId)).toMatchObject({
    state: 'closed',
    writeUntil: '2026-05-04',
  });
  clocks.setNow(start);
});

test('a borrower can reopen a complaint within thirty days after it is closed', async () => {
  const [anna, ben] = [await person(), await person()];
  const closed = async (who: Person) => {
    const complaint = await create(who);
    await staffWrites('answer', complaint.number, 'It is on your bill now.');
    await rosa.ask('complaint close', { number: complaint.number }, withReason);
    return complaint;
  };
  const [annas, bens] = [await closed(anna), await closed(ben)];
  expect((await staffWrites('write', annas.number, 'One more thing.')).wrong).toContain(
    'is closed',
  );
  clocks.setNow('2026-05-01T15:59:59Z');
  expect((await write(anna, annas.complaintId, 'Bumalik ang singil.')).name).toBe('success');
  expect(await shown(anna, annas.complaintId)).toMatchObject({
    state: 'acknowledged',
    closedAt: null,
    resolveOn: '2026-05-31',
  });
  expect(await listed(annas.number)).toMatchObject({ turn: 'ours' });
  clocks.setNow('2026-05-01T16:00:00Z');
  expect((await write(ben, bens.complaintId, 'Bumalik ang singil.')).name).toBe('complaintClosed');
  expect((await shown(ben, bens.complaintId)).turns).toHaveLength(2);
  clocks.setNow(start);
});

slow('a borrower can write thirty turns per day, and only one per request id', async () => {
  const [anna, ben] = [await person(), await person()];
  const { complaintId } = await create(anna);
  expect((await write(ben, complaintId, 'Ako rin.')).name).toBe('complaintUnknown');
  expect((await write(anna, newId(clocks.now()), 'Kumusta?')).name).toBe('complaintUnknown');
  const id = newId(clocks.wall());
  const same = await Promise.all(
    [1, 2].map(() => ask(anna, complaintWrite, { complaintId, words: 'Minsan lang.' }, id)),
  );
  expect(same.map(dataOf)).toEqual([
    { turn: 1, resolveOn: '2026-05-01' },
    { turn: 1, resolveOn: '2026-05-01' },
  ]);
  const rest = await Promise.all(
    Array.from({ length: complaintTurnsADay }, (_, n) => write(anna, complaintId, `${n}`)),
  );
  expect(rest.filter((answer) => answer.name === 'complaintTurnsSpent')).toHaveLength(1);
  expect((await shown(anna, complaintId)).turns.map(({ turn }) => turn)).toEqual(
    Array.from({ length: complaintTurnsADay + 1 }, (_, n) => n),
  );
  clocks.setNow(start);
});

test('staff can still answer a complaint to which the borrower cannot add turns', async () => {
  const anna = await person();
  const { complaintId, number } = await create(anna);
  const count = mostTurnsOfComplaint - 1;
  await sql`insert into complaint_turns
      (id, complaint_id, number, borrower_id, is_answer, written_at)
    select (left(gen_random_uuid()::text, 34) || right(${anna.borrowerId}, 2))::uuid,
      ${complaintId}, n, ${anna.borrowerId}, false, ${clocks.now()}
    from generate_series(1, ${count}::int) n`.execute(db);
  expect((await write(anna, complaintId, 'Isa pa.')).name).toBe('complaintFull');
  expect((await staffWrites('write', number, 'One more.')).wrong).toContain(
    'one more message only',
  );
  expect((await staffWrites('answer', number, 'It is mended.')).wrong).toBe('');
});

test('lists complaints with their last turn, most recently active first', async () => {
  const anna = await person();
  const first = await create(anna);
  clocks.addMs(60_000);
  const second = await create(anna);
  clocks.addMs(60_000);
  await staffWrites('write', first.number, 'Which day was it?');
  const { complaints } = dataOf(await ask(anna, complaintList, {}));
  expect(complaints.map(({ number, last }) => [number, last.by, last.words])).toEqual([
    [first.number, 'staff', 'Which day was it?'],
    [second.number, 'borrower', 'Bakit may dagdag?'],
  ]);
  clocks.setNow(start);
});

test('the export contains every turn with the writer’s name that the borrower saw', async () => {
  const anna = await person();
  const { complaintId, number } = await create(anna);
  await staffWrites('answer', number, 'It is on your bill now.', { name: 'Rosa' });
  await write(anna, complaintId, 'Salamat!');
  const { complaints } = await exportPersonalData(app, db, anna.borrowerId);
  expect(complaints).toMatchObject([
    {
      number,
      words: 'Bakit may dagdag?',
      turns: [
        { by: 'staff', name: 'Rosa', words: 'It is on your bill now.', isAnswer: true },
        { by: 'borrower', name: null, words: 'Salamat!', isAnswer: false },
      ],
    },
  ]);
  expect(JSON.stringify(complaints)).not.toContain(rosa.name);
});

test('the serving role cannot change or delete a complaint’s turns', async () => {
  const anna = await person();
  const { complaintId } = await create(anna);
  await write(anna, complaintId, 'Noong Marso 28.');
  const changed = db
    .updateTable('complaint_turns')
    .set({ number: 7 })
    .where('complaint_id', '=', complaintId)
    .execute();
  await expect(changed).rejects.toThrow(/permission denied/);
  await expect(
    db.deleteFrom('complaint_turns').where('complaint_id', '=', complaintId).execute(),
  ).rejects.toThrow(/permission denied/);
});

test('a complaint’s turn is never dated before the previous one', async () => {
  const anna = await person();
  const { complaintId, number } = await create(anna);
  clocks.addMs(60_000);
  await staffWrites('write', number, 'Which day was it?');
  const last = clocks.now();
  // The clock is set back, so that both calls run before the time of the last turn.
  clocks.setNow(start);
  expect((await write(anna, complaintId, 'Noong Marso 28.')).name).toBe('success');
  expect((await staffWrites('answer', number, 'It is on your bill now.')).wrong).toBe('');
  const { turns } = await shown(anna, complaintId);
  expect(turns.slice(2).map(({ turn, at }) => [turn, at])).toEqual(
    [2, 3].map((turn) => [turn, last.toString({ smallestUnit: 'millisecond' })]),
  );
});

test('a new row in the rules table changes how long a complaint can be reopened', async () => {
  await startRule({ owner: fresh.owner, context: app }, 'caseReopenDays', 40);
  const anna = await person();
  const { complaintId, number } = await create(anna);
  await staffWrites('answer', number, 'It is on your bill now.');
  await rosa.ask('complaint close', { number }, withReason);
  expect((await shown(anna, complaintId)).writeUntil).toBe('2026-05-11');
  clocks.setNow('2026-05-11T15:59:59Z');
  expect((await write(anna, complaintId, 'Bumalik ang singil.')).name).toBe('success');
  clocks.setNow(start);
});
