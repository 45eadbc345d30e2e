// Database rules for reversals, and for claims for reversed money. Builds on dblaws.money.ts.

import { confirms, drops, proposes, sees } from './dblaws.approvals.ts';
import { entry, float, receipt, suspense } from './dblaws.money.ts';

const id = (nth: number) => `018f0000-0000-7000-8000-${String(nth).padStart(10, '0')}00`;
const at = "'2026-01-09T02:00:00Z'";
const who = 501;

/** A borrower with a credit line, from dblaws.lines.ts. */
const withLine = 102;

/** Inserts a reversal of a receipt, with its ledger entry. */
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

/** Transactions that the database must accept. The refused transactions build on them. */
export const lawfulReversals: readonly (readonly string[])[] = [
  reversal(615, 613, 200),
  reversal(616, 613, 300),
  receipt(618, { owner: `'${id(withLine)}'` }),
  reversal(619, 618, 100),
  accounts,
  proposedClaim(672),
  endsClaim(672, 'ben', 673),
  proposedClaim(674, { amount: 400 }),
];

const denied = /permission denied/;

/** Transactions that the database must refuse, each with the expected error message. */
export const unlawfulReversals: readonly (readonly [
  act: string,
  refusal: RegExp,
  ...statements: string[],
])[] = [
  ['reversing more than a payment', /exceed their payment/, ...reversal(617, 612, 501)],
  ['reversing more than a payment in parts', /exceed their payment/, ...reversal(617, 613, 1)],
  [
    'reversing at another gateway',
    /the gateway of its payment/,
    ...reversal(617, 612, 100, { gateway: 'another' }),
  ],
  [
    'a reversal dated before its payment',
    /cannot be earlier than its payment/,
    ...reversal(617, 612, 100, { on: '2026-01-08' }),
  ],
  [
    'a reversal whose entry has another amount',
    /must deduct its amount at the gateway/,
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
    /must first view the current state/,
    drops(674, 'replaced', at),
    proposes(675, 'claim', at, 'ben'),
    claim(675),
  ],
  [
    'a claim decision without a proposal',
    /must start as a proposal/,
    sees('claim', who, 'ana'),
    claim(675),
  ],
  ['confirming one’s own claim decision', /different first keys/, confirms(674, at, 'ana')],
  [
    'confirming a claim decision without a look',
    /must first view the current state/,
    confirms(674, at, 'ben'),
  ],
  [
    'confirming a claim decision after an outdated look',
    /must first view the current state/,
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
    /only if it is confirmed|must deduct its amount from the claim/,
    sees('claim', who, 'ben'),
    confirms(674, at),
  ],
  [
    'a claim decision whose entry has another amount',
    /must deduct its amount from the claim/,
    ...endsClaim(674, 'ben', 676),
  ],
  [
    'a claim write-off booked against suspense',
    /must deduct its amount from the claim/,
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
    /cannot exceed the reversed amount/,
    ...proposedClaim(675, { of: 612, receipt: `'${id(612)}'` }),
  ],
  [
    'settling a claim on an unknown payer without money',
    /claim_decisions_source|cannot exceed/,
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
];
