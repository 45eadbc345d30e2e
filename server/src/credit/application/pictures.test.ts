import { creditQuery, identitySave, pictureUpload } from '@sandali/contract/credit.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { allParts, newFileName, writtenAt } from '#/context/stored-files.ts';
import { insertDecision } from '#/credit/review/decision.store.ts';
import { factsOf } from '#/credit/review/facts.ts';
import { latestApplication } from '#/credit/store.ts';
import { creditTestContext, type Person, somePicture } from '#/credit/testing.ts';
import { inTx } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { badPictures } from '#/testing/bad-pictures.ts';
import { whilePicturesWait } from '#/testing/busy.ts';
import { dataOf } from '#/testing/context.ts';
import { isAtLength } from '#/testing/effort.ts';
import { somePhoto } from '#/testing/some-photo.ts';
import { sweepOrphanPictures } from './retention.ts';

const { ask, person, picture, fill, identity, submitted, clocks, app } = await creditTestContext();
const { db, files, sealer } = app;
const id = () => newId(clocks.wall());
const rowsOf = async (borrowerId: string) =>
  await db.selectFrom('pictures').selectAll().where('borrower_id', '=', borrowerId).execute();
const storedFiles = async () => await Array.fromAsync(files.list('pictures'));

test('re-encodes a picture to a sealed JPEG without its location', async () => {
  const anna = await person();
  const bytes = await somePhoto(500, 300)
    .withExif({ IFD0: { Make: 'Nosy' }, IFD3: { GPSLatitude: '14/1 35/1 0/1' } })
    .jpeg()
    .toBuffer();
  await picture(anna, 'idFront', bytes.toString('base64'));
  const [row] = await rowsOf(anna.borrowerId);
  expect(row).toMatchObject({ purpose: 'idFront', width: 500, height: 300 });
  const sealed = await files.get(row?.file_name ?? '');
  expect(sealed.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false);
  const stored = sealer.openBytes('picture', row?.file_name ?? '', sealed);
  expect(stored.length).toBe(row?.size_bytes);
  expect(await sharp(stored).metadata()).toMatchObject({ format: 'jpeg', width: 500 });
  expect((await sharp(stored).metadata()).exif).toBeUndefined();
});

slow('a submission leaves other borrowers’ unsubmitted pictures alone', async () => {
  const [anna, ben] = [await person(), await person()];
  const sent = await picture(anna, 'idFront');
  clocks.addMs(60_000);
  await submitted(ben);
  expect(dataOf(await ask(anna, creditQuery, {})).frontPicture).toMatchObject({ id: sent });
  expect(dataOf(await ask(ben, creditQuery, {})).frontPicture).toBeNull();
});

slow('refuses unusable pictures and stores none of them', async () => {
  const anna = await person();
  const before = (await storedFiles()).length;
  const resultOf = async (bytes: Buffer) =>
    (await ask(anna, pictureUpload, { purpose: 'selfie', bytes: bytes.toString('base64') })).name;
  const jpeg = Buffer.from(await somePicture(), 'base64');
  const huge = Buffer.from(
    '89504e470d0a1a0a0000000d49484452000036b0000036b008020000000000000000',
    'hex',
  );
  expect(
    await resultOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
  ).toBe('pictureKindRefused');
  expect(await resultOf(Buffer.from('GIF89a and so on and so on'))).toBe('pictureKindRefused');
  expect(await resultOf(jpeg.subarray(0, jpeg.length >> 1))).toBe('pictureUnreadable');
  expect(await resultOf(huge)).toBe('pictureTooLarge');
  expect(
    await resultOf(
      await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    ),
  ).toBe('pictureTooSmall');
  const black = sharp({ create: { width: 800, height: 500, channels: 3, background: '#0a0a0a' } });
  expect(await resultOf(await black.jpeg().toBuffer())).toBe('pictureTooDark');
  const white = sharp({ create: { width: 800, height: 500, channels: 3, background: '#fbfbf9' } });
  expect(await resultOf(await white.jpeg().toBuffer())).toBe('pictureBlank');
  expect(
    await resultOf(Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024 - jpeg.length + 1)])),
  ).toBe('pictureTooLarge');
  expect((await ask(anna, pictureUpload, { purpose: 'selfie', bytes: 'not base64!' })).name).toBe(
    'inputInvalid',
  );
  expect(await rowsOf(anna.borrowerId)).toEqual([]);
  expect(await storedFiles()).toHaveLength(before);
});

