// Spec §7: the headers of every call. All are written in one function of the web program.
import { type Row, row, test } from '../row.ts';

export const headers: readonly Row[] = [
  row('§7', 'Content-Type JSON'),
  row('§7', 'X-Auth-Token (the stored token)'),
  row('§7', 'X-Sub-Channel'),
  row('§7', 'x-advertising-id'),
  row('§7', 'x-appsflyer-id'),
  row('§7', 'X-Channel (fixed value)'),
  row('§7', 'x-terminal-type (web or native)'),
  row('§7', 'X-Local (language)'),
  row(
    '§7',
    'an encryption flag',
    test(
      'server/src/http/call-headers.test.ts',
      'the flag of encryption switches nothing: whatever it says, a plain body is refused and a sealed one is opened',
    ),
  ),
];
