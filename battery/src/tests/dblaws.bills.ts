// Database laws of bills: decisions, promises, notes, complaints, and transfers to the lender's own
// account. Needs dblaws.extensions.ts.

import { confirms, proposes, sees } from './dblaws.approvals.ts';

const id = (nth: number) => `018f0000-0000-7000-8000-${String(nth).padStart(12, '0')}`;
const some = "decode('00', 'hex')";
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

const complaint = (nth: number, number: string, resolve = '2026-01-20') =>
  `insert into complaints (id, number, borrower_id, kind, details_sealed, opened_at, acknowledge_on, resolve_on) values ('${id(nth)}', '${number}', '${id(who)}', 'charges', ${some}, ${at}, '2026-01-12', '${resolve}')`;
const steps = (nth: number, step: string) =>
  `update complaints set ${step}_at = ${at}, ${step}_by = 'ana' where id = '${id(nth)}'`;
type Turn = { by?: string; isAnswer?: boolean; words?: string; when?: string; of?: number };
const turn = (
  nth: number,
  about: number,
  number: number,
  { by = 'null', isAnswer = false, words = some, when = at, of = who }: Turn = {},
) =>
  `insert into complaint_turns (id, complaint_id, number, borrower_id, written_by, is_answer, words_sealed, written_at) values ('${id(nth)}', '${id(about)}', ${number}, '${id(of)}', ${by}, ${isAnswer}, ${words}, ${when})`;
const answers = (nth: number, about: number, number: number) => [
  turn(nth, about, number, { by: `'ana'`, isAnswer: true }),
  steps(about, 'answered'),
];
const reopens = (nth: number, on = '2026-02-20') =>
  `update complaints set answered_at = null, answered_by = null, closed_at = null, closed_by = null, resolve_on = '${on}' where id = '${id(nth)}'`;
const days = (n: number) => `${at}::timestamptz + interval '${n} days'`;
const picture = (nth: number, of: number, number: number) =>
  `insert into complaint_pictures (id, turn_id, complaint_id, number, borrower_id, file_name, kind, width, height, size_bytes, uploaded_at) values ('${id(nth)}', '${id(nth)}', '${id(of)}', ${number}, '${id(who)}', 'c${nth}', 'picture', 1, 1, 1, ${at})`;
const unpictured = (nth: number) =>
  `update complaint_pictures set deleted_at = ${at} where id = '${id(nth)}'`;

const code = (nth: number) =>
  `insert into repayment_codes (id, borrower_id, loan_id, channel, amount_centavos, gateway, asked_at, ends_at, next_attempt_at, purpose) values ('${id(nth)}', '${id(who)}', '${id(open)}', 'gcash', 100, 'sandbox', ${at}, ${at}, ${at}, 'bill')`;
const line = (nth: number, reference: string) =>
  `insert into bank_transfers (id, code_id, borrower_id, amount_centavos, paid_on, bank_reference) values ('${id(nth)}', '${id(851)}', '${id(who)}', 100, '2026-01-09', '${reference}')`;
const transfer = (nth: number, reference: string) => [
  proposes(nth, 'transfer', at),
  line(nth, reference),
];
/** A line of the statement without an owner, unless a code or a borrower is named. */
const stray = (
  nth: number,
  reference: string,
  { code = 'null', of = 'null', about = 'null', typed = `'TR 1'` } = {},
) => [
  proposes(nth, 'transfer', at),
  `insert into bank_transfers (id, code_id, borrower_id, complaint_id, code_typed, amount_centavos, paid_on, bank_reference) values ('${id(nth)}', ${code}, ${of}, ${about}, ${typed}, 100, '2026-01-09', '${reference}')`,
];
const came = (
  nth: number,
  reference: string,
  { currency = 'PHP', centavos = 100, typed = `'TR 1'`, of = 'null' } = {},
) => [
  `insert into ledger_entries (id, kind, fact_key, happened_at, recorded_at, business_on, line_count) values ('${id(nth)}', 'test', 'came ${nth}', ${at}, ${at}, '2026-01-09', 2)`,
  ...[100, -100].map(
    (amount, line) =>
      `insert into ledger_lines (entry_id, number, account_id, amount_centavos) select '${id(nth)}', ${line + 1}, id, ${amount} from ledger_accounts where kind = '${line ? 'suspense' : 'gateway.float'}'`,
  ),
  `insert into receipts (id, gateway, gateway_payment_id, borrower_id, channel, code_typed, amount_centavos, paid_at, value_on, booked_at, entry_id, currency) values ('${id(nth)}', 'ownBank', '${reference}', ${of}, 'offlineTransfer', ${typed}, ${centavos}, ${at}, '2026-01-09', ${at}, '${id(nth)}', '${currency}')`,
];

