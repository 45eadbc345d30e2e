import { expect, test } from 'vitest';
import { type Paper, printPaper } from './paper.ts';
import { textOfPdf } from './testing.ts';

const paper = (over: Partial<Paper> = {}): Paper => ({
  language: 'en',
  title: 'Your personal data',
  subtitle: 'Made for Anna',
  about: 'Everything.',
  pageWord: 'Page',
  noneWord: 'Nothing',
  sections: [{ title: 'Account', blocks: [{ heading: null, rows: [['Name', 'Anna Cruz']] }] }],
  ...over,
});
const rows = (...values: string[]) => ({
  sections: [
    { title: 'S', blocks: [{ heading: null, rows: values.map((value) => ['L', value] as const) }] },
  ],
});

const turn = { lane: 'paper', key: '' } as const;

test('a document is a PDF with readable text', async () => {
  const pdf = await printPaper(paper(), turn);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(textOfPdf(pdf)).toContain('AnnaCruz');
});

test('prints text from borrowers literally, never as markup', async () => {
  const hostile = [
    '#panic("x")',
    '] #read("/etc/passwd")',
    '\\',
    '$x^2$ *bold* _it_',
    '= Title',
    '"]); #sys',
    '#include "a"',
    '<a> @b',
    '`raw`',
    '// no',
  ];
  const text = textOfPdf(await printPaper(paper(rows(...hostile)), turn));
  for (const word of hostile) expect(text).toContain(word.replaceAll(' ', ''));
});

test('a document shows Filipino, Vietnamese and Chinese text and the peso sign', async () => {
  const words = ['₱60,000.00', 'Peña', 'Nguyễn Thu Đào', '贷款', '金额₱1'];
  const text = textOfPdf(await printPaper(paper({ language: 'zh', ...rows(...words) }), turn));
  for (const word of words) expect(text).toContain(word.replaceAll(' ', ''));
});

test('aborts a document that takes too long to print, and prints the next one', async () => {
  const long = paper(rows(...Array.from({ length: 20_000 }, (_, n) => `row ${n}`)));
  await expect(printPaper(long, turn, { timeoutMs: 1 })).rejects.toMatchObject({
    refusal: 'systemBusy',
  });
  expect((await printPaper(paper(), turn)).length).toBeGreaterThan(1000);
});

test('an empty section of a document contains the word “Nothing”', async () => {
  expect(
    textOfPdf(await printPaper(paper({ sections: [{ title: 'Loans', blocks: [] }] }), turn)),
  ).toContain('Nothing');
});

/** The text has so many glyphs that some glyph numbers contain bytes that a PDF must escape. */
test('a long text in every language retains each letter and mark', async () => {
  const words = [
    ...[
      'The quick brown fox jumps over the lazy dog: 0123456789 (“A–Z”), 100 % & more; 7-Eleven, Tao.',
    ],
    ...[
      'Bản công bố thông tin; Lãi suất thực mỗi tháng; dịch vụ, chọn, một lần sau khi tiền đến; quá hạn thuế',
    ],
    ...['Ang ñ at ang Ñ: Peña, Muñoz', '利息，每天 0.2 % × 8 天；借款披露声明（本金）'],
  ];
  const text = textOfPdf(await printPaper(paper({ language: 'vi', ...rows(...words) }), turn));
  for (const word of words) expect(text).toContain(word.replace(/\s/g, ''));
});

test('printing the same document twice produces identical files', async () => {
  const [first, second] = [await printPaper(paper(), turn), await printPaper(paper(), turn)];
  expect(first.equals(second)).toBe(true);
});

test('prints a block’s heading, rows and paragraphs in this order', async () => {
  const blocks = [
    { heading: 'One', rows: [['Total', '₱1.00', 'strong'] as const], words: ['Said below.'] },
  ];
  const text = textOfPdf(
    await printPaper(paper({ sections: [{ title: null, look: 'figures', blocks }] }), turn),
  );
  expect(text).toContain('OneTotal₱1.00Saidbelow.');
});

test('a long name leaves space for row labels, and long words stay on the page', async () => {
  const name =
    'Maria Cristina Consolacion Immaculada Bautista-Villanueva y Fernandez de los Santos de la Cruz';
  const label = 'What was lent, in words that take a line of their own';
  const facts = Array.from({ length: 8 }, () => [label, '₱60,000.00'] as const);
  const blocks = [1, 2].map(() => ({
    heading: null,
    rows: [['Borrower', name] as const, ...facts],
  }));
  const text = textOfPdf(
    await printPaper(paper({ sections: [{ title: null, look: 'figures', blocks }] }), turn),
  );
  // With one word per line, the labels would fill more than one page.
  expect(text).toContain('Page1/1');
  // The document breaks the fingerprint into lines. The comparison ignores the line breaks.
  const fingerprint = '0123456789abcdef'.repeat(4);
  expect(textOfPdf(await printPaper(paper(rows(fingerprint)), turn))).toContain(`L${fingerprint}`);
});
