// Spec §7: every path, and what the calls share. Paths are in the contract, which both programs read: tests write them out.
import { breakCall, breakConstant, breakKey, edit } from '../breaks.ts';
import { differs, type Row, row, test } from '../row.ts';

const byPath = 'server/src/http/spec-calls.test.ts';
const flag = 'the flag of encryption switches nothing: whatever it says, a plain body is refused and a sealed one is opened';
const feedback = '/user/feedback/submit takes type, userGid and describe, and its answer is code and message';
const popCheck = '/user/trade/pop/check takes userGid and answers isPop: 0, or 1 where a price was left';
const vouchers = 'the voucher list takes userGid and answers discountInfoList';
const posts = 'calls are POSTs of JSON under /galaxy, and every answer is a code, a message and data';

/** The calls that one test asks by their paths, with the file of the contract that names each. */
const asked: Record<string, Record<string, readonly string[]>> = {
  'anybody is served by /init, the server’s configuration, /code/pic and /code/sms': {
    init: ['/init'],
    pictureCode: ['/code/pic'],
    account: ['/code/sms'],
  },
  'an account is opened, entered, left and given another password by /register, /v2/logonRegister, /user/logonout and /user/resetPwd': {
    signUp: ['/register'],
    account: ['/v2/logonRegister', '/user/logonout'],
    newPassword: ['/user/resetPwd'],
  },
  'home asks /user/status/query, /user/multi, /user/info and /user/refuse/query, with the token in X-Auth-Token and the language in X-Local':
    {
      home: ['/user/status/query', '/user/multi'],
      account: ['/user/info'],
      rejection: ['/user/refuse/query'],
    },
  'an application is sent by /credit/district, the four saves of /credit and /picture/upload': {
    credit: ['/credit/basic/save', '/credit/common/save', '/credit/idcardpic/save', '/credit/emergent/contact', '/picture/upload'],
    place: ['/credit/district'],
  },
  'accounts are picked, added, listed and deleted by /bank, /bankcard and /wallet': {
    payoutAccounts: ['/bank/list', '/bankcard/list', '/bankcard/add', '/bankcard/delete'].concat(
      ...['/wallet/list', '/wallet/type', '/wallet/add', '/wallet/delete'],
    ),
  },
  'a loan is chosen, priced, signed and cancelled by /loan and /bill/cancel': {
    loan: ['/loan/paychannel/list', '/loan/product/list', '/loan/product/cal', '/loan/apply'],
    cancel: ['/bill/cancel'],
  },
  'a bill is listed, shown, put into a calendar, extended and paid by /bill, /calendar/reminder, /loan/renew and /repayment': {
    extension: ['/loan/renew/cal', '/loan/renew/apply'],
    repayment: ['/repayment/channel/list'],
    loan: ['/bill/list'],
    billDetail: ['/bill/detail'],
    calendar: ['/calendar/reminder/query', '/calendar/reminder/callback'],
  },
  'a higher limit is asked for by /user/quota/add/apply': { limit: ['/user/quota/add/apply'] },
  [feedback]: { home: ['/user/feedback/submit'] },
  [popCheck]: { home: ['/user/trade/pop/check'] },
};

const paths: readonly Row[] = Object.entries(asked).flatMap(([title, files]) =>
  Object.entries(files).flatMap(([file, addresses]) =>
    addresses.map((address) => row('§7', address, test(byPath, title, breakCall(`contract/src/${file}.ts`, address)))),
  ),
);

const home = 'contract/src/home.ts';
const answered = edit(
  'server/src/http/answer.ts',
  "return { code: successCode, message: '', data };",
  'return { code: successCode, data } as never;',
);

export const calls: readonly Row[] = [
  ...paths,
  row(
    '§7',
    'server config',
    test(
      byPath,
      'anybody is served by /init, the server’s configuration, /code/pic and /code/sms',
      breakCall('contract/src/settings.ts', '/config/query'),
    ),
  ),
  row('§7', 'voucher list', test(byPath, vouchers, breakCall('contract/src/coupon.ts', '/voucher/list'))),
  row(
    '§7',
    'all calls are POST under /galaxy',
    test(byPath, posts, edit('server/src/http/router.ts', "app.post('/galaxy/*'", "app.on(['POST', 'PUT'], '/galaxy/*'")),
    test(
      'web/src/client/wire.test.ts',
      'a call carries time, request id, device and body inside, and the list in the page spares the first call',
      edit('web/src/client/wire.ts', "const prefix = '/galaxy';", "const prefix = '/calls';"),
    ),
  ),
  row(
    '§7',
    'JSON parameter body',
    test(byPath, posts, edit('server/src/http/router.ts', '/^application\\/json\\b/', '/^(application\\/json|text\\/plain)\\b/')),
  ),
  row(
    '§7',
    'bodies are encrypted, responses decrypted',
    test(
      'server/src/http/call-headers.test.ts',
      flag,
      edit('server/src/http/router.ts', '(options.context.config.isPlainAllowed && ', '('),
    ),
    test(
      'server/src/http/call-headers.test.ts',
      flag,
      edit('server/src/http/router.ts', 'status === 200 ? sealed(c, opened, body)', 'status === 400 ? sealed(c, opened, body)'),
    ),
  ),
  row(
    '§7',
    'the time-out is 30 s',
    differs('0068-where-the-product-differs-from-the-specification.md', 'uploads may take longer on a slow line'),
    test('web/src/client/spec-names.test.ts', 'a call times out after 30 seconds', breakConstant('requestTimeoutMs', '40_000')),
  ),
  row(
    '§7',
    'responses carry a code, a message and data',
    test(byPath, posts, answered),
    test(
      byPath,
      posts,
      edit('server/src/http/answer.ts', 'return { code: codes[name], message, data };', 'return { code: codes[name], message } as never;'),
    ),
  ),
  row(
    '§7',
    '/user/feedback/submit sends type, userGid and describe; reads code and message',
    test(byPath, feedback, edit(home, 'v.literal(6), userGid: zUserGid', 'v.literal(6), user: zUserGid')),
    test(byPath, feedback, edit(home, 'describe: drawn(zLine(adviceCommentLength)', 'words: drawn(zLine(adviceCommentLength)')),
    test(byPath, feedback, edit(home, 'type: v.literal(6)', 'type: v.literal(4)')),
    test(byPath, feedback, answered),
  ),
  row(
    '§7',
    '/user/trade/pop/check sends userGid; reads data.isPop',
    test(byPath, popCheck, breakKey('server/src/cases/feedback/feedback.ts', 'isPop')),
  ),
  row(
    '§7',
    'voucher list sends userGid; reads code and data.discountInfoList',
    test(byPath, vouchers, breakKey('server/src/coupon/list.ts', 'discountInfoList')),
  ),
];
