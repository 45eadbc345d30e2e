// How the shell behaves (§2; what the screens show is in screens.ts) and who may do what (§6).
import { breakWebText, type Edit, edit } from '../breaks.ts';
import { differs, type Row, row, test } from '../row.ts';

const kept = (title: string, ...breaks: Edit[]) => test('web/src/shell/storage.test.ts', title, ...breaks);
const native = (title: string, ...breaks: Edit[]) => test('e2e/tests/native.spec.ts', title, ...breaks);

const shellRoutes = 'the tab bar and the back arrow stand where the spec has them';
const arrow = 'the tab bar stands on three pages only, and the back arrow where the specification has it';

export const shell: readonly Row[] = [
  row(
    '§2',
    'a bottom tab bar with Home, Orders and My only on /home, /wealth and /my',
    test(
      'web/src/routes/routes.test.ts',
      shellRoutes,
      edit('web/src/routes/routes.tsx', "title: 'title.coupons', ...signedIn", "title: 'title.coupons', tab: 'my', ...signedIn"),
    ),
    test(
      'web/src/gallery/contents.test.tsx',
      '%s',
      edit('web/src/shell/TabFooter.tsx', "label: text('tab.orders')", "label: text('tab.home')"),
    ),
    test('e2e/tests/shell.spec.ts', arrow, edit('web/src/shell/ShellParts.tsx', '{findRoute(path).tab && <ShellTabs />}', '<ShellTabs />')),
  ),
  row(
    '§2',
    'the My tab shows a badge with the count of unused vouchers',
    differs('0068-where-the-product-differs-from-the-specification.md', 'it counts those that can be used today'),
    test(
      'e2e/tests/around.spec.ts',
      'the My tab counts the unused coupons of the session',
      edit('web/src/shell/TabFooter.tsx', "useCount('unUseNumber')", "useCount('dueNumber')"),
    ),
  ),
  row(
    '§2',
    'the count is kept in session storage as unUseNumber',
    kept(
      'the count of unused coupons is kept in session storage as unUseNumber, and goes with the session',
      edit(
        'web/src/shell/badge.ts',
        "writeStored(of, count > 0 ? String(count) : null, 'sessionStorage')",
        'writeStored(of, count > 0 ? String(count) : null)',
      ),
    ),
  ),
  row(
    '§2',
    'pages slide left or right by history direction, none between tabs',
    test(
      'web/src/routes/history.test.ts',
      '%s',
      edit(
        'web/src/routes/history.ts',
        "return left.move === 'none' ? 'none' : 'back';",
        "return left.move === 'none' ? 'none' : 'forward';",
      ),
    ),
    test('web/src/routes/history.test.ts', '%s', edit('web/src/routes/history.ts', "left.move === 'none' ? 'none' : 'back'", "'back'")),
    test(
      'web/src/routes/history.test.ts',
      'from %s to %s lies between tabs: %s',
      edit('web/src/routes/history.ts', 'return tabs.includes(left) && ', 'return '),
    ),
    test(
      'e2e/tests/face.spec.ts',
      'pages slide with the direction of history, and tabs stand still, also when one steps back over them',
      edit('web/src/routes/navigation.ts', "(isStill ? 'none' : 'forward')", "(replace ? 'none' : 'forward')"),
    ),
  ),
  row(
    '§2',
    'the page scrolls to the top on each route change',
    differs(
      '0047-a-row-of-the-specification-names-what-breaks-it.md',
      'it does after each move forward, and a page that is gone back to stands where it was left',
    ),
    test('e2e/tests/around.spec.ts', 'a page begins at its top, and going back returns to where it was left'),
  ),
  row(
    '§2',
    'a Download APP button when not on login and the flag is set; opens downloadUrl',
    differs('0068-where-the-product-differs-from-the-specification.md', 'it also hides in the native shell and in the installed app'),
    test(
      'web/src/shell/download.test.ts',
      'the button is offered by the flag, not on /login, not in the shell, not when installed',
      edit('web/src/shell/download.ts', '!config.appDownload || path === paths.login ||', '!config.appDownload ||'),
    ),
    test(
      'e2e/tests/notices.spec.ts',
      'the download button stands where the flag is set, not on /login and not in the shell',
      edit('web/src/shell/Extras.tsx', '<DownloadButton href={download} />', '<DownloadButton href="/" />'),
    ),
  ),
  row(
    '§2',
    'a back arrow except on /, /home, /login, /wealth, /my and /loanResult',
    test(
      'web/src/routes/routes.test.ts',
      shellRoutes,
      edit('web/src/routes/routes.tsx', "title: 'title.coupons', ...signedIn", "title: 'title.coupons', header: 'none', ...signedIn"),
    ),
    test(
      'e2e/tests/shell.spec.ts',
      arrow,
      edit('web/src/shell/ShellParts.tsx', "{route.header === 'back' && (", "{route.header === 'none' && ("),
    ),
  ),
  row(
    '§2',
    'back goes one step in history, or to / if there is none',
    test(
      'e2e/tests/around.spec.ts',
      'back goes one step in history, and home where there is none',
      edit(
        'web/src/routes/navigation.ts',
        "else void navigate('/', { replace: true, move: 'back' });",
        "else void navigate('/my', { replace: true, move: 'back' });",
      ),
    ),
  ),
  row(
    '§2',
    'on /home, the query parameter svm is stored locally as the version',
    kept(
      'svm on the home route is kept as the version; elsewhere, and where it is none, it is not',
      edit('web/src/program.tsx', ".get('svm')", ".get('version')"),
    ),
    kept(
      'svm on the home route is kept as the version; elsewhere, and where it is none, it is not',
      edit('web/src/program.tsx', 'if (isHome && version', 'if (version'),
    ),
    native(
      'its consent and its version are sent with every call; the version that svm brought is kept before a login too, and sent in a shell alone',
    ),
  ),
  row(
    '§2',
    'an update prompt with download buttons for a client that is too old',
    differs(
      '0068-where-the-product-differs-from-the-specification.md',
      'there is one download address, so one button opens it and one reloads',
    ),
    test('web/src/gallery/contents.test.tsx', '%s', breakWebText('shell.tooOld')),
    test(
      'e2e/tests/notices.spec.ts',
      'a client that is too old is asked to update, by the shell’s own version and by svm; a link with svm shuts no browser out',
      edit('web/src/shell/Extras.tsx', 'if (isTooOld) return', 'if (isTooOld && download) return'),
    ),
  ),
];

