// Tests that every text that mentions customer service is shown with a link to customer service.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { serviceRefusals } from './customerService.ts';

const root = path.join(import.meta.dirname, '../../..');
const sends = /(call|contact|let) customer service|customer service (can|explains)|\bcall us\b/i;

function sending(po: string): string[] {
  const texts = fs
    .readFileSync(path.join(root, po), 'utf8')
    .matchAll(/^msgid "(.+)"\nmsgstr "((?:[^"\\]|\\.)*)"/gm);
  return [...texts].filter(([, , words]) => sends.test(words ?? '')).map(([, id]) => id ?? '');
}

test('every refusal that mentions customer service links to it', () => {
  const refusals = sending('server/src/texts/en.po').filter((id) => id.startsWith('refusal.'));
  expect(refusals.map((id) => id.replace('refusal.', '')).sort()).toEqual(
    [...serviceRefusals].sort(),
  );
});

test('texts other than refusals name customer service only with its number or in documents', () => {
  const others = sending('server/src/texts/en.po').filter((id) => !id.startsWith('refusal.'));
  const texts = fs.readFileSync(path.join(root, 'server/src/texts/en.po'), 'utf8');
  for (const id of others) {
    const [, words = ''] =
      new RegExp(`^msgid "${id.replaceAll('.', '\\.')}"\\nmsgstr "(.*)"`, 'm').exec(texts) ?? [];
    expect([id, /\{telephone\}/.test(words) || id.startsWith('document.')]).toEqual([id, true]);
  }
});

const cameras = [
  'screens/credit/camera/CameraView.tsx',
  'screens/credit/nationalId/NationalIdView.tsx',
];

/**
 * The files that show each text with its link. Agreements state the lender's telephone number
 * instead.
 */
const ways: Record<string, string | string[]> = {
  'credit.camera.asleepDetail': cameras,
  'credit.camera.asleepInShell': [
    'screens/credit/PictureInput.tsx',
    'screens/credit/nationalId/NationalIdView.tsx',
  ],
  'credit.camera.deniedDetail': cameras,
  'extension.talk': 'screens/extension/ExtensionView.tsx',
  'extension.why.planByPerson': 'screens/extension/ExtensionView.tsx',
  'home.status.loanFailed.words': 'screens/home/StatusPage.tsx',
  'loan.result.failedWhy': 'screens/loan/ResultView.tsx',
  'my.service.call': 'screens/my/ServiceSheet.tsx',
  'limit.reason.information': 'screens/limit/Limit.tsx',
  'limit.reason.other': 'screens/limit/Limit.tsx',
  'repayment.orders.claimWhy': 'screens/repayment/Orders.tsx',
  'repayment.promise.missed': 'screens/repayment/BillNotices.tsx',
  'repayment.promise.missedAtCap': 'screens/repayment/BillNotices.tsx',
  'shell.serviceHelps': 'shell/customerService.ts',
};

test('the app shows a link beside each of its texts that mentions customer service', () => {
  const folder = 'web/src/i18n/en';
  const files = fs.readdirSync(path.join(root, folder)).filter((name) => name !== 'legal.po');
  expect(files.flatMap((name) => sending(path.join(folder, name))).sort()).toEqual(
    Object.keys(ways).sort(),
  );
  for (const [id, file] of Object.entries(ways).flatMap(([id, files]) =>
    [files].flat().map((file) => [id, file] as const),
  )) {
    const source = fs.readFileSync(path.join(root, 'web/src', file), 'utf8');
    expect([id, /<ServiceLink|callAddress\(|openService/.test(source)]).toEqual([id, true]);
  }
});
