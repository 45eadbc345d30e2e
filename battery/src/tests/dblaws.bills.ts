// Database rules for bills: decisions, promises to pay and collection calls. Needs
// dblaws.extensions.ts.

import { confirms, proposes, sees } from './dblaws.approvals.ts';

const id = (nth: number) => `018f0000-0000-7000-8000-${String(nth).padStart(10, '0')}00`;
const at = "'2026-01-09T02:00:00Z'";
/**
 * From dblaws.extensions.ts: the borrower, a loan with an open bill, and one with a settled bill.
 */
const [who, open, settled]: readonly [number, number, number] = [501, 512, 514];
const ownHash = "decode(repeat('51', 32), 'hex')";

type Decision = { kind?: string; part?: string; centavos?: string; of?: number };
const facts = (
  nth: number,
  { kind = 'waive', part = `'late'`, centavos = '100', of = open }: Decision = {},
) =>
  `insert into bill_decisions (id, loan_id, borrower_id, kind, part, amount_centavos) values ('${id(nth)}', '${id(of)}', '${id(who)}', '${kind}', ${part}, ${centavos})`;
const decision = (nth: number, of: Decision = {}) => [
  sees('bill', of.of ?? open, 'ana'),
  proposes(nth, 'bill', at),
  facts(nth, of),
];
const decides = (nth: number, { by = 'ben', granted = 100, on = '2026-01-09' } = {}) => [
  sees('bill', `select loan_id from bill_decisions where id = '${id(nth)}'`, by),
  confirms(nth, at, by),
  `update bill_decisions set value_on = '${on}', granted_centavos = ${granted} where id = '${id(nth)}'`,
];
const waived = (nth: number, of: number, centavos: number, on = '2026-01-09') => [
  `insert into ledger_entries (id, kind, fact_key, happened_at, recorded_at, business_on, line_count) values ('${id(nth)}', 'test', 'waived ${nth}', ${at}, ${at}, '2026-01-09', 2)`,
  ...[500, -500].map(
    (amount, line) =>
      `insert into ledger_lines (entry_id, number, account_id, amount_centavos) select '${id(nth)}', ${line + 1}, id, ${amount} from ledger_accounts where kind = '${line ? 'suspense' : 'gateway.float'}'`,
  ),
  `insert into waived_charges (id, loan_id, borrower_id, decision_id, value_on, amount_centavos, entry_id, booked_at) values ('${id(nth)}', '${id(open)}', '${id(who)}', '${id(of)}', '${on}', ${centavos}, '${id(nth)}', ${at})`,
];
const givesUp = `update bills set written_off_on = '2026-01-09' where loan_id = '${id(open)}'`;
const promise = (nth: number, { number = 1, of = open, on = '2026-01-09', extensions = 0 } = {}) =>
  `insert into promises_to_pay (id, loan_id, borrower_id, number, made_on, made_at, made_by, reason, total_centavos, paid_before_centavos, extensions_before) values ('${id(nth)}', '${id(of)}', '${id(who)}', ${number}, '${on}', ${at}, 'ana', 'pay day', 1000, 0, ${extensions})`;
const plan = (nth: number, of: { number?: number; of?: number } = {}) => [
  promise(nth, of).replace("'ana', 'pay day'", "'the borrower', 'a plan'"),
  part(nth, 1, '2026-01-20', 1000),
];
const planText = (of: number, { on = '2026-01-09', by = who }: { on?: string; by?: number } = {}) =>
  `insert into plan_disclosures (promise_id, borrower_id, made_on, hash, text_sealed, session_hash, accepted_at) values ('${id(of)}', '${id(by)}', '${on}', ${ownHash}, '', ${ownHash}, ${at})`;
const part = (of: number, number: number, on: string, centavos: number) =>
  `insert into promise_installments (promise_id, number, due_on, amount_centavos) values ('${id(of)}', ${number}, '${on}', ${centavos})`;
type Call = {
  number?: number;
  hash?: string;
  of?: number;
  when?: string;
  on?: string;
  outcome?: string;
};
const call = (
  nth: number,
  {
    number = 1,
    hash = ownHash,
    of = open,
    when = at,
    on = '2026-01-09',
    outcome = 'reached',
  }: Call = {},
) =>
  `insert into collection_calls (id, loan_id, borrower_id, called_at, called_on, number, called_by, to_hash, outcome) values ('${id(nth)}', '${id(of)}', '${id(who)}', ${when}, '${on}', ${number}, 'ana', ${hash}, '${outcome}')`;
