// The PDF files that a complaint accepts, and the people who can read them.
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
import { printPaper } from '#/platform/pdf/paper.ts';
import { testOps } from '#/staff/testing.ts';
import { dataOf } from '#/testing/context.ts';
import {
  compressedOf,
  objectStreamOf,
  type PdfParts,
  pdfOf,
  somePdf,
  streamOf,
} from '#/testing/some-pdf.ts';
import { caseCalls } from './calls.ts';
import { exportPersonalData } from './cases.ts';
import { pdfFault, saysPdf } from './pdf-file.ts';
import { paymentNotShown } from './testing.ts';

const { ask, person, app } = await creditTestContext(caseCalls);
const { db, files } = app;
const ben = await testOps(app).person('finance');
const withReason = { reason: 'the amount on the receipt' };
const create = async (who: Person) =>
  dataOf(await ask(who, complaintCreate, paymentNotShown('2026-04-01')));
const send = async (who: Person, complaintId: string, bytes: Buffer) =>
  await ask(who, complaintPicture, { complaintId, bytes: bytes.toString('base64') });
const rowsOf = async (who: Person) =>
  await db
    .selectFrom('complaint_pictures')
    .selectAll()
    .where('borrower_id', '=', who.borrowerId)
    .execute();

test('a complaint’s PDF is stored sealed and shown only to its borrower and staff', async () => {
  const [anna, other] = [await person(), await person()];
  const { complaintId, number } = await create(anna);
  const pdf = somePdf('from a wallet');
  expect(dataOf(await send(anna, complaintId, pdf))).toEqual({ pictures: 1 });
  expect(
    dataOf(await ask(anna, complaintPicture, { complaintId, bytes: await somePicture() })),
  ).toEqual({ pictures: 2 });
  const [row] = await rowsOf(anna);
  expect(row).toMatchObject({ kind: 'pdf', width: null, height: null, size_bytes: pdf.length });
  expect((await files.get(row?.file_name ?? '')).includes(Buffer.from('%PDF'))).toBe(false);
  const { turns, picturesLeft } = dataOf(await ask(anna, complaintDetail, { complaintId }));
  expect([
    picturesLeft,
    turns.map((turn) => turn.pdf?.sizeBytes ?? null),
    turns[1]?.picture,
  ]).toEqual([8, [null, pdf.length, null], null]);
  expect(dataOf(await ask(anna, complaintPdf, { complaintId, turn: 1 }))).toEqual({
    pdf: pdf.toString('base64'),
  });
  const sizes = (await rowsOf(anna)).map(({ size_bytes }) => size_bytes);
  const copied = (await exportPersonalData(app, db, anna.borrowerId)).pictures.map(
    ({ kind, sizeBytes }) => ({ kind, sizeBytes }),
  );
  expect(copied).toEqual([
    { kind: 'pdf', sizeBytes: pdf.length },
    { kind: 'picture', sizeBytes: sizes[1] },
  ]);
  // Each call serves only its own kind of file, and only to the borrower.
  const refused = await Promise.all([
    ask(anna, complaintPictureShow, { complaintId, turn: 1 }),
    ask(anna, complaintPdf, { complaintId, turn: 2 }),
    ask(other, complaintPdf, { complaintId, turn: 1 }),
  ]);
  expect(new Set(refused.map((answer) => answer.name))).toEqual(
    new Set(['complaintPictureUnknown']),
  );
  const { data } = await ben.ask('complaint photo', { number, which: 1 }, withReason);
  expect(data).toEqual({ number, which: 1, kind: 'pdf', pdf: pdf.toString('base64') });
});

