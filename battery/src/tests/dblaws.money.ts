// Database rules for incoming money: settlement reports, breaks, receipts and suspense. Needs
// dblaws.extensions.ts.

import { confirms, drops, proposes, sees } from './dblaws.approvals.ts';

const id = (nth: number) => `018f0000-0000-7000-8000-${String(nth).padStart(10, '0')}00`;
const at = "'2026-01-09T02:00:00Z'";
/**
 * The borrower of dblaws.extensions.ts, their loan with an open bill, and a borrower of
 * dblaws.people.ts.
 */
const [who, open, somebodyElse]: readonly [number, number, number] = [501, 512, 101];

export const entry = (
  nth: number,
  key: string,
  lines: readonly (readonly [account: string, centavos: number])[],
  kind = 'test',
) => [
  `insert into ledger_entries (id, kind, fact_key, happened_at, recorded_at, business_on, line_count) values ('${id(nth)}', '${kind}', '${key}', ${at}, ${at}, '2026-01-09', 2)`,
  ...lines.map(
    ([account, centavos], index) =>
      `insert into ledger_lines (entry_id, number, account_id, amount_centavos) select '${id(nth)}', ${index + 1}, id, ${centavos} from ledger_accounts where ${account}`,
  ),
];
export const float = `kind = 'gateway.float'`;
export const suspense = `kind = 'suspense'`;

const settlementLine = (nth: number, kind = 'paymentReceived') =>
  `insert into settlement_report_lines (gateway, line_id, kind, subject, amount_centavos, currency, happened_at, on_day, read_at) values ('sandbox', 'line ${nth}', '${kind}', 'p${nth}', 500, 'PHP', ${at}, '2026-01-09', ${at})`;
const breakRow = (nth: number, line: number, kind = 'unknownToUs') =>
  `insert into reconciliation_breaks (id, gateway, kind, subject, movement, line_id, bank_centavos, bank_on, currency, on_day, found_at) values ('${id(nth)}', 'sandbox', '${kind}', 'p${line}', 'paymentReceived', 'line ${line}', 500, '2026-01-09', 'PHP', '2026-01-09', ${at})`;
const resolution = (nth: number, of: number) =>
  `insert into reconciliation_resolutions (id, break_id) values ('${id(nth)}', '${id(of)}')`;
const proposedResolution = (nth: number, of: number) => [
  sees('break', of, 'ana'),
  proposes(nth, 'break', at),
  resolution(nth, of),
];
const ends = (nth: number, as: string) =>
  `update reconciliation_breaks set ended_at = ${at}, ended_as = '${as}' where id = '${id(nth)}'`;

export const receipt = (
  nth: number,
  { gateway = 'sandbox', owner = 'null', currency = 'PHP' } = {},
) => [
  ...entry(nth, `money ${nth}`, [
    [float, 500],
    [suspense, -500],
  ]),
  `insert into receipts (id, gateway, gateway_payment_id, borrower_id, channel, amount_centavos, paid_at, value_on, booked_at, entry_id, currency) values ('${id(nth)}', '${gateway}', 'money ${nth}', ${owner}, 'sevenEleven', 500, ${at}, '2026-01-09', ${at}, '${id(nth)}', '${currency}')`,
];
const suspenseDecision = (
  nth: number,
  of: number,
  { act = 'assign', to = who, loan = 'null' } = {},
) =>
  `insert into suspense_decisions (id, receipt_id, act, borrower_id, loan_id) values ('${id(nth)}', '${id(of)}', '${act}', ${act === 'assign' ? `'${id(to)}'` : 'null'}, ${loan})`;
const proposedSuspense = (
  nth: number,
  of: number,
  more: Parameters<typeof suspenseDecision>[2] = {},
) => [sees('money', of, 'ana'), proposes(nth, 'suspense', at), suspenseDecision(nth, of, more)];
const confirmedSuspense = (nth: number, by: string, entryOf: number) => [
  ...entry(entryOf, `suspense ${entryOf}`, [
    [suspense, 500],
    [float, -500],
  ]),
  sees('money', `select receipt_id from suspense_decisions where id = '${id(nth)}'`, by),
  confirms(nth, at, by),
  `update suspense_decisions set entry_id = '${id(entryOf)}' where id = '${id(nth)}'`,
];
const assigns = (nth: number, whom: number) =>
  `update receipts set borrower_id = '${id(whom)}' where id = '${id(nth)}'`;