const callOn = (on: string, number: number) =>
  call(840 + 10 * number + Number(on.slice(-2)), { number, on, when: `'${on}T02:00:00Z'` });

/** Transactions that the database must accept. The refused transactions build on them. */
export const lawfulBills: readonly (readonly string[])[] = [
  [...decision(801), ...decides(801), ...waived(811, 801, 60)],
  [...decision(802)],
  [promise(821), part(821, 1, '2026-01-10', 400), part(821, 2, '2026-01-20', 600)],
  [
    `update promise_installments set due_on = '2026-01-12' where promise_id = '${id(821)}' and number = 1`,
  ],
  [call(831), call(832, { number: 2, outcome: 'noAnswer' })],
];

const denied = /permission denied/;
const whole = /installments of a promise/;

/** Transactions that the database must refuse, each with the expected error message. */
export const unlawfulBills: readonly (readonly [
  act: string,
  refusal: RegExp,
  ...statements: string[],
])[] = [
  [
    'reopening a settled bill',
    /cannot change from repaid to open/,
    `update bills set settled_as = null, settled_at = null, settled_on = null where loan_id = '${id(settled)}'`,
  ],
  [
    'settling a bill in an unknown way',
    /a bill cannot change from open to lost/,
    `update bills set settled_as = 'lost', settled_at = ${at}, settled_on = '2026-01-09' where loan_id = '${id(open)}'`,
  ],
  [
    'settling a bill as open',
    /bills_settled_as_check/,
    `update bills set settled_as = 'open', settled_at = ${at}, settled_on = '2026-01-09' where loan_id = '${id(open)}'`,
  ],
  ['a bill decision without a proposal', /must start as a proposal/, facts(803)],
  ['confirming one’s own bill decision', /different first keys/, ...decides(802, { by: 'ana' })],
  ['granting more than proposed', /check constraint/, ...decides(802, { granted: 101 })],
  [
    'a decision that takes effect before its confirmation',
    /on the day of its confirmation/,
    ...decides(802, { on: '2026-01-01' }),
  ],
  ['two open proposals for a bill', /bill_decisions_open/, ...decision(803)],
  ['waiving interest', /check constraint/, ...decision(803, { part: `'interest'` })],
  [
    'an adjustment without an amount',
    /check constraint/,
    ...decision(803, { kind: 'adjust', centavos: 'null' }),
  ],
  [
    'writing off part of a bill',
    /check constraint/,
    ...decision(803, { kind: 'writeOff', part: 'null' }),
  ],
  [
    'a decision about a settled bill',
    /decision needs an open bill/,
    ...decision(803, { of: settled }),
  ],
  [
    'a promise for another borrower’s bill',
    /foreign key/,
    promise(822, { number: 2 }).replace(id(who), id(101)),
    part(822, 1, '2026-01-10', 1000),
  ],
  [
    'changing a proposed decision',
    denied,
    `update bill_decisions set amount_centavos = 1 where id = '${id(802)}'`,
  ],
  [
    'granting an unconfirmed decision',
    /never changes/,
    `update bill_decisions set value_on = '2026-01-09', granted_centavos = 1 where id = '${id(802)}'`,
  ],
  [
    'confirming without an amount',
    /if and only if it is confirmed/,
    sees('bill', open, 'ben'),
    confirms(802, at),
  ],
  [
    'changing a confirmed decision',
    /never changes/,
    `update bill_decisions set granted_centavos = 1 where id = '${id(801)}'`,
  ],
  ['deleting a bill decision', denied, 'delete from bill_decisions'],
  ['waiving more than was granted', /two people granted/, ...waived(812, 801, 41)],
  ['waiving on another day', /two people granted/, ...waived(812, 801, 10, '2026-01-10')],
  ['waiving an unconfirmed amount', /two people granted/, ...waived(812, 802, 10)],
  ['changing a waived charge', denied, 'update waived_charges set amount_centavos = 1'],
  ['deleting a waived charge', denied, 'delete from waived_charges'],
  ['writing a bill off without a decision', /writing off a bill needs two people/, givesUp],
  [
    'a promise with a wrong number of earlier extensions',
    /number of earlier extensions/,
    promise(822, { number: 2, extensions: 2 }),
    part(822, 1, '2026-01-10', 1000),
  ],
  ['a promise without installments', /needs installments/, promise(822, { number: 2 })],
  [
    'installments below the promised total',
    whole,
    promise(822, { number: 2 }),
    part(822, 1, '2026-01-10', 999),
  ],
  [
    'an installment due on the day of the promise',
    whole,
    promise(822, { number: 2 }),
    part(822, 1, '2026-01-09', 1000),
  ],
  [
    'an installment due after more than 60 days',
    whole,
    promise(822, { number: 2 }),
    part(822, 1, '2026-03-11', 1000),
  ],
  [
    'installments out of date order',
    whole,
    promise(822, { number: 2 }),
    part(822, 1, '2026-01-20', 400),
    part(822, 2, '2026-01-10', 600),
  ],
  [
    'installments with a gap in their numbers',
    whole,
    promise(822, { number: 2 }),
    part(822, 2, '2026-01-10', 1000),
  ],
  ['a fifth installment', /check constraint/, part(821, 5, '2026-01-30', 1)],
  ['an installment added later', whole, part(821, 3, '2026-01-30', 1)],
  ['a fifth promise', /check constraint/, promise(822, { number: 5 })],
  [
    'a promise dated on another day',
    /check constraint/,
    promise(822, { number: 2, on: '2026-01-08' }),
    part(822, 1, '2026-01-10', 1000),
  ],
  [
    'a promise for a settled bill',
    /an open bill/,
    promise(822, { of: settled }),
    part(822, 1, '2026-01-10', 1000),
  ],
  [
    'a plan without its disclosure statement',
    /needs the disclosure statement/,
    ...plan(822, { number: 2 }),
  ],
  [
    'a disclosure statement for a promise recorded by staff',
    /needs a plan that the borrower accepted/,
    planText(821),
  ],
  [
    'a plan accepted by another borrower',
    /foreign key/,
    ...plan(822, { number: 2 }),
    planText(822, { by: 101 }),
  ],
  [
    'a plan accepted on another day',
    /foreign key/,
    ...plan(822, { number: 2 }),
    planText(822, { on: '2026-01-10' }),
  ],
  [
    'a second plan within 90 days',
    /once in 90 days/,
    ...plan(823, { number: 2 }),
    planText(823),
    planText(823).replace(id(823), id(821)),
  ],
  [
    'changing a plan’s disclosure statement',
    denied,
    `update plan_disclosures set made_on = '2026-01-01'`,
  ],
  ['deleting a plan’s disclosure statement', denied, 'delete from plan_disclosures'],
  ['changing a promise', denied, 'update promises_to_pay set total_centavos = 1'],
  [
    'changing an installment’s amount',
    denied,
    'update promise_installments set amount_centavos = 1',
  ],
  [
    'moving an installment to an earlier day',
    /can only move later/,
    `update promise_installments set due_on = due_on - 1 where promise_id = '${id(821)}'`,
  ],
  [
    'moving an installment past the next one',
    whole,
    `update promise_installments set due_on = '2026-01-21' where promise_id = '${id(821)}' and number = 1`,
  ],
  ['deleting an installment', denied, 'delete from promise_installments'],
  [
    'a call to a number other than the borrower’s',
    /only to the borrower's own number/,
    call(833, { number: 3, hash: "decode(repeat('52', 32), 'hex')" }),
  ],
  ['a call at night', /at this hour/, call(833, { number: 3, when: "'2026-01-09T14:00:00Z'" })],
  ['a call before 06:00', /at this hour/, call(833, { number: 3, when: "'2026-01-08T21:59:59Z'" })],
  [
    'a fourth call on a day',
    /maximum number of calls/,
    call(833, { number: 3 }),
    call(834, { number: 4 }),
  ],
  [
    'an eighth call within seven days',
    /maximum number of calls/,
    ...[1, 2, 3].map((number) => callOn('2026-01-10', number)),
    ...[1, 2, 3].map((number) => callOn('2026-01-15', number)),
  ],
  [
    'a call number with a gap',
    /without gaps/,
    call(833, { number: 2, when: "'2026-01-10T02:00:00Z'", on: '2026-01-10' }),
  ],
  ['a call number used twice', /called_on_number/, call(833, { number: 2 })],
  ['a call counted on another day', /check constraint/, call(833, { on: '2026-01-10' })],
  ['a call about a settled bill', /call needs an open bill/, call(833, { number: 3, of: settled })],
  [
    'a collection call with an unknown outcome',
    /outcome/,
    call(833, { number: 3, outcome: 'threatened' }),
  ],
  ['changing a collection call', denied, `update collection_calls set outcome = 'reached'`],
  ['deleting a collection call', denied, 'delete from collection_calls'],
];
