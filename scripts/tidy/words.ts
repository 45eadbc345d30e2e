// Words and calls that are banned everywhere, or outside a few files.
import { file, isCode, isTest, lineRule, type Rule } from './sources.ts';

/**
 * Files that may read the clock, randomness and the environment, and entry points that pass them
 * on.
 */
const readers =
  /^server\/src\/platform\/|^web\/src\/client\/|^(server|ops|simulators|battery)\/src\/main\.ts$|^ops\/src\/(installed|start)\.ts$|^(scripts|deploy)\/|^((web|desk)\/[^/]+|[^/]+)\.ts$|^server\/src\/db\/launch\.ts$/;
const ofProduct = (at: string) =>
  /^(contract|server|web|desk|ops|simulators)\/src\//.test(at) && isCode(at) && !isTest(at);
const inServer = (at: string) => /^(server|contract|simulators|ops)\/src\//.test(at) && isCode(at);
const anywhere = () => true;
/** The machines of a cluster have addresses of their own, so their ports are always free. */
const ofCluster = /^battery\/src\/cluster\//;
/** Finds code that picks a free port before opening it, or opens a fixed port. */
const chosenPort = lineRule(
  /\bfreePorts?\b|\.listen\((?!0\b|\{ path: )|-port=(?!0\b)/,
  (at) => isTest(at) && !ofCluster.test(at),
);
/** Finds code that chooses the port of a child process. */
const givenPort = lineRule(
  /\b(E2E_|HOOK_|BANK_)?PORT: (?!'0')/,
  (at) => /^(e2e|battery|bench)\//.test(at) && !at.endsWith('.test.ts') && !ofCluster.test(at),
);
const mayDefault =
  /^web\/src\/screens\/|^web\/src\/shell\/NotFound\.tsx$|\.config\.ts$|^e2e\/browser\.ts$|\.setup\.ts$|^server\/src\/db\/setup\.testing\.ts$|\.d\.ts$/;
/** Files that may read the amount owed, to show it (DueAmount) or to compare amounts with it. */
const mayReadDue =
  /^web\/src\/screens\/(DueAmount\.tsx|repayment\/channelRules\.ts|offline\/savedBill\.ts)$/;
/** Names that other lenders use for our charges. */
const otherNames =
  /\b(overdue|late|penalty|processing|handling|renewal|rollover|disbursement|transfer) (fee|fees)\b|\b(overdue|penalty|extension) charges?\b|滞纳金|罚息|续期费|放款费|phí (quá hạn|phạt|chậm trả|chuyển tiền)/i;

export const wordRules: Rule[] = [
  {
    name: 'only platform reads the clock, randomness and the environment',
    find: lineRule(
      /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b|\bMath\.random\b|\bprocess\.env\b/,
      (at) => isCode(at) && !isTest(at) && !readers.test(at),
    ),
    bad: [
      'Date.now()',
      'new Date()',
      'Temporal.Now.instant()',
      'Math.random()',
      'process.env.PORT',
    ].map((text) => file('server/src/loan/a.ts', `const a = ${text};`)),
    good: [
      file('server/src/platform/clock.ts', 'Temporal.Now.instant()'),
      file('server/src/loan/a.ts', 'new Date(atMs); // never Date.now()'),
    ],
  },
  {
    name: 'only config reads the environment in the server, except variables of npm and PostgreSQL',
    find: lineRule(
      /\bprocess\.env\b/,
      (at) =>
        /^server\/src\//.test(at) &&
        isCode(at) &&
        !isTest(at) &&
        !/^server\/src\/platform\/(config|database-config|parent)\.ts$/.test(at) &&
        !/^server\/src\/db\/(launch|setup\.testing)\.ts$/.test(at),
    ),
    bad: [file('server/src/platform/clock.ts', 'const zone = process.env.ZONE;')],
    good: ['config', 'database-config'].map((name) =>
      file(`server/src/platform/${name}.ts`, 'env: Env = process.env'),
    ),
  },
  {
    name: 'SQL takes the time as a parameter',
    find: lineRule(
      /(?<![.\w])(now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)|\bcurrent_(date|timestamp|time)\b|\blocaltimestamp\b/i,
      (at) =>
        /^server\/src\/.*\.(sql|ts)$/.test(at) &&
        !isTest(at) &&
        !/clock|time|now/.test(at.split('/').at(-1) ?? ''),
    ),
    bad: [
      file('server/src/db/migrations/1.sql', 'at timestamptz default now()'),
      file('server/src/loan/store.ts', 'sql`where due_on < current_date`'),
    ],
    good: [file('server/src/loan/store.ts', 'sql`where due_on < $' + '{today}`')],
  },
  {
    name: 'only adapters and the sandbox call other machines',
    find: lineRule(
      /(?<![.\w])fetch\(|\bhttps?\.(request|get)\(|\bnet\.connect\(|\bnew WebSocket\(|\bundici\b/,
      (at) =>
        /^server\/src\//.test(at) &&
        isCode(at) &&
        !isTest(at) &&
        !/^server\/src\/(adapters|sandbox)\//.test(at),
    ),
    bad: [
      'await fetch(facebookLink)',
      'http.get(url)',
      'https.request(url)',
      "net.connect(80, 'host')",
    ].map((text) => file('server/src/credit/a.ts', `const a = ${text};`)),
    good: [
      file('server/src/adapters/sms/twilio.ts', 'await fetch(url)'),
      file('server/src/http/a.ts', 'app.fetch(request)'),
    ],
  },
  {
    name: 'web and desk never insert markup into a page',
    find: lineRule(
      /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write\b|\bnew Function\(|(?<![.\w])eval\(/,
      (at) => /^(web|desk)\/src\//.test(at) && isCode(at) && !isTest(at),
    ),
    bad: [
      'a.innerHTML = name',
      '<b dangerouslySetInnerHTML={name} />',
      'a.insertAdjacentHTML(x)',
      'document.write(name)',
      'eval(name)',
    ].map((text) => file('web/src/screens/a.tsx', text)),
    good: [file('web/src/screens/a.tsx', 'a.textContent = name')],
  },
  {
    name: 'screens show an owed amount through DueAmount, which adds the day',
    find: lineRule(
      /\.owedCentavos\b/,
      (at) =>
        at.startsWith('web/src/screens/') && isCode(at) && !isTest(at) && !mayReadDue.test(at),
    ),
    bad: [file('web/src/screens/home/Rows.tsx', '<Amount centavos={due.owedCentavos} />')],
    good: [file('web/src/screens/DueAmount.tsx', '<Amount centavos={due.owedCentavos} />')],
  },
  {
    name: 'a charge has one name: late charge, service fee, payout fee, extension fee or interest',
    find: lineRule(otherNames, (at) => at.endsWith('.po') || at === 'docs/lenders/agreements.md'),
    bad: [
      'Overdue fee',
      'late fee',
      'penalty fee',
      'renewal fee',
      'disbursement fee',
      '滞纳金',
      '续期费',
      'phí quá hạn',
      'phí phạt',
    ].map((name) => file('web/src/i18n/en/repayment.po', `msgstr "${name}"`)),
    good: [
      file(
        'web/src/i18n/en/repayment.po',
        'msgstr "Late charge, service fee, payout fee, extension fee"',
      ),
    ],
  },
  {
    name: 'server code does not use browser globals',
    find: lineRule(
      /\bdocument\.(body|cookie|head|title|createElement|querySelector|getElementById|addEventListener)\b|\bwindow\.|\b(local|session)Storage\b|\bnavigator\./,
      inServer,
    ),
    bad: [
      file('server/src/a.ts', 'document.body.append(a)'),
      file('contract/src/a.ts', 'window.open()'),
      file('server/src/a.ts', 'localStorage.getItem'),
    ],
    good: [file('web/src/a.ts', 'document.body'), file('server/src/a.ts', 'document.id')],
  },
  {
    name: 'files contain no TODO, FIXME or XXX',
    find: lineRule(/\b(TODO|FIXME|XXX)\b/, anywhere, { comments: true }),
    bad: [file('web/src/a.ts', '// TODO later'), file('docs/a.md', 'FIXME')],
    good: [file('web/src/a.ts', '// the list of things to do')],
  },
  {
    name: 'a comment has its own lines, above the code it describes',
    find: lineRule(/\*\/;|\/\*\* .*\*\/ \w+\??:/, (at) => isCode(at), { comments: true }),
    bad: [
      file('web/src/a.ts', 'type A = { b: string /** Milliseconds. */; c: number };'),
      file('web/src/a.ts', '  /** Milliseconds. */ c: number;'),
    ],
    good: [file('web/src/a.ts', 'type A = {\n  /** Milliseconds. */\n  c: number;\n};')],
  },
  {
    name: 'files contain no path of a particular machine',
    find: lineRule(/(^|[\s'"`(=:])\/(work|root)\//, anywhere, { comments: true }),
    bad: [file('docs/a.md', 'see /work/a'), file('server/src/a.ts', `'/root/.a'`)],
    good: [file('server/src/a.ts', `'/loan/apply', '/credit/common/work/x'`)],
  },
  {
    name: 'no type error is suppressed',
    find: lineRule(/\bas any\b|@ts-(ignore|nocheck)/, (at) => isCode(at), { comments: true }),
    bad: [file('web/src/a.ts', 'x as any'), file('web/src/a.ts', '// @ts-ignore')],
    good: [file('web/src/a.ts', 'const company = 1')],
  },
  {
    name: 'no test is skipped or focused',
    find: lineRule(/\b(test|it|describe)(\.\w+)*\.(only|skip|todo|fixme)\b/, (at) => isCode(at)),
    bad: [file('a.test.ts', `test.only('a')`), file('a.test.ts', `test.describe.skip('a')`)],
    good: [file('a.test.ts', `test.each([])('a')`)],
  },
  {
    name: 'tests let each server choose its port',
    find: (...of) => [...chosenPort(...of), ...givenPort(...of)],
    bad: [
      file('battery/src/a.ts', 'const [port] = await freePorts(1);'),
      file('server/src/http/a.test.ts', "server.listen(8091, '127.0.0.1')"),
      file('simulators/src/testing.ts', "server.listen(port, '127.0.0.1')"),
      file('e2e/lighthouse/main.ts', 'args: [`--remote-debugging-port=$' + '{port}`]'),
      file('e2e/places.ts', 'const env = { HOOK_PORT: String(first + 1) };'),
      file('e2e/places.ts', "const env = { PORT: '8091' };"),
    ],
    good: [
      file(
        'server/src/http/a.test.ts',
        "server.listen(0, '127.0.0.1'); readConfig({ PORT: '9000' })",
      ),
      file('bench/load/a.ts', 'server.listen({ path: socket })'),
      file('e2e/life/a.ts', "const env = { PORT: '0', OPS_PORT: String(at.opsPort) };"),
    ],
  },
  {
    name: 'only lazy screens and configurations have default exports',
    find: lineRule(/^export default\b|\bas default\b/, (at) => isCode(at) && !mayDefault.test(at)),
    bad: [file('server/src/a.ts', 'export default function a() {}')],
    good: [
      file('web/src/screens/loan/Loan.tsx', 'export default function Loan() {}'),
      file('vitest.config.ts', 'export default {}'),
    ],
  },
  {
    name: 'only contract/src/money.ts divides money',
    find: lineRule(
      /\/\s*100n?(?![\d_])|\bparseFloat\b|\.toFixed\(/,
      (at) => ofProduct(at) && at !== 'contract/src/money.ts',
    ),
    bad: ['amountCentavos / 100', 'amount / 100n', 'parseFloat(text)', 'n.toFixed(2)'].map((text) =>
      file('web/src/a.ts', text),
    ),
    good: [
      file('contract/src/money.ts', 'amount / 100'),
      file('web/src/a.ts', 'ms / 1000; ms / 100_000'),
    ],
  },
];
