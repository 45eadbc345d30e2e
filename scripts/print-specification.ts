// `SPECIFICATION=<file> npm run spec`: prints the specification's sentences with their tests, and
// reports differences from docs/developers/specification.md.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { readSpecification, readTable } from './specification.ts';

const page = path.join(import.meta.dirname, '../docs/developers/specification.md');
const file = process.env.SPECIFICATION;
if (!file) {
  console.error(
    'Set SPECIFICATION to the path of the specification, which is not in the repository.',
  );
  process.exitCode = 2;
} else {
  const rows = new Map(readTable(fs.readFileSync(page, 'utf8')).map((row) => [row.hash, row]));
  for (const { number, label, text, hash } of readSpecification(fs.readFileSync(file, 'utf8'))) {
    const row = rows.get(hash);
    rows.delete(hash);
    const isInPlace = row?.number === number && row.label === label;
    console.log(
      `${number}${label ? ` ${label}` : ''} · ${hash}${isInPlace ? '' : row ? `: NUMBERED ${row.number} ${row.label}` : ': NO ENTRY'}\n  ${text}`,
    );
    for (const { file: test, text: words } of row?.proofs ?? [])
      console.log(`    ${test ? `${test} › ` : ''}${words}`);
    if (!isInPlace) process.exitCode = 1;
  }
  for (const { number } of rows.values()) {
    console.log(`${number}: NO SUCH SENTENCE`);
    process.exitCode = 1;
  }
}
