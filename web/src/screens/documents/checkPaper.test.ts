// The phone checks a file itself, and sends the file's code to the server only if the file matches
// the code.
import { createHash } from 'node:crypto';
import { asDay } from '@sandali/contract/day.ts';
import { bytesWithoutCode, drawnPaperCode, findPaperCode } from '@sandali/contract/paperCode.ts';
import { expect, test } from 'vitest';
import { checkCode, readPaper } from './checkPaper.ts';

const paper = { kind: 'receipt', on: asDay('2026-11-20') } as const;
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

/** Returns a file that contains its own code between two texts. */
function fileOf(before: string, after: string) {
  const blank = Buffer.from(
    before + drawnPaperCode({ ...paper, hash: '0'.repeat(64), signature: '0'.repeat(128) }) + after,
    'latin1',
  );
  const match = findPaperCode(blank) ?? expect.unreachable();
  const hash = createHash('sha256').update(bytesWithoutCode(blank, match)).digest('hex');
  const code = { ...paper, hash, signature: 'ab'.repeat(64) };
  return { bytes: Buffer.from(before + drawnPaperCode(code) + after, 'latin1'), code };
}
const blobOf = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes], { type: 'application/pdf' });

test('readPaper returns the code of an unchanged document', async () => {
  const { bytes, code } = fileOf('%PDF-1.7 20,000.00', 'trailer');
  expect(await readPaper(blobOf(bytes))).toEqual(code);
});

test('readPaper requires an unchanged, readable, small file with exactly one code', async () => {
  const { bytes } = fileOf('%PDF-1.7 20,000.00', 'trailer');
  const changed = (from: string, to: string) =>
    blobOf(Buffer.from(text(bytes).replace(from, to), 'latin1'));
  expect(await readPaper(changed('20,000', '90,000'))).toEqual({ is: 'changed' });
  expect(await readPaper(changed('trailer', 'trailer '))).toEqual({ is: 'changed' });
  expect(await readPaper(changed('SANDALI-1-receipt', 'SANDALI-1-waiver'))).toEqual({
    is: 'changed',
  });
  expect(await readPaper(changed('SANDALI-1', 'SANDALI-2'))).toEqual({ is: 'noCode' });
  expect(await readPaper(blobOf(Buffer.concat([bytes, bytes])))).toEqual({ is: 'noCode' });
  expect(await readPaper(blobOf(Buffer.from('%PDF-1.7')))).toEqual({ is: 'noCode' });
  expect(await readPaper(blobOf(Buffer.alloc(5_000_001)))).toEqual({ is: 'tooLarge' });
  const gone = Object.assign(new Blob(['x']), {
    arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')),
  });
  expect(await readPaper(gone)).toEqual({ is: 'unreadable' });
});

test('a long text without a document’s code is rejected before it is sent', async () => {
  expect(await checkCode('SANDALI-1-receipt '.repeat(60))).toEqual({ isLong: true });
});
