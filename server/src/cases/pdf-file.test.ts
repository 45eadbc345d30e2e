// PDF files that go with a case: what is taken for one, and to whom it is handed over.
import {
  complaintCreate,
  complaintDetail,
  complaintPdf,
  complaintPicture,
  complaintPictureShow,
  mostPdfBytes,
} from '@sandali/contract/cases.ts';
import { expect, test } from 'vitest';
import { creditTestContext, type Person, somePicture } from '#/credit/testing.ts';
import { testOps } from '#/staff/testing.ts';
import { dataOf } from '#/testing/context.ts';
import { somePdf } from '#/testing/some-pdf.ts';
import { caseCalls, exportPersonalData } from './cases.ts';
import { pdfFault, saysPdf } from './pdf-file.ts';
import { paymentNotShown } from './testing.ts';

const { ask, person, app } = await creditTestContext(caseCalls);
const { db, files } = app;
const ben = await testOps(app).person('finance');
const why = { reason: 'the amount on the receipt' };
const made = async (who: Person) => dataOf(await ask(who, complaintCreate, paymentNotShown('2026-04-01')));
const send = async (who: Person, complaintId: string, bytes: Buffer) =>
  await ask(who, complaintPicture, { complaintId, bytes: bytes.toString('base64') });
const rowsOf = async (who: Person) =>
  await db.selectFrom('complaint_pictures').selectAll().where('borrower_id', '=', who.borrowerId).execute();

test('a PDF is kept sealed as it came, counts as one of ten, and is handed to its borrower and to staff as a PDF alone', async () => {
  const [anna, other] = [await person(), await person()];
  const { complaintId, number } = await made(anna);
  const pdf = somePdf('from a wallet');
  expect(dataOf(await send(anna, complaintId, pdf))).toEqual({ pictures: 1 });
  expect(dataOf(await ask(anna, complaintPicture, { complaintId, bytes: await somePicture() }))).toEqual({ pictures: 2 });
  const [row] = await rowsOf(anna);
  expect(row).toMatchObject({ kind: 'pdf', width: null, height: null, size_bytes: pdf.length });
  expect((await files.get(row?.file_name ?? '')).includes(Buffer.from('%PDF'))).toBe(false);
  const { turns, picturesLeft } = dataOf(await ask(anna, complaintDetail, { complaintId }));
  expect([picturesLeft, turns.map((turn) => turn.pdf?.sizeBytes ?? null), turns[1]?.picture]).toEqual([8, [null, pdf.length, null], null]);
  expect(dataOf(await ask(anna, complaintPdf, { complaintId, turn: 1 }))).toEqual({ pdf: pdf.toString('base64') });
  const sizes = (await rowsOf(anna)).map(({ size_bytes }) => size_bytes);
  const copied = (await exportPersonalData(app, db, anna.borrowerId)).pictures.map(({ kind, sizeBytes }) => ({ kind, sizeBytes }));
  expect(copied).toEqual([
    { kind: 'pdf', sizeBytes: pdf.length },
    { kind: 'picture', sizeBytes: sizes[1] },
  ]);
  // Never as a picture, which a page would draw; nor a picture as a PDF, nor to anybody else.
  const nothing = await Promise.all([
    ask(anna, complaintPictureShow, { complaintId, turn: 1 }),
    ask(anna, complaintPdf, { complaintId, turn: 2 }),
    ask(other, complaintPdf, { complaintId, turn: 1 }),
  ]);
  expect(new Set(nothing.map((one) => one.name))).toEqual(new Set(['complaintPictureUnknown']));
  const { data } = await ben.ask('complaint photo', { number, which: 1 }, why);
  expect(data).toEqual({ number, which: 1, kind: 'pdf', pdf: pdf.toString('base64') });
});

const padded = (bytes: number) => somePdf('x'.repeat(bytes));
const ofSize = (bytes: number) => padded(bytes - 1000 + bytes - padded(bytes - 1000).length);
const zip = Buffer.from('PK\u0005\u0006'.padEnd(22, '\u0000'), 'latin1');
const html = Buffer.from('<!doctype html><script>alert(1)</script>');
const bad: Record<string, [Buffer, string]> = {
  'a page named as a PDF': [html, 'fileKindRefused'],
  'a page before it': [Buffer.concat([html, somePdf()]), 'fileKindRefused'],
  'a line before it': [Buffer.concat([Buffer.from('\n'), somePdf()]), 'fileKindRefused'],
  'a picture before it': [Buffer.concat([Buffer.from('GIF89a/*'), somePdf()]), 'fileKindRefused'],
  'a page behind it': [Buffer.concat([somePdf(), html]), 'fileKindRefused'],
  'an archive behind it': [Buffer.concat([somePdf(), zip]), 'fileKindRefused'],
  'an archive in it': [Buffer.concat([Buffer.from('%PDF-1.4\n'), zip, Buffer.from('\nstartxref\n0\n%%EOF\n')]), 'fileKindRefused'],
  'an archive beside its parts': [somePdf(zip.toString('latin1')), 'fileKindRefused'],
  'a page between head and end': [
    Buffer.concat([Buffer.from('%PDF-1.4\n'), html, Buffer.from('\nstartxref\n9\n%%EOF\n')]),
    'fileKindRefused',
  ],
  'its name alone': [Buffer.from('%PDF-'), 'fileKindRefused'],
  'a page in its head': [Buffer.concat([Buffer.from('%PDF-<script>'), somePdf().subarray(9)]), 'fileKindRefused'],
  'a version that there is not': [Buffer.concat([Buffer.from('%PDF-9.9'), somePdf().subarray(8)]), 'fileKindRefused'],
  'the half of one': [somePdf().subarray(0, 200), 'fileKindRefused'],
  'a table that lies outside': [
    Buffer.from(
      somePdf()
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n99999'),
    ),
    'fileKindRefused',
  ],
  'one byte too many': [ofSize(mostPdfBytes + 1), 'pdfTooLarge'],
};

test.each(Object.entries(bad))('%s is refused, kept by nothing, and no file of the day', async (_, [bytes, name]) => {
  const anna = await person();
  const { complaintId } = await made(anna);
  const before = (await Array.fromAsync(files.list('receipts'))).length;
  for (let n = 0; n < 2; n += 1) expect((await send(anna, complaintId, bytes)).name).toBe(name);
  expect([await rowsOf(anna), (await Array.fromAsync(files.list('receipts'))).length]).toEqual([[], before]);
  const counted = await db.selectFrom('rate_limits').selectAll().where('name', '=', `receipts:${anna.borrowerId}`).execute();
  expect(counted.map((row) => row.used)).not.toContain(1);
});

test('as large as may be, by every version, and as programs end it', () => {
  expect(pdfFault(ofSize(mostPdfBytes))).toBeNull();
  for (const version of ['1.0', '1.7', '2.0'])
    expect(pdfFault(Buffer.from(somePdf().toString('latin1').replace('1.4', version)))).toBeNull();
  for (const end of ['%%EOF', '%%EOF\r\n', '%%EOF \n\n'])
    expect(pdfFault(Buffer.from(somePdf().toString('latin1').replace('%%EOF\n', end)))).toBeNull();
  expect(saysPdf(Buffer.from('%pdf-1.4'))).toBe(false);
});