const padded = (bytes: number) => somePdf('x'.repeat(bytes));
const ofSize = (bytes: number) => padded(bytes - 1000 + bytes - padded(bytes - 1000).length);
const zip = Buffer.from('PK\u0005\u0006'.padEnd(22, '\u0000'), 'latin1');
const html = Buffer.from('<!doctype html><script>alert(1)</script>');
const bad: Record<string, [Buffer, string]> = {
  'an HTML page named as a PDF': [html, 'fileKindRefused'],
  'an HTML page before the PDF': [Buffer.concat([html, somePdf()]), 'fileKindRefused'],
  'a line before the PDF': [Buffer.concat([Buffer.from('\n'), somePdf()]), 'fileKindRefused'],
  'a picture before the PDF': [
    Buffer.concat([Buffer.from('GIF89a/*'), somePdf()]),
    'fileKindRefused',
  ],
  'an HTML page behind the PDF': [Buffer.concat([somePdf(), html]), 'fileKindRefused'],
  'an archive behind the PDF': [Buffer.concat([somePdf(), zip]), 'fileKindRefused'],
  'an archive between head and end': [
    Buffer.concat([Buffer.from('%PDF-1.4\n'), zip, Buffer.from('\nstartxref\n0\n%%EOF\n')]),
    'fileKindRefused',
  ],
  'an archive among its objects': [somePdf(zip.toString('latin1')), 'fileKindRefused'],
  'an HTML page between head and end': [
    Buffer.concat([Buffer.from('%PDF-1.4\n'), html, Buffer.from('\nstartxref\n9\n%%EOF\n')]),
    'fileKindRefused',
  ],
  'only the PDF signature': [Buffer.from('%PDF-'), 'fileKindRefused'],
  'an HTML tag in its head': [
    Buffer.concat([Buffer.from('%PDF-<script>'), somePdf().subarray(9)]),
    'fileKindRefused',
  ],
  'an unknown version': [
    Buffer.concat([Buffer.from('%PDF-9.9'), somePdf().subarray(8)]),
    'fileKindRefused',
  ],
  'a truncated file': [somePdf().subarray(0, 200), 'fileKindRefused'],
  'a table outside the file': [
    Buffer.from(
      somePdf()
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n99999'),
    ),
    'fileKindRefused',
  ],
  'a script': [pdfOf({ catalog: '/OpenAction << /S /JavaScript /JS (1) >>' }), 'pdfActive'],
  'a password': [pdfOf({ trailer: '/Encrypt << /Filter /Standard >>' }), 'pdfLocked'],
  'one byte too many': [ofSize(mostPdfBytes + 1), 'pdfTooLarge'],
};

test.each(Object.entries(bad))(
  'a complaint refuses %s without storing or counting it',
  async (_, [bytes, name]) => {
    const anna = await person();
    const { complaintId } = await create(anna);
    const before = (await Array.fromAsync(files.list('receipts'))).length;
    for (let n = 0; n < 2; n += 1) expect((await send(anna, complaintId, bytes)).name).toBe(name);
    expect([await rowsOf(anna), (await Array.fromAsync(files.list('receipts'))).length]).toEqual([
      [],
      before,
    ]);
    const counted = await db
      .selectFrom('rate_limits')
      .selectAll()
      .where('name', '=', `receipts:${anna.borrowerId}`)
      .execute();
    expect(counted.map((row) => row.used)).not.toContain(1);
  },
);

const [active, locked, strange] = ['pdfActive', 'pdfLocked', 'fileKindRefused'] as const;
const js = '/S /JavaScript /JS (app.alert\\(1\\))';
const bytesOf = (text: string) => Buffer.from(text, 'latin1');
const behind = (pdf: Buffer, more: string) => Buffer.concat([pdf, bytesOf(more)]);
/** Returns the end of a PDF, with the position of its cross-reference table. */
const endAt = (place: number) => `startxref\n${place}\n%%EOF\n`;
const tableOf = (pdf: Buffer) => pdf.lastIndexOf('xref\n0 ');
function update(objects: string): Buffer {
  const more = behind(somePdf(), `${objects}\n`);
  return behind(more, `xref\n0 0\ntrailer\n<< /Root 1 0 R >>\n${endAt(more.length)}`);
}
const action = (entries: string) =>
  pdfOf({ page: `/Annots [<< /Subtype /Link /A << ${entries} >> >>]` });

/** Returns a PDF whose catalog refers to an object that is inside a stream. */
const hiddenObject = (head: string) =>
  pdfOf({
    catalog: '/Names 9 0 R',
    objects: [streamOf(`${head}<< /JavaScript << /Names [(a) << ${js} >>] >> >>`)],
  });

/**
 * Returns a PDF whose end points to a table hidden inside a stream, with this catalog in its
 * trailer.
 */
function hiddenTable(catalog: string): Buffer {
  const hidden = `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Root ${catalog} >>\n`;
  const text = pdfOf({ objects: [streamOf(hidden)] }).toString('latin1');
  return bytesOf(text.replace(/startxref\s+\d+/, `startxref\n${text.indexOf(hidden)}`));
}

