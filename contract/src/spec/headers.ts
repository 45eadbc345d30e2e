// Spec §7: the headers of every call. All are written in one function of the web program.
import { type Row, shown, source, test } from './row.ts';

const headersOf = 'web/src/kit/ask.ts';

export const headers: readonly Row[] = [
  shown('§7', 'Content-Type JSON', source(headersOf, "'Content-Type': 'application/json'")),
  shown('§7', 'X-Auth-Token (the stored token)', source(headersOf, "'X-Auth-Token': used")),
  shown('§7', 'X-Sub-Channel', source(headersOf, "'X-Sub-Channel'")),
  shown('§7', 'x-advertising-id', source(headersOf, "'x-advertising-id'")),
  shown('§7', 'x-appsflyer-id', source(headersOf, "'x-appsflyer-id'")),
  shown('§7', 'X-Channel (fixed value)', source(headersOf, "'X-Channel': 'sandali'")),
  shown('§7', 'x-terminal-type (web or native)', source(headersOf, "'x-terminal-type': terminalType()")),
  shown('§7', 'X-Local (language)', source(headersOf, "'X-Local': locale")),
  shown(
    '§7',
    'an encryption flag',
    source(headersOf, "'X-Encrypted': '1'"),
    test(
      'server/src/http/call-headers.test.ts',
      'the flag of encryption switches nothing: whatever it says, a plain body is refused and a sealed one is opened',
    ),
  ),
];
