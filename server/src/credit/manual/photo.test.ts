import { dataQuery } from '@sandali/contract/privacy.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { waitingPerson } from './testing.ts';

const app = await testApp();
const ops = testOps(app.context);
const [rosa, ben, engineer] = [
  await ops.person('reviewer'),
  await ops.person('reviewer'),
  await ops.person('engineer'),
];
const withReason = { reason: 'ticket 31' };
const anna = () => waitingPerson(app);

test('shows a watermarked picture only to the holder, and records the access', async () => {
  const { application, userGid, client } = await anna();
  await rosa.ask('review take', { application });
  expect(await rosa.ask('review photo', { application, which: 'front' })).toMatchObject({
    wrong: 'Viewing a person needs a reason.',
  });
  const answer = await rosa.ask('review photo', { application, which: 'front' }, withReason);
  expect(Object.keys(answer.data).sort()).toEqual(['application', 'jpeg', 'which']);
  const marked = Buffer.from(String(answer.data.jpeg), 'base64');
  const meta = await sharp(marked).metadata();
  expect([meta.format, meta.width, meta.height, meta.exif]).toEqual(['jpeg', 800, 500, undefined]);
  const [file] = await app.db
    .selectFrom('pictures')
    .select('file_name')
    .where('borrower_id', '=', userGid)
    .where('purpose', '=', 'idFront')
    .execute();
  const plain = app.context.sealer.openBytes(
    'picture',
    file?.file_name ?? '',
    await app.context.files.get(file?.file_name ?? ''),
  );
  const [before, after] = [await grey(plain), await grey(marked)];
  // Each sixteenth of the picture shows part of the watermark.
  for (let part = 0; part < 16; part += 1)
    expect(changedIn(before, after, part), `part ${part}`).toBeGreaterThan(50);
  expect((await client.must(dataQuery, {})).looks[0]).toMatchObject({
    role: 'reviewer',
    act: 'review photo',
    reason: 'ticket 31',
  });
  expect(await ops.lastRow()).toMatchObject({
    who: rosa.name,
    act: 'ops review photo',
    subject: userGid,
    detail: { application, which: 'front' },
  });
  // The database refuses to delete a picture that an application needs, so disable the trigger that
  // refuses it.
  const owner = app.owner.db;
  await sql`alter table pictures disable trigger pictures_in_need_stay`.execute(owner);
  await owner
    .updateTable('pictures')
    .set({ deleted_at: app.clocks.now() })
    .where('borrower_id', '=', userGid)
    .where('purpose', '=', 'selfie')
    .execute();
  await sql`alter table pictures enable trigger pictures_in_need_stay`.execute(owner);
  expect(
    await rosa.ask('review photo', { application, which: 'selfie' }, withReason),
  ).toMatchObject({
    wrong: 'This picture is deleted.',
  });
  for (const { ask } of [ben, engineer])
    expect(
      (await ask('review photo', { application, which: 'front' }, withReason)).status,
    ).toBeGreaterThan(400);
});

const grey = async (jpeg: Buffer) => await sharp(jpeg).greyscale().raw().toBuffer();
function changedIn(before: Buffer, after: Buffer, part: number): number {
  let count = 0;
  for (let y = Math.floor(part / 4) * 125; y < Math.floor(part / 4) * 125 + 125; y += 1)
    for (let x = (part % 4) * 200; x < (part % 4) * 200 + 200; x += 1)
      if (Math.abs((before[y * 800 + x] ?? 0) - (after[y * 800 + x] ?? 0)) > 20) count += 1;
  return count;
}

test('does not serve a picture at a guessed URL', async () => {
  const { application, userGid, client } = await anna();
  const [file] = await app.db
    .selectFrom('pictures')
    .select(['id', 'file_name'])
    .where('borrower_id', '=', userGid)
    .execute();
  const names = [
    file?.file_name,
    `files/${file?.file_name}`,
    `picture/${file?.id}`,
    `picture/upload/${file?.id}`,
    `ops/review/photo/${application}`,
  ];
  const doors = { borrowers: app.listener, hooks: app.app.hooks, ops: ops.listener };
  for (const [door, listener] of Object.entries(doors)) {
    for (const name of names) {
      const headers = { authorization: `Bearer ${rosa.key}`, 'x-auth-token': client.token };
      const answer = await listener.fetch(new Request(`http://localhost/${name}`, { headers }));
      expect(
        [answer.status, answer.headers.get('content-type')?.startsWith('image/') ?? false],
        `${door} ${name}`,
      ).toEqual([404, false]);
    }
  }
});

test('returns a server error for a missing picture file and records the access', async () => {
  const { application, userGid } = await anna();
  await rosa.ask('review take', { application });
  const [file] = await app.db
    .selectFrom('pictures')
    .select('file_name')
    .where('borrower_id', '=', userGid)
    .where('purpose', '=', 'idFront')
    .execute();
  await app.context.files.move(file?.file_name ?? '', 'elsewhere');
  expect(await rosa.ask('review photo', { application, which: 'front' }, withReason)).toMatchObject(
    {
      status: 500,
      data: {},
    },
  );
  expect(await ops.lastRow()).toMatchObject({
    act: 'ops review photo',
    subject: userGid,
    detail: { which: 'front' },
  });
});
