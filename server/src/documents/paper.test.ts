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
  sections: [{ title: 'S', blocks: [{ heading: null, rows: values.map((value) => ['L', value] as const) }] }],
});

test('a paper is a PDF whose words can be read again', async () => {
  const pdf = await printPaper(paper());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(textOfPdf(pdf)).toContain('AnnaCruz');
});

test('words of people are never markup: they stand there to the letter', async () => {
  const nasty = [
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
  const text = textOfPdf(await printPaper(paper(rows(...nasty))));
  for (const one of nasty) expect(text).toContain(one.replaceAll(' ', ''));
});

test('peso, Filipino, Vietnamese and Chinese are drawn, the peso also beside Chinese', async () => {
  const words = ['₱60,000.00', 'Peña', 'Nguyễn Thu Đào', '贷款', '金额₱1'];
  const text = textOfPdf(await printPaper(paper({ language: 'zh', ...rows(...words) })));
  for (const one of words) expect(text).toContain(one.replaceAll(' ', ''));
});

test('a paper that takes too long is given up, and the next one is printed', async () => {
  const long = paper(rows(...Array.from({ length: 20_000 }, (_, n) => `row ${n}`)));
  await expect(printPaper(long, { timeoutMs: 1 })).rejects.toMatchObject({ refusal: 'systemBusy' });
  expect((await printPaper(paper())).length).toBeGreaterThan(1000);
});

test('an empty section says so', async () => {
  expect(textOfPdf(await printPaper(paper({ sections: [{ title: 'Loans', blocks: [] }] })))).toContain('Nothing');
});
