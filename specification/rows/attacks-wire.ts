// Attacks on what goes over the wire.
import { type Edit, edit } from '../breaks.ts';
import { type Row, row, test } from '../row.ts';

const http = (name: string, title: string, ...breaks: Edit[]) => test(`server/src/http/${name}.test.ts`, title, ...breaks);

/** A text that is no id reaches the database as one. */
const anyTextAsId = edit(
  'contract/src/id.ts',
  'v.pipe(v.string(), v.uuid(), v.toLowerCase(), v.brand(brand))',
  'v.pipe(v.string(), v.brand(brand))',
);

export const attacksOnWire: readonly Row[] = [
  row(
    'A',
    'A-21 more in an answer than was asked',
    test('server/src/testing/surplus.test.ts', '%s is told'),
    http(
      'answers',
      'an answer holds what its contract says and nothing else, and nothing of anybody else',
      edit(
        'server/src/account/view.ts',
        "    registeredAt: wireInstant(row.registered_at) as Info['registeredAt'],",
        "    registeredAt: wireInstant(row.registered_at) as Info['registeredAt'],\n    ...{ passwordHash: row.password_hash },",
      ),
      edit(
        'server/src/payout-accounts/lists.ts',
        'phoneMasked: masked(account.last4),',
        'phoneMasked: masked(account.last4) + account.mark,',
      ),
    ),
    http('attacks', 'another person’s ids answer as ids that nobody has, and nothing of theirs is revealed or changed'),
  ),
  row(
    'A',
    'A-22 scripts, links and terminal escapes in texts',
    http(
      'hostile-texts',
      'what was kept of it comes back letter by letter, in the app, in the copy and to staff; a link leads to facebook.com or nowhere',
      edit('contract/src/facebookLink.ts', '?facebook\\.com\\/[A-Za-z', '?facebook\\.com[A-Za-z'),
    ),
    test(
      'scripts/tidy.test.ts',
      'holds everywhere',
      edit(
        'web/src/ui/Empty.tsx',
        "<Heading level={2} size={isSmall ? 'm' : 'xl'}>\n        {title}\n      </Heading>",
        '<h2 dangerouslySetInnerHTML={{ __html: String(title) }} />',
      ),
    ),
    test(
      'server/src/context/setting-rules.test.ts',
      '%s may not be %j',
      edit(
        'server/src/context/setting-rules.ts',
        "    if (hasHidden(value)) return 'control and invisible characters are not allowed';\n",
        '',
      ),
    ),
    test(
      'ops/src/run.test.ts',
      'nothing a terminal would act on is printed',
      edit('ops/src/table.ts', 'return text.replace(/[\\p{Cc}\\p{Cf}', 'return text.replace(/[\\p{Cf}'),
    ),
  ),
  row(
    'A',
    'A-23 injection',
    http('attacks', 'a value of the wrong kind in any field is refused by a code, and never breaks a call', anyTextAsId),
    http(
      'hostile-texts',
      'whatever is typed into any text of any call is refused or kept as text: none breaks, none waits, nothing else changes',
      anyTextAsId,
    ),
  ),
  row(
    'A',
    'A-24 calls from another site’s page',
    http(
      'call-headers',
      'a call with %j is answered %i',
      edit('server/src/http/call-headers.ts', "  if (site && site !== 'same-origin' && site !== 'none') return true;\n", ''),
    ),
    http(
      'call-headers',
      'what another site’s form can send (%s) is no call',
      edit('server/src/http/router.ts', 'if (!/^application\\/json\\b/.test(', 'if (!/^(application\\/json|text\\/plain)\\b/.test('),
    ),
    http(
      'call-headers',
      'a preflight is not answered with leave',
      edit(
        'server/src/http/router.ts',
        "  app.all('/galaxy/*', async (c) =>",
        "  app.options('/galaxy/*', (c) => c.body(null, 204, { 'access-control-allow-origin': '*' }));\n  app.all('/galaxy/*', async (c) =>",
      ),
    ),
  ),
  row(
    'A',
    'A-25 frames and redirects',
    http(
      'static',
      'a page has its own policy and every security header',
      edit('server/src/http/static.ts', "frame-ancestors 'none'", 'frame-ancestors *'),
    ),
    test('server/src/context/setting-rules.test.ts', '%s may not be %j'),
  ),
  row(
    'A',
    'A-26 odd and forged headers',
    http(
      'call-headers',
      '%s takes short printable words, which are never told again',
      edit('server/src/http/call-headers.ts', 'const word = /^[\\x20-\\x7e]{0,200}$/;', 'const word = /^[\\x20-\\xff]{0,200}$/;'),
    ),
    http(
      'call-headers',
      'without a proxy of ours, nobody’s X-Forwarded-Proto is believed',
      edit('server/src/http/address.ts', '  if (trustedProxies === 0) return false;\n', ''),
    ),
  ),
  row(
    'A',
    'A-27 texts that make a pattern slow',
    test(
      'contract/src/slow.test.ts',
      'a text of 100,000 characters in any field is judged within 50 ms',
      edit('contract/src/account.ts', 'v.regex(/^[\\w.-]{1,40}$/)', 'v.regex(/[\\w.-]{1,4000}$/)'),
    ),
  ),
  row(
    'A',
    'A-28 prototypes',
    http(
      'router',
      'what cannot be opened gets one of three plain answers of one length',
      edit('server/src/http/json.ts', "if (key === '__proto__' || key === 'constructor' || ", "if (key === '__proto__' || "),
    ),
    http('attacks', 'no call takes a field it does not know, at any depth'),
  ),
  row(
    'A',
    'A-29 tricks with JSON',
    http('router', 'one key in two objects, and one text as key and value, are no key twice'),
    http(
      'router',
      'a body of nothing but commas and brackets is refused at once, and so is JSON with more than 2,000 of them',
      edit('server/src/http/json.ts', '> structureLimit) return null;', '> structureLimit * 1_000) return null;'),
    ),
    http('router', 'lengths and paths are checked before anything else'),
  ),
];
