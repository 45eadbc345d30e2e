// The last line of an SMS with a code binds the code to this server's address. The English and
// Filipino texts fit into one SMS.
import { codeSms } from '@sandali/contract/account.ts';
import { zMobile } from '@sandali/contract/mobile.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { codeLifeMs, type NoticeKind, noticeKinds } from '#/context/notices.ts';
import { device, testContext } from '#/testing/context.ts';
import { say } from '#/texts/say.ts';
import { boundCode } from './notifications.ts';

/** The number of GSM characters that fit into one SMS. */
const lettersOfSms = 160;
const codes = (Object.keys(noticeKinds) as NoticeKind[]).filter((kind) =>
  kind.startsWith('code.'),
) as 'code.login'[];

const { app, ask, outbox } = await testContext();

test('an SMS with a code ends with the server’s address and the code', async () => {
  const phone = v.parse(zMobile, '+639175550111');
  await ask(device(), codeSms, { phone, purpose: 'register' });
  const [text = ''] = await outbox(phone);
  const [code] = /\d{6}/.exec(text) ?? [];
  expect(text.split('\n').at(-1)).toBe(`@${new URL(app.config.origin).hostname} #${code}`);
  expect(text).not.toMatch(/https?:/);
});

test.each(codes)('the message %s fits into one SMS in English and in Filipino', (kind) => {
  for (const locale of ['en', 'fil'] as const) {
    const text = `${say(locale, `sms.${kind}`, { code: '123456', minutes: codeLifeMs / 60_000 })}\n${boundCode('https://app.sandali.example', '123456')}`;
    expect(text.length, text).toBeLessThanOrEqual(lettersOfSms);
    expect(text).toMatch(/^[\n -~]+$/);
  }
});