/** Transactions that the database must accept. The refused ones build on them. */
export const lawfulBills: readonly (readonly string[])[] = [
  [...decision(801), ...decides(801), ...waived(811, 801, 60)],
  [...decision(802)],
  [promise(821), part(821, 1, '2026-01-10', 400), part(821, 2, '2026-01-20', 600)],
  [
    `update promise_installments set due_on = '2026-01-12' where promise_id = '${id(821)}' and number = 1`,
  ],
  [call(831), call(832, { number: 2, outcome: 'noAnswer' })],
  [complaint(841, 'CS-2222-2222'), complaint(842, 'CS-2222-2223'), complaint(844, 'CS-2222-2225')],
  [
    turn(845, 841, 1, { words: 'null' }),
    turn(846, 842, 1),
    picture(845, 841, 1),
    picture(846, 842, 1),
  ],
  [steps(841, 'acknowledged'), ...answers(848, 841, 2), steps(841, 'closed'), unpictured(845)],
  [steps(842, 'acknowledged'), turn(847, 842, 2, { by: `'ana'` })],
  [
    steps(844, 'acknowledged'),
    ...answers(871, 844, 1),
    steps(844, 'closed'),
    turn(872, 844, 2, { when: days(30) }),
    reopens(844),
  ],
  [...answers(873, 844, 3).map((one) => one.replaceAll(at, days(30)))],
  [code(851), ...transfer(861, 'bank 1'), ...transfer(862, 'bank 2')],
  [confirms(861, at, 'ben')],
  [...stray(864, 'bank 4'), ...stray(865, 'bank 5', { typed: 'null' }), ...stray(866, 'bank 6')],
  [confirms(864, at, 'ben'), confirms(866, at, 'ben'), ...came(871, 'bank 4')],
];

const denied = /permission denied/;
const whole = /installments of a promise/;

