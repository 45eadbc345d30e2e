// Spec §7: the headers of every call. All are written in one function of the web program, and read in one file of the server.
import { edit } from '../breaks.ts';
import { differs, type Row, row, test } from '../row.ts';

const ask = 'web/src/client/callServer.ts';
const read = 'server/src/http/call-headers.ts';
const names = 'web/src/client/spec-names.test.ts';
const written =
  'every call carries the headers of the specification: JSON, token, channels, terminal, language and flag; the ids from the shell';
const byPath = 'server/src/http/spec-calls.test.ts';
const home =
  'home asks /user/status/query, /user/multi, /user/info and /user/refuse/query, with the token in X-Auth-Token and the language in X-Local';

/** The server hears it under another name. */
const heard = (name: string) =>
  test(
    byPath,
    'X-Sub-Channel, x-advertising-id and x-appsflyer-id of a sign-up are kept with the account, with consent',
    edit(read, `textOf(c, '${name}')`, `textOf(c, '${name}-other')`),
  );

/** The web program sends the header under another name. */
const sent = (name: string) => test(names, written, edit(ask, `'${name}': `, `'${name}-other': `));

export const headers: readonly Row[] = [
  row(
    '§7',
    'Content-Type JSON',
    test(names, written, edit(ask, "'Content-Type': 'application/json'", "'Content-Type': 'text/plain'")),
    test(
      'server/src/http/call-headers.test.ts',
      'what another site’s form can send (%s) is no call',
      edit('server/src/http/router.ts', 'if (!/^application\\/json\\b/.test(', 'if (!/json|text|form|^$/.test('),
    ),
  ),
  row(
    '§7',
    'X-Auth-Token (the stored token)',
    test(names, written, edit(ask, "'X-Auth-Token': used", "'X-Auth-Token': ''")),
    test(byPath, home, edit(read, "textOf(c, 'x-auth-token')", "(textOf(c, 'x-auth-token') || textOf(c, 'authorization'))")),
  ),
  row('§7', 'X-Sub-Channel', sent('X-Sub-Channel'), heard('x-sub-channel')),
  row(
    '§7',
    'x-advertising-id',
    differs('0068-where-the-product-differs-from-the-specification.md', 'it is sent with consent only'),
    test(names, written, edit(ask, "{ 'x-advertising-id': advertisingId }", '{}')),
    heard('x-advertising-id'),
  ),
  row(
    '§7',
    'x-appsflyer-id',
    differs('0068-where-the-product-differs-from-the-specification.md', 'it is sent with consent only'),
    test(names, written, edit(ask, "{ 'x-appsflyer-id': appsflyerId }", '{}')),
    heard('x-appsflyer-id'),
  ),
  row('§7', 'X-Channel (fixed value)', test(names, written, edit(ask, "'X-Channel': 'sandali'", "'X-Channel': 'web'"))),
  row(
    '§7',
    'x-terminal-type (web or native)',
    sent('x-terminal-type'),
    test(
      'server/src/http/call-headers.test.ts',
      'a version below the least of its terminal type is asked to update, by every call but the two that lead to the update',
      edit(read, "rawTerminal === 'native' ? 'native' : 'web'", "rawTerminal === 'app' ? 'native' : 'web'"),
    ),
  ),
  row(
    '§7',
    'X-Local (language)',
    sent('X-Local'),
    test(byPath, home, edit(read, "textOf(c, 'x-local').slice", "textOf(c, 'accept-language').slice")),
  ),
  row(
    '§7',
    'an encryption flag',
    sent('X-Encrypted'),
    test(
      'server/src/http/call-headers.test.ts',
      'the flag of encryption switches nothing: whatever it says, a plain body is refused and a sealed one is opened',
      edit(
        'server/src/http/router.ts',
        'const isPlain = path === init.path || (',
        "const isPlain = path === init.path || c.req.header('x-encrypted') === '0' || (",
      ),
    ),
  ),
];
