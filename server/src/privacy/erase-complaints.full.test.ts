import { complaintCreate, complaintPicture, complaintWrite } from '@sandali/contract/cases.ts';
import { dataDelete } from '@sandali/contract/privacy.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect } from 'vitest';
import { complaintInWords } from '#/cases/testing.ts';
import { somePicture } from '#/credit/testing.ts';
import { testApp } from '#/testing/app.ts';
import { dumpOf, tablesWith } from './testing.ts';

const app = await testApp();
const { sealer } = app.context;
const words = 'Nawawalang resibo';
const receipts = () => Array.fromAsync(app.context.files.list('receipts'));
const traces = async () => tablesWith(await dumpOf(app.owner, sealer), [words]);

slow('only a complaint’s number and dates remain after its account is deleted', async () => {
  const anna = await app.person();
  const { complaintId, number } = await anna.client.must(complaintCreate, complaintInWords(words));
  await anna.client.must(complaintPicture, { complaintId, bytes: await somePicture() });
  await anna.client.must(complaintWrite, { complaintId, words: `${words} ulit` });
  expect(await traces()).toEqual(['complaint_turns', 'complaints']);
  await expect(
    app.owner.pool.query('update complaint_turns set is_answer = false'),
  ).rejects.toThrow('never changed');
  await expect(app.owner.pool.query('delete from complaint_turns')).rejects.toThrow(
    'deleted only with its account',
  );
  expect(await receipts()).toHaveLength(1);
  expect((await anna.client.ask(dataDelete, { password: anna.life.password })).name).toBe(
    'success',
  );
  await app.work();
  expect(await traces()).toEqual([]);
  expect(await receipts()).toEqual([]);
  const row = await app.db
    .selectFrom('complaints')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ details_sealed: null, closed_by: 'the borrower' });
  for (const table of ['complaint_pictures', 'complaint_turns'] as const)
    expect(
      await app.db.selectFrom(table).select('id').where('complaint_id', '=', complaintId).execute(),
    ).toEqual([]);
});