/** Transactions that the database must refuse, and the words of the refusal. */
export const unlawfulBills: readonly (readonly [
  what: string,
  why: RegExp,
  ...statements: string[],
])[] = [
  ['deciding about a bill at once', /starts as a proposal/, facts(803)],
  ['deciding about a bill alone', /one maker are one person/, ...decides(802, { by: 'ana' })],
  ['granting more than was proposed', /check constraint/, ...decides(802, { granted: 101 })],
  [
    'a decision that counts from another day',
    /from the day on which it was confirmed/,
    ...decides(802, { on: '2026-01-01' }),
  ],
  ['two open proposals for a bill', /bill_decisions_open/, ...decision(803)],
  [
    'taking interest back as a late charge',
    /check constraint/,
    ...decision(803, { part: `'interest'` }),
  ],
  [
    'correcting by no amount',
    /check constraint/,
    ...decision(803, { kind: 'adjust', centavos: 'null' }),
  ],
  [
    'giving a part of a bill up',
    /check constraint/,
    ...decision(803, { kind: 'writeOff', part: 'null' }),
  ],
  [
    'deciding about a bill that is settled',
    /on open bills only/,
    ...decision(803, { of: settled }),
  ],
  [
    'a promise about the bill of somebody else',
    /foreign key/,
    promise(822, { number: 2 }).replace(id(who), id(101)),
    part(822, 1, '2026-01-10', 1000),
  ],
  [
    'changing what was proposed',
    denied,
    `update bill_decisions set amount_centavos = 1 where id = '${id(802)}'`,
  ],
  [
    'granting what nobody confirmed',
    /never changes/,
    `update bill_decisions set value_on = '2026-01-09', granted_centavos = 1 where id = '${id(802)}'`,
  ],
  [
    'confirming without saying how much',
    /is complete/,
    sees('bill', open, 'ben'),
    confirms(802, at),
  ],
  [
    'changing what was decided',
    /never changes/,
    `update bill_decisions set granted_centavos = 1 where id = '${id(801)}'`,
  ],
  ['deleting a decision about a bill', denied, 'delete from bill_decisions'],
  ['taking back more than was granted', /two people granted/, ...waived(812, 801, 41)],
  ['taking back on another day', /two people granted/, ...waived(812, 801, 10, '2026-01-10')],
  ['taking back what one person proposed', /two people granted/, ...waived(812, 802, 10)],
  ['changing what was taken back', denied, 'update waived_charges set amount_centavos = 1'],
  ['deleting what was taken back', denied, 'delete from waived_charges'],
  ['giving a bill up alone', /two people write a bill off/, givesUp],
  [
    'a promise that knows another number of extensions',
    /number of earlier extensions/,
    promise(822, { number: 2, extensions: 2 }),
    part(822, 1, '2026-01-10', 1000),
  ],
  ['a promise without parts', /has installments/, promise(822, { number: 2 })],
  [
    'a promise of less than is owed',
    whole,
    promise(822, { number: 2 }),
    part(822, 1, '2026-01-10', 999),
  ],
  [
    'a promise for the day it is made',
    whole,
    promise(822, { number: 2 }),
    part(822, 1, '2026-01-09', 1000),
  ],
  [
    'a promise beyond 60 days',
    whole,
    promise(822, { number: 2 }),
    part(822, 1, '2026-03-11', 1000),
  ],
  [
    'a promise whose parts go back',
    whole,
    promise(822, { number: 2 }),
    part(822, 1, '2026-01-20', 400),
    part(822, 2, '2026-01-10', 600),
  ],
  ['a promise with a gap', whole, promise(822, { number: 2 }), part(822, 2, '2026-01-10', 1000)],
  ['a fifth part', /check constraint/, part(821, 5, '2026-01-30', 1)],
  ['a part that is added later', whole, part(821, 3, '2026-01-30', 1)],
  ['a fifth promise', /check constraint/, promise(822, { number: 5 })],
  [
    'a promise of another day',
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
    'a plan without the statement that was accepted',
    /has the statement/,
    ...plan(822, { number: 2 }),
  ],
  ['a statement of a promise that staff wrote down', /its borrower took/, planText(821)],
  [
    'a plan that somebody else accepted',
    /foreign key/,
    ...plan(822, { number: 2 }),
    planText(822, { by: 101 }),
  ],
  [
    'a plan that was accepted on another day',
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
    'changing what was accepted with a plan',
    denied,
    `update plan_disclosures set made_on = '2026-01-01'`,
  ],
  ['deleting what was accepted with a plan', denied, 'delete from plan_disclosures'],
  ['changing a promise', denied, 'update promises_to_pay set total_centavos = 1'],
  [
    'changing the amount of a part of a promise',
    denied,
    'update promise_installments set amount_centavos = 1',
  ],
  [
    'moving a part of a promise to an earlier day',
    /only moves later/,
    `update promise_installments set due_on = due_on - 1 where promise_id = '${id(821)}'`,
  ],
  [
    'moving a part of a promise past the next one',
    whole,
    `update promise_installments set due_on = '2026-01-21' where promise_id = '${id(821)}' and number = 1`,
  ],
  ['deleting a promise', denied, 'delete from promise_installments'],
  [
    'calling another number than the borrower’s own',
    /their own number/,
    call(833, { number: 3, hash: "decode(repeat('52', 32), 'hex')" }),
  ],
  [
    'calling at night',
    /collection_calls_by_day/,
    call(833, { number: 3, when: "'2026-01-09T14:00:00Z'" }),
  ],
  [
    'calling before six',
    /collection_calls_by_day/,
    call(833, { number: 3, when: "'2026-01-08T21:59:59Z'" }),
  ],
  [
    'a fourth call of a day',
    /check constraint/,
    call(833, { number: 3 }),
    call(834, { number: 4 }),
  ],
  [
    'a call that is counted with a gap',
    /without gaps/,
    call(833, { number: 2, when: "'2026-01-10T02:00:00Z'", on: '2026-01-10' }),
  ],
  ['a call that is counted twice', /called_on_number/, call(833, { number: 2 })],
  ['a call on another day', /check constraint/, call(833, { on: '2026-01-10' })],
  [
    'a call about a bill that is settled',
    /about an open bill/,
    call(833, { number: 3, of: settled }),
  ],
  [
    'a call of an unknown outcome to the overdue',
    /outcome/,
    call(833, { number: 3, outcome: 'threatened' }),
  ],
  ['changing a call to the overdue', denied, `update collection_calls set outcome = 'reached'`],
  ['deleting a call to the overdue', denied, 'delete from collection_calls'],
  [
    'a complaint with a number of another form',
    /complaints_number_check/,
    complaint(843, 'CS-0000-0000'),
  ],
  [
    'a complaint with the number of another',
    /complaints_number_key/,
    complaint(843, 'CS-2222-2222'),
  ],
  [
    'a complaint that is answered before it is acknowledged',
    /check constraint/,
    complaint(843, 'CS-2222-2224', '2026-01-12'),
  ],
  [
    'answering before acknowledging',
    /check constraint/,
    complaint(843, 'CS-2222-2224'),
    ...answers(874, 843, 1),
  ],
  [
    'answering a complaint without words',
    /an answer to a complaint has a text/,
    steps(842, 'answered'),
  ],
  ['closing what was not answered', /check constraint/, steps(842, 'closed')],
  [
    'acknowledging twice',
    /taken once/,
    `update complaints set acknowledged_by = 'ben' where id = '${id(842)}'`,
  ],
  ['answering what is closed', /taken once/, steps(841, 'answered').replace("'ana'", "'ben'")],
  ['opening a complaint again that nobody wrote in', /reply of its borrower/, reopens(841)],
  [
    'opening a complaint again with an earlier day',
    /reply of its borrower/,
    turn(874, 841, 3),
    reopens(841, '2026-01-19'),
  ],
  [
    'a turn of staff in a closed complaint',
    /only its borrower writes/,
    turn(874, 841, 3, { by: `'ana'` }),
  ],
  [
    'a turn on the 31st day after a complaint was closed',
    /only its borrower writes/,
    turn(874, 841, 3, { when: days(31) }),
  ],
  ['a turn out of its order', /follows the last one/, turn(874, 842, 4)],
  ['a turn before the last one', /follows the last one/, turn(874, 844, 4)],
  [
    'a turn of somebody in the complaint of another',
    /follows the last one/,
    turn(874, 842, 3, { of: 999 }),
  ],
  [
    'a turn of staff without words',
    /check constraint/,
    turn(874, 842, 3, { by: `'ana'`, words: 'null' }),
  ],
  ['an answer of a borrower', /check constraint/, turn(874, 842, 3, { isAnswer: true })],
  ['changing what was written', denied, `update complaint_turns set words_sealed = ${some}`],
  ['deleting what was written', denied, 'delete from complaint_turns'],
  ['changing what a complaint tells', denied, `update complaints set details_sealed = ${some}`],
  [
    'moving the day of an answer',
    /taken once/,
    `update complaints set resolve_on = '2026-12-31' where id = '${id(842)}'`,
  ],
  ['deleting a complaint', denied, 'delete from complaints'],
  [
    'an eleventh picture of a complaint',
    /check constraint/,
    turn(874, 842, 3),
    picture(874, 842, 11),
  ],
  [
    'two pictures of one turn',
    /turn_id_key/,
    picture(846, 842, 2)
      .replace(`('${id(846)}'`, `('${id(874)}'`)
      .replace(`'c846'`, `'c874'`),
  ],
  [
    'a PDF of so many pixels',
    /check constraint/,
    turn(874, 842, 3),
    picture(874, 842, 2).replace(`'picture'`, `'pdf'`),
  ],
  [
    'a picture of no size',
    /check constraint/,
    turn(874, 842, 3),
    picture(874, 842, 2).replace(`'picture', 1, 1`, `'picture', null, null`),
  ],
  ['deleting a picture that a complaint needs', /until it is closed/, unpictured(846)],
  ['deleting a picture twice', /until it is closed/, unpictured(845)],
  ['deleting the row of a complaint’s picture', denied, 'delete from complaint_pictures'],
  ['a transfer that is booked at once', /starts as a proposal/, line(863, 'bank 3')],
  ['booking a transfer alone', /one maker are one person/, confirms(862, at, 'ana')],
  ['booking a transfer twice', /never changes/, confirms(861, at)],
  ['booking a line of the bank twice', /transfers_once/, ...transfer(863, 'bank 1')],
  [
    'a transfer of somebody without a reference',
    /owner_by_reference/,
    ...stray(867, 'bank 7', { of: `'${id(who)}'`, typed: 'null' }),
  ],
  [
    'a transfer with a reference of nobody',
    /owner_by_reference/,
    ...stray(867, 'bank 7', { code: `'${id(851)}'`, typed: 'null' }),
  ],
  [
    'a transfer of nobody that answers a case',
    /case_of_owner/,
    ...stray(867, 'bank 7', { about: `'${id(842)}'` }),
  ],
  [
    'words beside the reference of a transfer',
    /typed_of_nobody/,
    ...stray(867, 'bank 7', { code: `'${id(851)}'`, of: `'${id(who)}'` }),
  ],
  ['booking a line as nobody’s that is somebody’s', /transfers_once/, ...stray(867, 'bank 2')],
  ['booking what is nobody’s alone', /one maker are one person/, confirms(865, at, 'ana')],
  [
    'money of nobody on our own account that one person typed',
    /two people book/,
    ...came(872, 'bank 5', { typed: 'null' }),
  ],
  [
    'money of nobody that is booked as somebody’s',
    /two people book/,
    ...came(872, 'bank 6', { of: `'${id(who)}'` }),
  ],
  [
    'money of nobody of another amount',
    /two people book/,
    ...came(872, 'bank 6', { centavos: 101 }),
  ],
  [
    'money of nobody with other words',
    /two people book/,
    ...came(872, 'bank 6', { typed: `'TR 2'` }),
  ],
  ['dollars on our own account', /only pesos/, ...came(872, 'bank 6', { currency: 'USD' })],
  ['money of nobody twice', /gateway_payment_id/, ...came(872, 'bank 4')],
  [
    'changing the transfer that was proposed',
    denied,
    'update bank_transfers set amount_centavos = 1',
  ],
  ['deleting a transfer', denied, 'delete from bank_transfers'],
  [
    'a link of a code that was not given',
    /link_is_given/,
    `update repayment_codes set link = 'https://pay.example' where id = '${id(851)}'`,
  ],
  [
    'a payment under way without a link',
    /progress_of_link/,
    `update repayment_codes set progress = 'inProgress' where id = '${id(851)}'`,
  ],
];
