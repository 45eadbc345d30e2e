// What the client keeps in its storage (§3).
import { edit } from '../breaks.ts';
import { full, type Row, row, test } from '../row.ts';

const names = 'web/src/client/spec-names.test.ts';
const session = 'a session is kept as Token, tokenFlag and userGid, and all three go when it ends';
const chosen = 'the language that was chosen is kept as locale and as Local, and the version that svm brought as version';
const keptAs = (title: string, at: string, key: string, value: string) =>
  test(names, title, edit(at, `writeStored('${key}', ${value})`, `writeStored('${key}-other', ${value})`));
const places = 'announcements at home and at loan-apply show once, and again when the text changes';

export const storage: readonly Row[] = [
  row('§3', 'local storage: Token', keptAs(session, 'web/src/client/session.ts', 'Token', 'token')),
  row('§3', 'local storage: token flag', keptAs(session, 'web/src/client/session.ts', 'tokenFlag', "'1'")),
  row('§3', 'local storage: userGid', keptAs(session, 'web/src/client/session.ts', 'userGid', 'userGid')),
  row(
    '§3',
    'local storage: locale (also Local)',
    keptAs(chosen, 'web/src/i18n/loadCatalogs.ts', 'locale', 'locale'),
    keptAs(chosen, 'web/src/i18n/loadCatalogs.ts', 'Local', 'locale'),
  ),
  row('§3', 'local storage: version', keptAs(chosen, 'web/src/program.tsx', 'version', 'version')),
  row(
    '§3',
    'local storage: loanDialog with its message',
    test(
      'e2e/tests/notices.spec.ts',
      places,
      edit('web/src/screens/loan/Loan.tsx', "useAnnouncement('loanDialog'", "useAnnouncement('homeDialog'"),
    ),
  ),
  row(
    '§3',
    'local storage: repaymentDialog with its message',
    full(
      'e2e/tests/notices.spec.ts',
      'the announcement at repayment shows once, and again when the text changes',
      edit('web/src/screens/repayment/Choose.tsx', "useAnnouncement('repaymentDialog'", "useAnnouncement('loanDialog'"),
    ),
  ),
  row(
    '§3',
    'local storage: homeDialog with its message',
    test(
      'e2e/tests/notices.spec.ts',
      places,
      edit('web/src/screens/home/Home.tsx', "useAnnouncement('homeDialog'", "useAnnouncement('loanDialog'"),
    ),
  ),
];