export const roles: readonly Row[] = [
  row(
    '§6',
    'one role, the borrower, anonymous or logged in',
    test(
      'server/src/http/router.test.ts',
      'a call for borrowers needs a session, and answers in the language of X-Local',
      edit(
        'server/src/http/router.ts',
        "if (served.call.who === 'borrower' && !who) throw new Refused('sessionInvalid');",
        "if (!who) throw new Refused('sessionInvalid');",
      ),
    ),
  ),
  row(
    '§6',
    'routes marked as needing a token require login',
    test(
      'web/src/routes/routes.test.ts',
      'all routes of the spec are there, with their guard',
      edit(
        'web/src/routes/routes.tsx',
        "title: 'title.loanConfirm', ...signedIn",
        "title: 'title.loanConfirm', needsToken: false, ...signedIn",
      ),
    ),
    test(
      'web/src/routes/routes.test.ts',
      'who may be where',
      edit('web/src/routes/routes.tsx', 'route.needsToken && !hasToken', 'route.isForGuests && !hasToken'),
    ),
  ),
  row(
    '§6',
    'back-office reviewers phone applicants but have no screens',
    test(
      'server/src/credit/manual/staff.test.ts',
      'a call is noted on working days from 08:00 to 20:00 Manila only; a time to phone again frees the application until then',
      edit('server/src/credit/manual/rules.ts', 'here.hour >= callHours.from && here.hour', 'here.hour'),
    ),
    test(
      'server/src/credit/manual/life.test.ts',
      'list, take, show, photo, call-log, approve, each by the command line; the picture is mine alone and gone afterwards',
    ),
  ),
  row(
    '§6',
    'the shell asks for contact and camera permissions; denial shows an error message',
    native('what the phone refuses is said, and the number can be typed', breakWebText('credit.pick.denied')),
    native(
      'a camera that may not, that fails and that sends what is no photo: each with its message',
      breakWebText('credit.camera.shootFailed'),
    ),
  ),
];
