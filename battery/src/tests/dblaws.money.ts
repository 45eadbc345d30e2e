// Database laws of money: settlement reports, breaks, suspense, refunds, lists of banks, and cash
// pickups. Needs dblaws.extensions.ts.

import { confirms, drops, proposes, sees } from './dblaws.approvals.ts';

const id = (nth: number) => `018f0000-0000-7000-8000-${String(nth).padStart(12, '0')}`;
const hash = "decode(repeat('61', 32), 'hex')";
const some = "decode('00', 'hex')";
const at = "'2026-01-09T02:00:00Z'";
/**
 * The borrower of dblaws.extensions.ts, their loan with an open bill, and a borrower of
 * laws-people.ts.
 */
const [who, open, somebodyElse]: readonly [number, number, number] = [501, 512, 101];

/** A borrower of laws-people.ts with a credit line. */
const withLine = 102;

const entry = (
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
const float = `kind = 'gateway.float'`;
const suspense = `kind = 'suspense'`;
const ordered = `kind = 'borrower.refundOrdered' and owner_id = '${id(who)}'`;

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

const receipt = (nth: number, { gateway = 'sandbox', owner = 'null', currency = 'PHP' } = {}) => [
  ...entry(nth, `money ${nth}`, [
    [float, 500],
    [suspense, -500],
  ]),
  `insert into receipts (id, gateway, gateway_payment_id, borrower_id, channel, amount_centavos, paid_at, value_on, booked_at, entry_id, currency) values ('${id(nth)}', '${gateway}', 'money ${nth}', ${owner}, 'sevenEleven', 500, ${at}, '2026-01-09', ${at}, '${id(nth)}', '${currency}')`,
];
/** A reversal of a receipt, with its entry. */
const reversal = (
  nth: number,
  of: number,
  centavos: number,
  { gateway = 'sandbox', on = '2026-01-09', moved = centavos, movement = `left ${nth}` } = {},
) => [
  ...entry(
    nth,
    `left ${nth}`,
    [
      [suspense, moved],
      [float, -moved],
    ],
    'payment.reversed',
  ),
  `insert into payment_reversals (id, gateway, movement_id, receipt_id, cause, amount_centavos, happened_at, value_on, booked_at, entry_id) values ('${id(nth)}', '${gateway}', '${movement}', '${id(of)}', 'refund', ${centavos}, ${at}, '${on}', ${at}, '${id(nth)}')`,
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
  ...entry(entryOf, `proposedSuspense ${entryOf}`, [
    [suspense, 500],
    [float, -500],
  ]),
  sees('money', `select receipt_id from suspense_decisions where id = '${id(nth)}'`, by),
  confirms(nth, at, by),
  `update suspense_decisions set entry_id = '${id(entryOf)}' where id = '${id(nth)}'`,
];
const assigns = (nth: number, whom: number) =>
  `update receipts set borrower_id = '${id(whom)}' where id = '${id(nth)}'`;

const owed = `kind = 'borrower.takenBack' and owner_id = '${id(who)}'`;
const loss = `kind = 'loss.takenBack'`;
const accounts = [
  `insert into ledger_accounts (kind, owner_id, normal_side) values ('borrower.takenBack', '${id(who)}', 'debit'), ('loss.takenBack', null, 'debit')`,
  ...entry(671, 'owed beside bills', [
    [owed, 2000],
    [float, -2000],
  ]),
];
const claim = (
  nth: number,
  { act = 'writeOff', source = 'null', of = who, receipt = 'null', amount = 500 } = {},
) =>
  `insert into claim_decisions (id, claim_id, borrower_id, receipt_id, act, source_id, amount_centavos) values ('${id(nth)}', '${id(of)}', ${receipt === 'null' ? `'${id(of)}'` : 'null'}, ${receipt}, '${act}', ${source}, ${amount})`;
const proposedClaim = (nth: number, more: Parameters<typeof claim>[1] = {}) => [
  sees('claim', more.of ?? who, 'ana'),
  proposes(nth, 'claim', at),
  claim(nth, more),
];
const endsClaim = (nth: number, by: string, entryOf: number, from = loss) => [
  ...entry(entryOf, `claim ${entryOf}`, [
    [from, 500],
    [owed, -500],
  ]),
  sees('claim', who, by),
  confirms(nth, at, by),
  `update claim_decisions set entry_id = '${id(entryOf)}' where id = '${id(nth)}'`,
];

const account = (nth: number, whom: number) =>
  `insert into payout_accounts (id, borrower_id, kind, provider_id, owner_name_sealed, number_sealed, phone_sealed, number_hash, last4, added_at) values ('${id(nth)}', '${id(whom)}', 'wallet', 'gcash', ${some}, ${some}, ${some}, decode(repeat('${nth % 90}', 32), 'hex'), '1234', ${at})`;
const refund = (nth: number, to: number) =>
  `insert into refunds (id, borrower_id, account_id, amount_centavos, channel, receiver_label, receiver_last4, receiver_mark, ordered_at) values ('${id(nth)}', '${id(who)}', '${id(to)}', 300, 'wallet', '', '1234', '', ${at})`;
const payout = (nth: number, of: number, centavos = 300, kind = 'refund') =>
  `insert into payouts (id, kind, subject_id, borrower_id, amount_centavos, channel, receiver_sealed, gateway, ordered_at, next_attempt_at) values ('${id(nth)}', '${kind}', '${id(of)}', '${id(who)}', ${centavos}, 'wallet', ${some}, 'sandbox', ${at}, ${at})`;
const apart = (nth: number, of: number, centavos = 300) =>
  entry(nth, `refund ${id(of)}`, [
    [suspense, centavos],
    [ordered, -centavos],
  ]);
const moves = (nth: number, state: string) =>
  `update refunds set state = '${state}', ended_at = ${at} where id = '${id(nth)}'`;

const list = `insert into bank_lists (gateway, dated, sha256, imported_at, imported_by) values ('sandbox', '2026-01-09', ${hash}, ${at}, 'ben')`;
const bank = (position: number, provider: string, codes = `'X', 100, null, null`) =>
  `insert into bank_list_entries (version, position, name, instapay_code, instapay_maximum_centavos, pesonet_code, pesonet_maximum_centavos, provider_id) select max(version), ${position}, 'Bank', ${codes}, ${provider} from bank_lists`;
const pickup = (set: string, nth = 667) => `update payouts set ${set} where id = '${id(nth)}'`;

/** Transactions that the database must accept. The refused ones build on them. */
export const lawfulMoney: readonly (readonly string[])[] = [
  [settlementLine(1), settlementLine(2), settlementLine(3)],
  [breakRow(601, 1), breakRow(602, 2), breakRow(603, 3)],
  [...proposedResolution(606, 601), ...proposedResolution(607, 602)],
  [sees('break', 601, 'ben'), confirms(606, at, 'ben'), ends(601, 'settled')],
  [...receipt(611), ...receipt(612), ...receipt(613, { currency: 'USD' })],
  reversal(615, 613, 200),
  reversal(616, 613, 300),
  receipt(618, { owner: `'${id(withLine)}'` }),
  reversal(619, 618, 100),
  [...proposedSuspense(621, 611), ...proposedSuspense(622, 612)],
  [...confirmedSuspense(621, 'ben', 631), assigns(611, who)],
  [
    `insert into ledger_accounts (kind, owner_id, normal_side) values ('borrower.refundOrdered', '${id(who)}', 'credit')`,
  ],
  [
    account(641, who),
    account(642, who),
    account(643, somebodyElse),
    `update payout_accounts set removed_at = ${at} where id = '${id(642)}'`,
  ],
  [refund(651, 641), payout(661, 651), ...apart(656, 651)],
  [moves(651, 'paid')],
  [refund(652, 641), payout(662, 652), ...apart(657, 652)],
  [list, bank(1, `'bpi'`)],
  accounts,
  proposedClaim(672),
  endsClaim(672, 'ben', 673),
  proposedClaim(674, { amount: 400 }),
  [payout(667, 700, 300, 'loan'), pickup(`state = 'sent', bank_code = 'A'`)],
];

const denied = /permission denied/;

/** Transactions that the database must refuse, and the words of the refusal. */
export const unlawfulMoney: readonly (readonly [
  what: string,
  why: RegExp,
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
  ['confirming one’s own break resolution', /one maker are one person/, confirms(607, at, 'ana')],
  [
    'resolving a break without a look',
    /a look at the current state/,
    confirms(607, at, 'ben'),
    ends(602, 'settled'),
  ],
  [
    'proposing a suspense decision without a look',
    /a look at the current state/,
    proposes(623, 'suspense', at),
    suspenseDecision(623, 613, { act: 'return' }),
  ],
  ['a break resolution without a proposal', /starts as a proposal/, resolution(608, 603)],
  ['ending an unresolved break', /two people settle/, ends(602, 'settled')],
  ['ending a break twice', /ends once/, ends(601, 'matched')],
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
    /one maker are one person/,
    ...confirmedSuspense(622, 'ana', 632),
  ],
  [
    'a suspense decision without a proposal',
    /starts as a proposal/,
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
    /is complete/,
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
  ['reversing more than a payment', /exceed their payment/, ...reversal(617, 612, 501)],
  ['reversing more than a payment in parts', /exceed their payment/, ...reversal(617, 613, 1)],
  [
    'reversing at another gateway',
    /the gateway of its payment/,
    ...reversal(617, 612, 100, { gateway: 'another' }),
  ],
  [
    'a reversal dated before its payment',
    /not earlier than its payment/,
    ...reversal(617, 612, 100, { on: '2026-01-08' }),
  ],
  [
    'a reversal whose entry has another amount',
    /deducts its amount at the gateway/,
    ...reversal(617, 612, 100, { moved: 99 }),
  ],
  [
    'an over-limit amount that does not match the line',
    /credit_lines_over_by_reversals/,
    `update credit_lines set over_limit_centavos = 1 where borrower_id = '${id(withLine)}'`,
  ],
  [
    'a reversal with a used movement id',
    /payment_reversals_gateway_movement_id_key/,
    ...reversal(617, 612, 100, { movement: 'left 615' }),
  ],
  ['changing a reversal', denied, 'update payment_reversals set amount_centavos = 1'],
  ['deleting a reversal', denied, 'delete from payment_reversals'],
  [
    'proposing a claim decision without a look',
    /a look at the current state/,
    drops(674, 'replaced', at),
    proposes(675, 'claim', at, 'ben'),
    claim(675),
  ],
  [
    'a claim decision without a proposal',
    /starts as a proposal/,
    sees('claim', who, 'ana'),
    claim(675),
  ],
  ['confirming one’s own claim decision', /one maker are one person/, confirms(674, at, 'ana')],
  [
    'confirming a claim decision without a look',
    /a look at the current state/,
    confirms(674, at, 'ben'),
  ],
  [
    'confirming a claim decision after an outdated look',
    /a look at the current state/,
    sees('claim', who, 'ben'),
    ...entry(676, 'owed since', [
      [owed, 100],
      [float, -100],
    ]),
    confirms(674, at, 'ben'),
  ],
  ['two open decisions about a claim', /claim_decisions_open/, ...proposedClaim(675)],
  [
    'confirming a claim decision without an entry',
    /is complete|deducts its amount from the claim/,
    sees('claim', who, 'ben'),
    confirms(674, at),
  ],
  [
    'a claim decision whose entry has another amount',
    /deducts its amount from the claim/,
    ...endsClaim(674, 'ben', 676),
  ],
  [
    'a claim write-off booked against suspense',
    /deducts its amount from the claim/,
    drops(674, 'replaced', at),
    ...proposedClaim(675),
    ...endsClaim(675, 'ben', 676, suspense),
  ],
  [
    'changing the entry of an ended claim',
    /never changes/,
    `update claim_decisions set entry_id = '${id(612)}' where id = '${id(672)}'`,
  ],
  [
    'settling a claim by a gateway payment',
    /transfer to our own account/,
    drops(674, 'replaced', at),
    ...proposedClaim(675, { act: 'settle', source: `'${id(612)}'` }),
  ],
  [
    'writing off more than a payer’s reversed payments',
    /does not exceed/,
    ...proposedClaim(675, { of: 612, receipt: `'${id(612)}'` }),
  ],
  [
    'settling a claim on an unknown payer without money',
    /claim_decisions_source|does not exceed/,
    ...proposedClaim(675, { act: 'settle', of: 612, receipt: `'${id(612)}'` }),
  ],
  [
    'a claim id that matches no debtor',
    /claim_decisions_of_one_debtor/,
    ...[sees('claim', 612, 'ana'), proposes(675, 'claim', at)],
    claim(675).replace(`'${id(who)}', '${id(who)}'`, `'${id(612)}', '${id(who)}'`),
  ],
  [
    'changing a claim decision',
    denied,
    `update claim_decisions set amount_centavos = 1 where id = '${id(674)}'`,
  ],
  ['deleting a claim decision', denied, 'delete from claim_decisions'],
  [
    'a receipt on the lender’s account without a transfer',
    /two people book/,
    ...receipt(614, { gateway: 'ownBank', owner: `'${id(who)}'` }),
  ],
  ['two open refunds', /refunds_open/, refund(653, 641), payout(663, 653), ...apart(658, 653)],
  [
    'inserting a paid refund',
    denied,
    `insert into refunds (id, state) values ('${id(653)}', 'paid')`,
  ],
  ['a refund to another borrower’s account', /foreign key/, moves(652, 'failed'), refund(653, 643)],
  ['a refund to a removed account', /was not removed/, refund(653, 642)],
  [
    'a refund without a payout',
    /has its payout/,
    moves(652, 'failed'),
    refund(653, 641),
    ...apart(658, 653),
  ],
  [
    'a refund whose payout has another amount',
    /has its payout/,
    moves(652, 'failed'),
    refund(653, 641),
    payout(663, 653, 301),
    ...apart(658, 653),
  ],
  [
    'a refund without a reserved amount',
    /reserved/,
    moves(652, 'failed'),
    refund(653, 641),
    payout(663, 653),
  ],
  [
    'a refund with a smaller reserved amount',
    /reserved/,
    moves(652, 'failed'),
    refund(653, 641),
    payout(663, 653),
    ...apart(658, 653, 299),
  ],
  [
    'changing the amount of a refund',
    denied,
    `update refunds set amount_centavos = 1 where id = '${id(652)}'`,
  ],
  ['failing a paid refund', /does not go from/, moves(651, 'failed')],
  ['reversing an unpaid refund', /does not go from/, moves(652, 'reversed')],
  ['deleting a refund', denied, 'delete from refunds'],
  [
    'removing the account of an open refund',
    /on its way/,
    `update payout_accounts set removed_at = ${at} where id = '${id(641)}'`,
  ],
  ['a bank without a code', /check constraint/, bank(2, 'null', 'null, null, null, null')],
  ['a bank limit without a code', /check constraint/, bank(2, 'null', `'X', 100, null, 100`)],
  ['a bank twice in a list', /provider_id/, bank(2, `'bpi'`)],
  ['changing a bank list', denied, `update bank_lists set gateway = 'x'`],
  ['changing an entry of a bank list', denied, `update bank_list_entries set name = 'x'`],
  ['deleting an entry of a bank list', denied, 'delete from bank_list_entries'],
  ['changing the bank code of a sent payout', /keeps the code/, pickup(`bank_code = 'B'`)],
  [
    'recalling a pickup that was never ready',
    /check constraint/,
    pickup(`recalled_at = ${at}, recalled_by = 'system'`),
  ],
  ['a ready pickup without a deadline', /check constraint/, pickup(`ready_at = ${at}`)],
  ['changing a pickup’s collection period', denied, pickup('collect_days = 9')],
];
