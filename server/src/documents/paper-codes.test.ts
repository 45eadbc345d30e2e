// Tests that the code on a document proves to anyone what kind of document it is and which day it
// bears. An altered code is rejected.
import { billStatementFile } from '@sandali/contract/accountStatement.ts';
import { type DocumentKind, documentList } from '@sandali/contract/document.ts';
import {
  documentCheck,
  findPaperCode,
  paperCodeText,
  paperKinds,
} from '@sandali/contract/paperCode.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { type Person, testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { paperSteps } from './testing.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments } = moneySteps(app);
const { downloadPaper } = paperSteps(app);
const { today } = app;

async function repaidLoan() {
  const loan = await debtor(8);
  await bookPayments(await pay((await codeFor(loan.anna, loan.loanId)).code));
  return loan;
}

/** Prints a document and returns its verification code. */
async function codeOf(
  client: Person['client'],
  kind: DocumentKind,
  loanId: string,
  itemId: string | null = null,
) {
  const { pdf } = await downloadPaper(client, kind, loanId, itemId);
  return findPaperCode(pdf)?.code ?? expect.unreachable();
}

const check = async (code: string) => await app.device().ask(documentCheck, { code });
const genuine = async (code: string) => (await app.device().must(documentCheck, { code })).genuine;

slow('confirms the kind and day of a genuine document without a login', async () => {
  const { anna, loanId } = await repaidLoan();
  const documents = (await anna.client.must(documentList, {})).loans[0]?.documents ?? [];
  expect(documents.map(({ kind }) => kind)).toEqual([
    'certificate',
    'receipt',
    'agreement',
    'disclosure',
  ]);
  const on = today().toString();
  for (const { kind, itemId } of documents) {
    const answer = await check(paperCodeText(await codeOf(anna.client, kind, loanId, itemId)));
    expect(answer.data).toEqual({ genuine: { kind, on } });
  }
  const { bytes } = await anna.client.must(billStatementFile, {});
  const paperCode = findPaperCode(Buffer.from(bytes, 'base64'));
  expect(paperCode && (await genuine(paperCodeText(paperCode.code)))).toEqual({
    kind: 'statement',
    on,
  });
});

test('rejects a document code if any part of it was altered', async () => {
  const { anna, loanId } = await repaidLoan();
  const code = await codeOf(anna.client, 'agreement', loanId);
  const other = await codeOf(anna.client, 'disclosure', loanId);
  expect(await genuine(paperCodeText(code))).not.toBeNull();
  const bent = (digits: string, at: number) =>
    digits.slice(0, at) + (digits[at] === '0' ? '1' : '0') + digits.slice(at + 1);
  const altered = [
    ...[0, 31, 63].map((at) => ({ ...code, hash: bent(code.hash, at) })),
    ...[0, 64, 127].map((at) => ({ ...code, signature: bent(code.signature, at) })),
    ...paperKinds.filter((kind) => kind !== code.kind).map((kind) => ({ ...code, kind })),
    { ...code, on: today().subtract({ days: 1 }).toString() as never },
    { ...code, hash: other.hash },
    { ...code, signature: other.signature },
    { ...code, signature: '0'.repeat(128) },
  ];
  for (const forged of altered)
    expect([forged, await genuine(paperCodeText(forged))]).toEqual([forged, null]);
});

test('refuses a document code that is incomplete or too long', async () => {
  const { anna, loanId } = await repaidLoan();
  const text = paperCodeText(await codeOf(anna.client, 'agreement', loanId));
  const parts = [
    '',
    'salamat po',
    '🙂',
    text.slice(0, -1),
    text.slice(1),
    text.split('\n').slice(1).join('\n'),
    text.replace('agreement', 'payslip'),
  ];
  for (const part of parts)
    expect([part, (await check(part)).name]).toEqual([part, 'paperCodeUnreadable']);
  for (const [locale, words] of [
    ['en', 'code is incomplete'],
    ['fil', 'Kulang ang code'],
    ['vi', 'chưa đầy đủ'],
    ['zh', '查验码不完整'],
  ] as const)
    expect((await app.device(locale).ask(documentCheck, { code: 'x' })).message).toContain(words);
  const long = text.padEnd(1_000);
  expect([(await check(long)).name, (await check(`${long} `)).name]).toEqual([
    'success',
    'inputInvalid',
  ]);
});

slow('a certificate bears its print date and an agreement its signing date', async () => {
  const { anna, loanId } = await repaidLoan();
  const [first, second] = [
    await codeOf(anna.client, 'certificate', loanId),
    await codeOf(anna.client, 'certificate', loanId),
  ];
  expect(second).toEqual(first);
  const agreement = await codeOf(anna.client, 'agreement', loanId);
  await app.addDays(1);
  expect(await codeOf(anna.client, 'agreement', loanId)).toEqual(agreement);
  const next = await codeOf(anna.client, 'certificate', loanId);
  expect([next.on, next.hash === first.hash]).toEqual([today().toString(), false]);
  expect(await genuine(paperCodeText(first))).toEqual({ kind: 'certificate', on: first.on });
});