const acts: Record<string, [Buffer, string]> = {
  'JavaScript that runs on opening': [pdfOf({ catalog: `/OpenAction << ${js} >>` }), active],
  'an open action that goes to a page': [pdfOf({ catalog: '/OpenAction [3 0 R /Fit]' }), active],
  'JavaScript among the names': [pdfOf({ catalog: `/Names << /JavaScript << >> >>` }), active],
  'JavaScript with its name partly in hex': [action('/S /J#61vaScript /#4aS (1)'), active],
  'JavaScript with its name in hex of both cases': [action('/S /#4A#61#76#61#53cript'), active],
  'JavaScript in a compressed object': [
    pdfOf({ objects: [objectStreamOf('<< /A 1 >>', `<< ${js} >>`)] }),
    active,
  ],
  'JavaScript in an object stream without its type': [
    pdfOf({ objects: [objectStreamOf(`<< ${js} >>`).replace('/Type /ObjStm', '')] }),
    active,
  ],
  'JavaScript in an object stream with a short filter name': [
    pdfOf({ objects: [objectStreamOf(`<< ${js} >>`).replace('/FlateDecode', '[/Fl]')] }),
    strange,
  ],
  'an object stream in another filter': [
    pdfOf({
      objects: [streamOf('3130203020', '/Type /ObjStm /N 1 /First 5 /Filter /ASCIIHexDecode')],
    }),
    strange,
  ],
  'an object stream whose table points into a text': [
    pdfOf({ objects: [compressedOf(`10 1 (<< ${js} >>)`, '/Type /ObjStm /N 1 /First 5')] }),
    strange,
  ],
  'JavaScript in a stream that looks like an object': [
    pdfOf({ objects: [streamOf(`9 0 obj << ${js} >> endobj`)] }),
    strange,
  ],
  'JavaScript behind a NUL for a space': [
    pdfOf({ objects: [streamOf(`9\u00000\u0000obj<<${js}>>endobj`)] }),
    strange,
  ],
  ...Object.fromEntries(
    Object.entries({
      'a comment in its head': '9 0%x\nobj',
      'a comment between its numbers': '9%x\n0 obj',
      'no space in its head': '9 0obj',
      'dots in its head': '9. 0. obj',
      'signs in its head': '9+0 obj',
      'signs and other words in its head': 'x 9+0 obj',
      'line ends in its head': '9\n0\nobj',
    }).map(([odd, head]) => [
      `JavaScript in a stream behind ${odd}`,
      [hiddenObject(head), strange],
    ]),
  ),
  'a table within a stream': [
    hiddenTable(`<< /Type /Catalog /Pages 2 0 R /OpenAction << ${js} >> >>`),
    strange,
  ],
  'an earlier table within a stream': [pdfOf({ trailer: '/Prev 15' }), strange],
  'an earlier table by reference': [pdfOf({ trailer: '/Prev 3 0 R' }), strange],
  'a second table within a stream': [pdfOf({ trailer: '/XRefStm 15' }), strange],
  'an object stream with a short parameter name': [
    pdfOf({
      objects: [objectStreamOf('<< /A 1 >>').replace('/Type', '/DP << /Predictor 12 >> /Type')],
    }),
    strange,
  ],
  'JavaScript in a later update': [
    update(`1 0 obj << /Type /Catalog /AA << /WC << ${js} >> >> >> endobj`),
    active,
  ],
  'an action of a page': [pdfOf({ page: '/AA << /O << /S /Named /N /Print >> >>' }), active],
  'a program to launch': [action('/S /Launch /F (cmd.exe)'), active],
  'a link to a web page': [action('/S /URI /URI (https://evil.example)'), active],
  'a base address of links': [
    pdfOf({ catalog: '/URI << /Base (https://evil.example) >>' }),
    active,
  ],
  'a form that submits data': [action('/S /SubmitForm /F (https://evil.example)'), active],
  'a link to another file': [action('/S /GoToR /F (other.pdf)'), active],
  'an embedded file': [pdfOf({ catalog: '/Names << /EmbeddedFiles << >> >>' }), active],
  'an embedded file of a page': [
    pdfOf({ page: '/AF [4 0 R]', objects: ['<< /Type /Filespec /EF << >> >>'] }),
    active,
  ],
  'a video': [pdfOf({ page: '/Annots [<< /Subtype /RichMedia >>]' }), active],
  'a form': [pdfOf({ catalog: '/AcroForm << /Fields [] >>' }), active],
  'a form in XML': [pdfOf({ objects: ['<< /XFA [] >>'] }), active],
  'a collection of files': [pdfOf({ catalog: '/Collection << >>' }), active],
  'a stream from an address': [
    pdfOf({ objects: [streamOf('', '/F (https://evil.example)')] }),
    active,
  ],
  'an unknown entry of the catalog': [pdfOf({ catalog: '/Whatever 1' }), active],
  'an unknown entry of a page': [pdfOf({ page: '/Whatever 1' }), active],
  'a password': [pdfOf({ trailer: '/Encrypt << /Filter /Standard /V 1 >>' }), locked],
  'a password in another place': [
    pdfOf({ trailer: '/Encrypt 4 0 R', objects: ['<< /Filter /Standard >>'] }),
    locked,
  ],
  'an HTML page in a comment': [pdfOf({ comment: '<script>alert(1)</script>' }), strange],
  'an HTML page between its objects': [
    bytesOf(
      somePdf().toString('latin1').replace('endobj\n2 0', 'endobj\n<html><script>1</script>\n2 0'),
    ),
    strange,
  ],
  'an HTML page between two ends': [
    behind(somePdf(), `<html>1</html>\n${endAt(tableOf(somePdf()))}`),
    strange,
  ],
  'an archive between two ends': [
    behind(somePdf(), `PK\u0003\u0004\n${endAt(tableOf(somePdf()))}`),
    strange,
  ],
  'the same entry twice': [pdfOf({ objects: ['<< /Type /X /Type /ObjStm >>'] }), strange],
  'a stream longer than its stated length': [
    pdfOf({ objects: [streamOf('abc').replace('/Length 3', '/Length 2')] }),
    strange,
  ],
  'no catalog': [
    bytesOf(somePdf().toString('latin1').replace('/Type /Catalog', '/Type /Katalog')),
    strange,
  ],
  'a decompression bomb': [
    pdfOf({ objects: [objectStreamOf(`(${'x'.repeat(64 * 1024 * 1024)})`)] }),
    strange,
  ],
  'many small decompression bombs': [
    pdfOf({
      objects: Array.from({ length: 40 }, () => objectStreamOf(`(${'x'.repeat(400_000)})`)),
    }),
    strange,
  ],
  'deeply nested lists': [pdfOf({ objects: ['['.repeat(100_000)] }), strange],
  'deeply nested texts': [pdfOf({ objects: ['('.repeat(100_000)] }), strange],
};

