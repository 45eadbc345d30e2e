// A small PDF for tests, as another program might write one.

const objects = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
];

/** One empty page; `more` is put into a comment, so that the file is larger or another one. */
export function somePdf(more = ''): Buffer {
  let text = `%PDF-1.4\n%${more}\n`;
  const places = objects.map((object, nth) => {
    const place = text.length;
    text += `${nth + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  const rows = ['0000000000 65535 f \n', ...places];
  return Buffer.from(
    `${text}xref\n0 ${rows.length}\n${rows.join('')}trailer\n<< /Size ${rows.length} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    'latin1',
  );
}
