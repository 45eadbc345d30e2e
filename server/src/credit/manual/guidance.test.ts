import * as fs from 'node:fs';
import * as path from 'node:path';
import { pictureFaults } from '@sandali/contract/credit.ts';
import { expect, test } from 'vitest';
import { readPo } from '#/texts/po.ts';
import { faultSentences } from './guidance.ts';

test('a reviewer sees the faults of a picture in the words of the web app', () => {
  const file = path.join(import.meta.dirname, '../../../../web/src/i18n/en/credit.po');
  const texts = readPo(fs.readFileSync(file, 'utf8'));
  for (const fault of pictureFaults)
    expect(faultSentences[fault]).toBe(texts.get(`credit.again.${fault}`));
});
