// Tests texts that attack a database, shell, page, template, terminal or spreadsheet. Each call
// either refuses them, or stores them as plain text and returns them unchanged.
import { userInfo } from '@sandali/contract/account.ts';
import type { AnyCall } from '@sandali/contract/call.ts';
import { basicSave, creditQuery } from '@sandali/contract/credit.ts';
import { feedbackSubmit } from '@sandali/contract/home.ts';
import { productList } from '@sandali/contract/loan.ts';
import { dataExport, dataQuery } from '@sandali/contract/privacy.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { visibleLine } from '@sandali/contract/text.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { newId } from '#/platform/random.ts';
import { addWallet } from '#/sandbox/life.ts';
import { testApp } from '#/testing/app.ts';
import { isAtLength } from '#/testing/effort.ts';
import { requestsOf } from '#/testing/good-requests.ts';
import { changed, leaves } from '#/testing/mutate.ts';

const app = await testApp();

/**
 * Fragments of attacks, joined at random. None of them sleeps, because that would exceed the time
 * limits of the statement and the test.
 */
const pieces = [
  ...[
    "'",
    "''",
    '"',
    '`',
    '\\',
    ';',
    '--',
    '/*',
    '*/',
    ' or 1=1',
    ' union select ',
    'null',
    ' drop table borrowers',
    '$$',
    '$1',
    '%',
    '_',
  ],
  ...[
    'pg_sleep(9000)',
    ' || pg_sleep(9000)',
    "'; select pg_sleep(9000); --",
    'copy (select 1) to program ',
    'E\\047',
    '::text',
    '\\x',
    'U&"',
  ],
  ...[
    '{"$gt":""}',
    '{"$where":"sleep(9000000)"}',
    '[$ne]',
    '__proto__',
    'constructor',
    '{{7*7}}',
    '$' + '{7*7}',
    '<%= 7*7 %>',
    '#{7*7}',
    '%{7*7}',
  ],
  ...[
    '| sleep 9000',
    '; sleep 9000',
    '$(sleep 9000)',
    '`sleep 9000`',
    '&& id',
    '> /etc/passwd',
    '../',
    '%2e%2e/',
    '%00',
    '%0d%0a',
    '%n%s',
  ],
  ...[
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    'data:text/html,<b>',
    '<svg/onload=1>',
    ']]>',
    '<!--',
  ],
  ...[
    '=cmd|/c!A1',
    '+1+1',
    '@SUM(1)',
    '-2+3',
    '\u001b[2J',
    '\u001b]8;;http://a\u0007',
    '\u009b31m',
    '\u0000',
    '\r\nX-A: 1',
    '\u202e',
    '\ufeff',
  ],
  ...[
    '#import "/etc/passwd"',
    '#read("a")',
    '(&(uid=*))',
    '<!ENTITY a SYSTEM "file:///">',
    'a',
    'Ñ',
    '1',
    ' ',
  ],
];
const hostile = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 })
  .map((some) => some.join(''));
/** The number of texts per field; a long run sends more than 5,000 texts in all. */
const each = isAtLength ? 60 : 6;

const isText = (value: unknown) => typeof value === 'string';
const at = (body: unknown, path: readonly (string | number)[]) =>
  path.reduce((value, key) => (value as Record<string, unknown>)[key], body);

slow(
  'hostile text in any field of any call is refused or stored as plain text',
  async () => {
    const mallory = await app.person({ withCredit: true });
    const newcomer = await app.person();
    const { minimumCentavos: amountCentavos } = await mallory.client.must(productList, {});
    const requests = requestsOf({
      phone: mallory.life.phone,
      amountCentavos,
      walletId: await addWallet(mallory.life),
      nobodys: newId(app.clocks.wall()),
    });
    const countsOf = async () => {
      const { rows } = await app.owner.pool.query(
        `select (select count(*) from borrowers) as borrowers,
         (select count(*) from loans) as loans,
         (select count(*) from credit_lines) as lines,
         (select sum(limit_centavos) from credit_lines) as limits,
         (select count(*) from staff_keys) as staff,
         (select count(*) from settings) as settings`,
      );
      return rows[0];
    };
    const before = await countsOf();
    const texts = fc.sample(hostile, { numRuns: each, seed: 1 });
    const wrong: string[] = [];
    let requestCount = 0;
    for (const [call, good] of requests) {
      const who = call.path.startsWith('/credit') ? newcomer : mallory;
      for (const path of leaves(good).filter((leaf) => isText(at(good, leaf)))) {
        for (const text of texts) {
          const { name } = await who.client.ask(call as never, changed(good, path, text) as never);
          requestCount += 1;
          if (name === 'systemError')
            wrong.push(`${call.path} ${path.join('.')} ${JSON.stringify(text)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(requestCount).toBeGreaterThan(80 * each);
    expect(await countsOf()).toEqual(before);
  },
  240_000,
);

slow(
  'returns hostile text unchanged, and accepts profile links only to facebook.com',
  async () => {
    const anna = await app.person();
    const { userGid } = await anna.client.must(userInfo, {});
    const good = requestsOf({
      phone: anna.life.phone,
      amountCentavos: 0,
      walletId: userGid,
      nobodys: newId(app.clocks.wall()),
    });
    const basic = good.get(basicSave as unknown as AnyCall) ?? {};
    const accepted: string[] = [];
    for (const address of fc.sample(hostile, { numRuns: isAtLength ? 200 : 100, seed: 2 })) {
      const saved = await anna.client.ask(basicSave, { ...basic, address } as never);
      if (saved.name !== 'success') continue;
      accepted.push(address);
      expect((await anna.client.must(creditQuery, {})).personal?.address).toBe(
        visibleLine(address),
      );
    }
    expect(accepted.length).toBeGreaterThan(25);
    const words = '<script>alert(1)</script> =cmd|/c!A1 {{7*7}}';
    expect(
      (await anna.client.ask(feedbackSubmit, { type: 6, userGid, describe: words } as never)).name,
    ).toBe('success');
    const { bytes } = await anna.client.must(dataExport, { format: 'json' });
    const copy = JSON.parse(Buffer.from(bytes, 'base64').toString());
    expect(copy.feedback[0].comment).toBe(words);
    expect(copy.applications[0].personal.address).toBe(visibleLine(accepted.at(-1) ?? ''));
    expect((await anna.client.must(dataExport, { format: 'pdf' })).mediaType).toBe(
      'application/pdf',
    );
    expect((await anna.client.must(dataQuery, {})).needsProof).toBe(false);
    for (const facebookLink of [
      'javascript:alert(1)',
      'facebook.com.evil.ph/a',
      'ftp://facebook.com/a',
      'https://facebook.com.evil.ph/a',
      'https://evil.ph/facebook.com',
      'https://facebook.com@evil.ph/a',
      'data:text/html,facebook.com',
      'https://facebook.com/a\u0000@evil.ph',
    ])
      expect([
        facebookLink,
        (await anna.client.ask(basicSave, { ...basic, facebookLink } as never)).name,
      ]).toEqual([facebookLink, 'inputInvalid']);
  },
  60_000,
);