// The battery `uploads` sends the pictures that are expensive to decode.
test('stores only re-encoded pixels of each hostile picture', async () => {
  const anna = await person();
  const before = (await storedFiles()).length;
  let accepted = 0;
  for (const { name, bytes, expected } of await badPictures({ isLight: !isAtLength })) {
    const answer = await ask(anna, pictureUpload, {
      purpose: 'idFront',
      bytes: bytes.toString('base64'),
    });
    expect([name, answer.name]).toEqual([name, expected]);
    accepted += expected === 'success' ? 1 : 0;
    expect([
      name,
      (await storedFiles()).length - before,
      (await rowsOf(anna.borrowerId)).length,
    ]).toEqual([name, accepted, accepted]);
  }
  for (const row of await rowsOf(anna.borrowerId)) {
    const stored = sealer.openBytes('picture', row.file_name, await files.get(row.file_name));
    const meta = await sharp(stored).metadata();
    expect([meta.format, meta.space, meta.channels, meta.exif, meta.icc, meta.orientation]).toEqual(
      ['jpeg', 'srgb', 3, undefined, undefined, undefined],
    );
    expect(['script', 'PK\u0005', 'Nosy'].filter((word) => stored.includes(word))).toEqual([]);
  }
});

test('accepts twenty pictures per day, not counting those with an unsupported header', async () => {
  const anna = await person();
  const bytes = await somePicture();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
  expect((await ask(anna, pictureUpload, { purpose: 'selfie', bytes: svg })).name).toBe(
    'pictureKindRefused',
  );
  for (let i = 0; i < 17; i += 1) await picture(anna, 'selfie', bytes);
  const rest = await Promise.all(
    Array.from({ length: 5 }, () => ask(anna, pictureUpload, { purpose: 'selfie', bytes })),
  );
  expect(rest.map((answer) => answer.name).sort()).toEqual([
    'pictureQuotaSpent',
    'pictureQuotaSpent',
    'success',
    'success',
    'success',
  ]);
  expect(await rowsOf(anna.borrowerId)).toHaveLength(20);
  clocks.addMs(24 * 60 * 60 * 1000);
  expect((await ask(anna, pictureUpload, { purpose: 'selfie', bytes })).name).toBe('success');
});

slow('does not count a picture refused because the decoder was busy', async () => {
  const anna = await person();
  const input = { purpose: 'selfie', bytes: await somePicture() } as const;
  const answer = await whilePicturesWait('session', () => ask(anna, pictureUpload, input));
  expect(answer.name).toBe('systemBusy');
  const limits = await db
    .selectFrom('rate_limits')
    .select('used')
    .where('name', '=', `pictures:${anna.borrowerId}`)
    .execute();
  expect(limits).toEqual([{ used: 0 }]);
  expect((await ask(anna, pictureUpload, input)).name).toBe('success');
});

test('stores only one picture for a repeated request', async () => {
  const anna = await person();
  const input = { purpose: 'idFront', bytes: await somePicture() } as const;
  const requestId = id();
  const first = dataOf(await ask(anna, pictureUpload, input, requestId));
  expect(dataOf(await ask(anna, pictureUpload, input, requestId))).toEqual(first);
  const secondId = id();
  const answers = await Promise.all([
    ask(anna, pictureUpload, input, secondId),
    ask(anna, pictureUpload, input, secondId),
  ]);
  expect(answers[0]).toEqual(answers[1]);
  expect(await rowsOf(anna.borrowerId)).toHaveLength(2);
});

slow('stores the phone’s measurements, and the review reads them', async () => {
  const anna = await person();
  const bytes = await somePicture();
  const quality = { blur: 0.62, glare: 0.031 };
  const frontPictureId = dataOf(
    await ask(anna, pictureUpload, { purpose: 'idFront', bytes, quality }),
  ).pictureId;
  expect(await rowsOf(anna.borrowerId)).toMatchObject([quality]);
  for (const wrong of [
    { blur: 1.01, glare: 0 },
    { blur: 0, glare: -0.1 },
    { blur: 0 },
    { blur: Number.NaN, glare: 0 },
  ])
    expect(
      (
        await ask(anna, pictureUpload, {
          purpose: 'idFront',
          bytes,
          quality: wrong as typeof quality,
        })
      ).name,
    ).toBe('inputInvalid');
  await submitted(anna, { identity: { frontPictureId } });
  const application = await latestApplication(db, anna.borrowerId);
  if (!application) throw new Error('no application');
  const { pictureQuality } = await factsOf(db, sealer, application.row, clocks.now());
  expect(pictureQuality).toEqual({ idFront: quality, selfie: null });
});