test.each(Object.entries(acts))('refuses a PDF with %s', (_, [pdf, fault]) => {
  expect(pdfFault(pdf)).toBe(fault);
});

test('accepts PDFs from common software, with compressed objects and internal links', () => {
  const harmless: PdfParts[] = [
    {
      catalog:
        '/Lang (fil-PH) /MarkInfo << /Marked true >> /ViewerPreferences << /DisplayDocTitle true >>',
    },
    {
      objects: [
        objectStreamOf(
          '<< /Type /StructElem /S /P /A << /O /Layout >> >>',
          '[1 (a\\)b) <0a>]',
          'null',
        ),
      ],
    },
    {
      page: '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D [3 0 R /Fit] >> >>]',
    },
    {
      page: '/Contents 4 0 R',
      objects: [compressedOf('BT /F1 12 Tf (JavaScript /JS /Launch) Tj ET')],
    },
    { objects: ['<< /Length 5 0 R >>\nstream\nabc\nendstream', '3'] },
    { objects: ['<< /Producer (Tools \\(1.0\\)) /CreationDate (D:20261129) >>'] },
    { comment: '%Invocation: gs -dBATCH' },
  ];
  for (const parts of harmless) expect(pdfFault(pdfOf(parts)), JSON.stringify(parts)).toBeNull();
  const place = tableOf(somePdf());
  const early = somePdf()
    .toString('latin1')
    .replace(`startxref\n${place}`, `startxref\n${place - 1}`);
  expect(pdfFault(bytesOf(early))).toBeNull();
});

test('accepts the PDFs that this product generates', async () => {
  const sections = [
    { title: 'S', blocks: [{ heading: null, rows: [['L', 'Peña 贷款'] as const] }] },
  ];
  const [title, subtitle, about, pageWord, noneWord] = ['T', 'S', 'A', 'Page', 'None'];
  const paper = { language: 'en', title, subtitle, about, pageWord, noneWord, sections } as const;
  expect(pdfFault(await printPaper(paper, { lane: 'paper', key: '' }))).toBeNull();
});

test('accepts PDFs of the maximum size, of every version and with the usual endings', () => {
  expect(pdfFault(ofSize(mostPdfBytes))).toBeNull();
  for (const version of ['1.0', '1.7', '2.0'])
    expect(pdfFault(bytesOf(somePdf().toString('latin1').replace('1.4', version)))).toBeNull();
  for (const end of ['%%EOF', '%%EOF\r\n', '%%EOF \n\n'])
    expect(pdfFault(bytesOf(somePdf().toString('latin1').replace('%%EOF\n', end)))).toBeNull();
  expect(saysPdf(Buffer.from('%pdf-1.4'))).toBe(false);
});
