import { pictureUpload } from '@sandali/contract/credit.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { workCtx } from '#/kit/ctx.ts';
import { newId } from '#/kit/random.ts';
import { dataOf } from '#/testing/house.ts';
import { sweepOrphanPictures } from './credit.ts';
import { newFileName, writtenAt } from './picture-file.ts';
import { creditHouse, somePicture } from './testing.ts';

const { ask, person, picture, clocks, house } = await creditHouse();
const { db, files, sealer } = house;
const id = () => newId(clocks.wall());
const rowsOf = async (borrowerId: string) => await db.selectFrom('pictures').selectAll().where('borrower_id', '=', borrowerId).execute();
const filed = async () => await Array.fromAsync(files.list('pictures'));

test('a picture is kept as a sealed JPEG of our own, without where it was taken', async () => {
  const anna = await person();
  const bytes = await sharp({ create: { width: 500, height: 300, channels: 3, background: '#7a5c2e' } })
    .withExif({ IFD0: { Make: 'Nosy' }, IFD3: { GPSLatitude: '14/1 35/1 0/1' } })
    .jpeg()
    .toBuffer();
  await picture(anna, 'idFront', bytes.toString('base64'));
  const [row] = await rowsOf(anna.borrowerId);
  expect(row).toMatchObject({ purpose: 'idFront', width: 500, height: 300 });
  const sealed = await files.get(row?.file_name ?? '');
  expect(sealed.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false);
  const kept = sealer.openBytes('picture', sealed);
  expect(kept.length).toBe(row?.size_bytes);
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 500 });
  expect((await sharp(kept).metadata()).exif).toBeUndefined();
});

test('what is no picture is refused, and nothing is kept', async () => {
  const anna = await person();
  const before = (await filed()).length;
  const asked = async (bytes: Buffer) => (await ask(anna, pictureUpload, { purpose: 'selfie', bytes: bytes.toString('base64') })).name;
  const jpeg = Buffer.from(await somePicture(), 'base64');
  const huge = Buffer.from('89504e470d0a1a0a0000000d49484452000036b0000036b008020000000000000000', 'hex');
  expect(await asked(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))).toBe('pictureKindRefused');
  expect(await asked(Buffer.from('GIF89a and so on and so on'))).toBe('pictureKindRefused');
  expect(await asked(jpeg.subarray(0, jpeg.length >> 1))).toBe('pictureUnreadable');
  expect(await asked(huge)).toBe('pictureTooLarge');
  expect(await asked(Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024 - jpeg.length + 1)]))).toBe('pictureTooLarge');
  expect((await ask(anna, pictureUpload, { purpose: 'selfie', bytes: 'not base64!' })).name).toBe('inputInvalid');
  expect(await rowsOf(anna.borrowerId)).toEqual([]);
  expect(await filed()).toHaveLength(before);
});

test('twenty a day, also at once; what is refused at first sight does not count', async () => {
  const anna = await person();
  const bytes = await somePicture();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
  expect((await ask(anna, pictureUpload, { purpose: 'selfie', bytes: svg })).name).toBe('pictureKindRefused');
  for (let i = 0; i < 17; i += 1) await picture(anna, 'selfie', bytes);
  const rest = await Promise.all(Array.from({ length: 5 }, () => ask(anna, pictureUpload, { purpose: 'selfie', bytes })));
  expect(rest.map((one) => one.name).sort()).toEqual(['pictureQuotaSpent', 'pictureQuotaSpent', 'success', 'success', 'success']);
  expect(await rowsOf(anna.borrowerId)).toHaveLength(20);
  clocks.addMs(24 * 60 * 60 * 1000);
  expect((await ask(anna, pictureUpload, { purpose: 'selfie', bytes })).name).toBe('success');
});

test('one id is one picture, one after the other and at once', async () => {
  const anna = await person();
  const input = { purpose: 'idFront', bytes: await somePicture() } as const;
  const requestId = id();
  const first = dataOf(await ask(anna, pictureUpload, input, requestId));
  expect(dataOf(await ask(anna, pictureUpload, input, requestId))).toEqual(first);
  const other = id();
  const came = await Promise.all([ask(anna, pictureUpload, input, other), ask(anna, pictureUpload, input, other)]);
  expect(came[0]).toEqual(came[1]);
  expect(await rowsOf(anna.borrowerId)).toHaveLength(2);
});

test('the sweep removes files that never got their row, an hour after', async () => {
  const anna = await person();
  await picture(anna, 'idFront');
  await sweepAfterAnHour();
  const kept = await filed();
  const orphan = newFileName(clocks.wall());
  await files.put(orphan, Buffer.from('sealed'));
  await files.put('pictures/README', Buffer.from('not ours'));
  expect(await sweepOrphanPictures(workCtx(house))).toBe(0);
  expect(await sweepAfterAnHour()).toBe(1);
  expect((await filed()).sort()).toEqual([...kept, 'pictures/README'].sort());
});

test('a file’s name tells when it was written', () => {
  expect(writtenAt(newFileName(clocks.wall()))?.epochMilliseconds).toBe(clocks.wall().epochMilliseconds);
  expect(writtenAt('pictures/../etc/passwd')).toBeNull();
});

async function sweepAfterAnHour(): Promise<number> {
  clocks.addMs(60 * 60 * 1000 + 1);
  return await sweepOrphanPictures(workCtx(house));
}