/** Transactions that the database must accept. The refused transactions build on them. */
export const lawfulMoney: readonly (readonly string[])[] = [
  [settlementLine(1), settlementLine(2), settlementLine(3)],
  [breakRow(601, 1), breakRow(602, 2), breakRow(603, 3)],
  [...proposedResolution(606, 601), ...proposedResolution(607, 602)],
  [sees('break', 601, 'ben'), confirms(606, at, 'ben'), ends(601, 'settled')],
  [...receipt(611), ...receipt(612), ...receipt(613, { currency: 'USD' })],
  [...proposedSuspense(621, 611), ...proposedSuspense(622, 612)],
  [...confirmedSuspense(621, 'ben', 631), assigns(611, who)],
];

const denied = /permission denied/;

/** Transactions that the database must refuse, each with the expected error message. */
export const unlawfulMoney: readonly (readonly [
  act: string,
  refusal: RegExp,
  ...statements: string[],
])[] = [
  ['a settlement line twice', /settlement_report_lines_pkey/, settlementLine(1)],
  [
    'a settlement line of an unknown kind',
    /settlement_report_lines_kind/,
    settlementLine(4, 'gift'),
  ],
  ['changing a settlement line', denied, 'update settlement_report_lines set amount_centavos = 1'],
  ['deleting a settlement line', denied, 'delete from settlement_report_lines'],
  ['deleting a reconciled day', denied, 'delete from reconciled_days'],
  ['a break twice', /reconciliation_breaks_once/, breakRow(604, 2)],
  [
    'a break without either side',
    /check constraint/,
    breakRow(604, 2, 'wrongDay').replace(/'line 2', 500, '2026-01-09'/, 'null, null, null'),
  ],
  ['confirming one’s own break resolution', /different first keys/, confirms(607, at, 'ana')],
  [
    'resolving a break without a look',
    /must first view the current state/,
    confirms(607, at, 'ben'),
    ends(602, 'settled'),
  ],
  [
    'proposing a suspense decision without a look',
    /must first view the current state/,
    proposes(623, 'suspense', at),
    suspenseDecision(623, 613, { act: 'return' }),
  ],
  ['a break resolution without a proposal', /must start as a proposal/, resolution(608, 603)],
  ['ending an unresolved break', /settling a break needs two people/, ends(602, 'settled')],
  ['ending a break twice', /end only once/, ends(601, 'matched')],
  [
    'changing a break',
    denied,
    `update reconciliation_breaks set bank_centavos = 1 where id = '${id(602)}'`,
  ],
  ['deleting a break', denied, 'delete from reconciliation_breaks'],
  [
    'changing a break resolution',
    denied,
    `update reconciliation_resolutions set break_id = '${id(603)}'`,
  ],
  ['confirming a break resolution twice', /never changes/, confirms(606, at)],
  [
    'confirming one’s own suspense decision',
    /different first keys/,
    ...confirmedSuspense(622, 'ana', 632),
  ],
  [
    'a suspense decision without a proposal',
    /must start as a proposal/,
    suspenseDecision(623, 613, { act: 'return' }),
  ],
  ['a suspense decision about assigned money', /pesos in suspense/, ...proposedSuspense(623, 611)],
  ['assigning dollars to a borrower', /only pesos/, ...proposedSuspense(623, 613)],
  [
    'assigning money to another borrower’s bill',
    /foreign key/,
    drops(622, 'replaced', at),
    ...proposedSuspense(623, 612, { to: somebodyElse, loan: `'${id(open)}'` }),
  ],
  [
    'two open suspense decisions about a receipt',
    /suspense_decisions_open/,
    ...proposedSuspense(623, 612),
  ],
  [
    'changing a suspense decision’s borrower',
    denied,
    `update suspense_decisions set borrower_id = '${id(somebodyElse)}' where id = '${id(622)}'`,
  ],
  [
    'changing a suspense decision’s entry',
    /never changes/,
    `update suspense_decisions set entry_id = '${id(612)}' where id = '${id(621)}'`,
  ],
  [
    'confirming a suspense decision without an entry',
    /if and only if it is confirmed/,
    sees('money', 612, 'ben'),
    confirms(622, at),
  ],
  [
    'an entry for an unconfirmed suspense decision',
    /never changes/,
    `update suspense_decisions set entry_id = '${id(612)}' where id = '${id(622)}'`,
  ],
  ['deleting a suspense decision', denied, 'delete from suspense_decisions'],
  ['assigning a receipt without confirmation', /owner of a receipt/, assigns(612, who)],
  ['reassigning a receipt', /owner of a receipt/, assigns(611, somebodyElse)],
  ['changing the amount of a receipt', denied, 'update receipts set amount_centavos = 1'],
  ['deleting a receipt', denied, 'delete from receipts'],
  [
    'a receipt on the lender’s account without a transfer',
    /booking a transfer to our own account needs two people/,
    ...receipt(614, { gateway: 'ownBank', owner: `'${id(who)}'` }),
  ],
];