slow('lists the newest picture of each purpose until the application is submitted', async () => {
  const anna = await person();
  const sentOf = async (who = anna) => {
    const { frontPicture, selfiePicture } = dataOf(await ask(who, creditQuery, {}));
    return { frontPicture, selfiePicture };
  };
  const nothing = { frontPicture: null, selfiePicture: null };
  const before = await picture(anna, 'idFront');
  const beforeAt = clocks.now().toString({ fractionalSecondDigits: 3 });
  // The borrower may begin with the ID, so its picture is listed before the application begins.
  const first = { frontPicture: { id: before, sentAt: beforeAt }, selfiePicture: null };
  expect(await sentOf()).toEqual(first);
  clocks.addMs(1000);
  await fill(anna);
  expect(await sentOf()).toEqual(first);
  await picture(anna, 'idFront');
  clocks.addMs(1000);
  const front = await picture(anna, 'idFront');
  const frontAt = clocks.now().toString({ fractionalSecondDigits: 3 });
  expect(await sentOf()).toEqual({
    frontPicture: { id: front, sentAt: frontAt },
    selfiePicture: null,
  });
  const selfie = await picture(anna, 'selfie');
  expect(await sentOf(await person())).toEqual(nothing);
  dataOf(
    await ask(
      anna,
      identitySave,
      await identity(anna, { frontPictureId: front, selfiePictureId: selfie }),
    ),
  );
  expect(await sentOf()).toEqual(nothing);
  expect((await rowsOf(anna.borrowerId)).map((row) => row.id)).toContain(before);
});

slow('refuses pictures with another owner or purpose, and deleted or used pictures', async () => {
  const [anna, ben] = [await person(), await person()];
  const annasInput = await identity(anna);
  await fill(anna);
  dataOf(await ask(anna, identitySave, annasInput));
  await fill(ben);
  const resultOf = async (other: object) =>
    (await ask(ben, identitySave, await identity(ben, other))).name;
  expect(await resultOf({ frontPictureId: annasInput.frontPictureId })).toBe('pictureMissing');
  expect(await resultOf({ frontPictureId: await picture(ben, 'selfie') })).toBe('pictureMissing');
  expect(await resultOf({ selfiePictureId: await picture(ben, 'idFront') })).toBe('pictureMissing');
  const deleted = await picture(ben, 'selfie');
  await db
    .updateTable('pictures')
    .set({ deleted_at: clocks.now() })
    .where('id', '=', deleted)
    .execute();
  expect(await resultOf({ selfiePictureId: deleted })).toBe('pictureMissing');
  // Anna's application is rejected and she starts a new one, which needs new photos.
  const { row } = (await latestApplication(db, anna.borrowerId)) ?? {};
  const again = await beginAfterRefusal(anna, row?.id ?? '');
  expect(
    (
      await ask(anna, identitySave, {
        ...(await identity(anna)),
        frontPictureId: annasInput.frontPictureId,
      })
    ).name,
  ).toBe('pictureMissing');
  expect(dataOf(await ask(anna, creditQuery, {})).frontPicture).not.toBeNull();
  const same = db
    .updateTable('credit_applications')
    .set({ front_picture_id: annasInput.frontPictureId })
    .where('id', '=', again);
  await expect(same.execute()).rejects.toThrow('credit_applications_once_front_picture');
});

slow('the sweep deletes files without a database row after an hour', async () => {
  const anna = await person();
  await picture(anna, 'idFront');
  await sweepAfterAnHour();
  const before = await storedFiles();
  const orphan = newFileName('pictures', clocks.wall());
  await files.put(orphan, Buffer.from('sealed'));
  await files.put('pictures/README', Buffer.from('not ours'));
  expect(await sweepOrphanPictures(workCtx(app), allParts)).toBe(0);
  expect(await sweepAfterAnHour()).toBe(1);
  expect((await storedFiles()).sort()).toEqual([...before, 'pictures/README'].sort());
});

test('reads a file’s creation time from its name', () => {
  expect(writtenAt(newFileName('pictures', clocks.wall()))?.epochMilliseconds).toBe(
    clocks.wall().epochMilliseconds,
  );
  expect(writtenAt('pictures/../etc/passwd')).toBeNull();
});

/** Rejects an application and begins the next one. @returns the new id */
async function beginAfterRefusal(who: Person, applicationId: string): Promise<string> {
  await inTx(db, (tx) =>
    insertDecision(tx, {
      id: id(),
      applicationId,
      number: 1,
      decision: {
        outcome: 'rejected',
        reasonGroup: 'other',
        resubmitOn: manilaDayOf(clocks.now()),
        rulesVersion: 'test',
        rulesFired: [],
      },
      inputsHash: Buffer.alloc(32),
      decidedAt: clocks.now(),
      decidedBy: 'test',
      needsPerson: false,
      isBelowShare: false,
    }),
  );
  await fill(who);
  return (await latestApplication(db, who.borrowerId))?.row.id ?? '';
}

async function sweepAfterAnHour(): Promise<number> {
  clocks.addMs(60 * 60 * 1000 + 1);
  return await sweepOrphanPictures(workCtx(app), allParts);
}
