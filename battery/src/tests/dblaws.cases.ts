// Database rules for complaints, and for transfers to the lender's own account. Needs
// dblaws.extensions.ts.

import { confirms, proposes } from './dblaws.approvals.ts';

const id = (nth: number) => `018f0000-0000-7000-8000-${String(nth).padStart(10, '0')}00`;
const some = "decode('00', 'hex')";
const at = "'2026-01-09T02:00:00Z'";
/** From dblaws.extensions.ts: the borrower, and a loan with an open bill. */
const [who, open]: readonly [number, number] = [501, 512];

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
const deletesPicture = (nth: number) =>
  `update complaint_pictures set deleted_at = ${at} where id = '${id(nth)}'`;

const code = (nth: number) =>
  `insert into repayment_codes (id, borrower_id, loan_id, channel, amount_centavos, gateway, asked_at, ends_at, next_attempt_at, purpose) values ('${id(nth)}', '${id(who)}', '${id(open)}', 'gcash', 100, 'sandbox', ${at}, ${at}, ${at}, 'bill')`;
const line = (nth: number, reference: string) =>
  `insert into bank_transfers (id, code_id, borrower_id, amount_centavos, paid_on, bank_reference) values ('${id(nth)}', '${id(851)}', '${id(who)}', 100, '2026-01-09', '${reference}')`;
const transfer = (nth: number, reference: string) => [
  proposes(nth, 'transfer', at),
  line(nth, reference),
];
/** Proposes to book a transfer from the bank statement. By default, the payer is unknown. */
const stray = (
  nth: number,
  reference: string,
  { code = 'null', of = 'null', about = 'null', typed = `'TR 1'` } = {},
) => [
  proposes(nth, 'transfer', at),
  `insert into bank_transfers (id, code_id, borrower_id, complaint_id, code_typed, amount_centavos, paid_on, bank_reference) values ('${id(nth)}', ${code}, ${of}, ${about}, ${typed}, 100, '2026-01-09', '${reference}')`,
];
const receipt = (
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

const assigns = (nth: number, { kind = 'complaint', to = 'ana', of = who } = {}) =>
  `insert into case_assignments (case_id, kind, borrower_id, assigned_to, assigned_by, assigned_at) values ('${id(nth)}', '${kind}', '${id(of)}', '${to}', 'ana', ${at})`;

/** Transactions that the database must accept. The refused transactions build on them. */
export const lawfulCases: readonly (readonly string[])[] = [
  [complaint(841, 'CS-2222-2222'), complaint(842, 'CS-2222-2223'), complaint(844, 'CS-2222-2225')],
  [
    turn(845, 841, 1, { words: 'null' }),
    turn(846, 842, 1),
    picture(845, 841, 1),
    picture(846, 842, 1),
  ],
  [steps(841, 'acknowledged'), ...answers(848, 841, 2), steps(841, 'closed'), deletesPicture(845)],
  [steps(842, 'acknowledged'), turn(847, 842, 2, { by: `'ana'` }), assigns(842)],
  [
    steps(844, 'acknowledged'),
    ...answers(871, 844, 1),
    steps(844, 'closed'),
    turn(872, 844, 2, { when: days(30) }),
    reopens(844),
  ],
  [...answers(873, 844, 3).map((statement) => statement.replaceAll(at, days(30)))],
  [code(851), ...transfer(861, 'bank 1'), ...transfer(862, 'bank 2')],
  [confirms(861, at, 'ben')],
  [...stray(864, 'bank 4'), ...stray(865, 'bank 5', { typed: 'null' }), ...stray(866, 'bank 6')],
  [confirms(864, at, 'ben'), confirms(866, at, 'ben'), ...receipt(871, 'bank 4')],
];

const denied = /permission denied/;

/** Transactions that the database must refuse, each with the expected error message. */
export const unlawfulCases: readonly (readonly [
  act: string,
  refusal: RegExp,
  ...statements: string[],
])[] = [
  [
    'a complaint number in a wrong format',
    /complaints_number_check/,
    complaint(843, 'CS-0000-0000'),
  ],
  ['a complaint number used twice', /complaints_number_key/, complaint(843, 'CS-2222-2222')],
  [
    'an answer deadline not after the acknowledgement deadline',
    /check constraint/,
    complaint(843, 'CS-2222-2224', '2026-01-12'),
  ],
  [
    'answering an unacknowledged complaint',
    /a complaint cannot change from open to answered/,
    complaint(843, 'CS-2222-2224'),
    ...answers(874, 843, 1),
  ],
  [
    'answering a complaint without a text',
    /an answer to a complaint needs a text/,
    steps(842, 'answered'),
  ],
  [
    'closing an unanswered complaint',
    /a complaint cannot change from acknowledged to closed/,
    steps(842, 'closed'),
  ],
  [
    'acknowledging a complaint twice',
    /can happen only once/,
    `update complaints set acknowledged_by = 'ben' where id = '${id(842)}'`,
  ],
  [
    'answering a closed complaint',
    /can happen only once/,
    steps(841, 'answered').replace("'ana'", "'ben'"),
  ],
  ['reopening a complaint without a message', /a message from the borrower/, reopens(841)],
  [
    'reopening a complaint with an earlier deadline',
    /a message from the borrower/,
    turn(874, 841, 3),
    reopens(841, '2026-01-19'),
  ],
  [
    'a staff message in a closed complaint',
    /only the borrower can write/,
    turn(874, 841, 3, { by: `'ana'` }),
  ],
  [
    'a message 31 days after closing',
    /only the borrower can write/,
    turn(874, 841, 3, { when: days(31) }),
  ],
  ['a message with a gap in its number', /must follow the last one/, turn(874, 842, 4)],
  ['a message dated before the last one', /must follow the last one/, turn(874, 844, 4)],
  [
    'a message in another borrower’s complaint',
    /must follow the last one/,
    turn(874, 842, 3, { of: 999 }),
  ],
  [
    'a staff message without a text',
    /check constraint/,
    turn(874, 842, 3, { by: `'ana'`, words: 'null' }),
  ],
  [
    'a borrower’s message marked as an answer',
    /check constraint/,
    turn(874, 842, 3, { isAnswer: true }),
  ],
  ['changing a complaint message', denied, `update complaint_turns set words_sealed = ${some}`],
  ['deleting a complaint message', denied, 'delete from complaint_turns'],
  ['changing a complaint’s details', denied, `update complaints set details_sealed = ${some}`],
  [
    'moving a complaint’s deadline',
    /can happen only once/,
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
    'two pictures in one message',
    /turn_id_key/,
    picture(846, 842, 2)
      .replace(`('${id(846)}'`, `('${id(874)}'`)
      .replace(`'c846'`, `'c874'`),
  ],
  [
    'a PDF with a width and a height',
    /check constraint/,
    turn(874, 842, 3),
    picture(874, 842, 2).replace(`'picture'`, `'pdf'`),
  ],
  [
    'a picture without a width and a height',
    /check constraint/,
    turn(874, 842, 3),
    picture(874, 842, 2).replace(`'picture', 1, 1`, `'picture', null, null`),
  ],
  ['deleting a picture of an open complaint', /until it is closed/, deletesPicture(846)],
  ['deleting a picture twice', /until it is closed/, deletesPicture(845)],
  ['deleting the row of a complaint’s picture', denied, 'delete from complaint_pictures'],
  ['a transfer without a proposal', /must start as a proposal/, line(863, 'bank 3')],
  ['confirming one’s own transfer', /different first keys/, confirms(862, at, 'ana')],
  ['confirming a transfer twice', /never changes/, confirms(861, at)],
  ['proposing a bank line twice', /transfers_once/, ...transfer(863, 'bank 1')],
  [
    'a transfer with an owner but no code',
    /owner_by_reference/,
    ...stray(867, 'bank 7', { of: `'${id(who)}'`, typed: 'null' }),
  ],
  [
    'a transfer with a code but no owner',
    /owner_by_reference/,
    ...stray(867, 'bank 7', { code: `'${id(851)}'`, typed: 'null' }),
  ],
  [
    'an unassigned transfer that answers a case',
    /case_of_owner/,
    ...stray(867, 'bank 7', { about: `'${id(842)}'` }),
  ],
  [
    'a transfer with a code and a typed text',
    /typed_of_nobody/,
    ...stray(867, 'bank 7', { code: `'${id(851)}'`, of: `'${id(who)}'` }),
  ],
  ['proposing a borrower’s bank line as unassigned', /transfers_once/, ...stray(867, 'bank 2')],
  ['confirming one’s own unassigned transfer', /different first keys/, confirms(865, at, 'ana')],
  [
    'a receipt for an unconfirmed transfer',
    /booking a transfer to our own account needs two people/,
    ...receipt(872, 'bank 5', { typed: 'null' }),
  ],
  [
    'a receipt that assigns an unassigned transfer',
    /booking a transfer to our own account needs two people/,
    ...receipt(872, 'bank 6', { of: `'${id(who)}'` }),
  ],
  [
    'a receipt with another amount than its transfer',
    /booking a transfer to our own account needs two people/,
    ...receipt(872, 'bank 6', { centavos: 101 }),
  ],
  [
    'a receipt with another text than its transfer',
    /booking a transfer to our own account needs two people/,
    ...receipt(872, 'bank 6', { typed: `'TR 2'` }),
  ],
  [
    'a receipt in dollars on the lender’s account',
    /only pesos/,
    ...receipt(872, 'bank 6', { currency: 'USD' }),
  ],
  ['two receipts for one transfer', /gateway_payment_id/, ...receipt(872, 'bank 4')],
  ['changing a proposed transfer', denied, 'update bank_transfers set amount_centavos = 1'],
  ['deleting a transfer', denied, 'delete from bank_transfers'],
  [
    'a link for a code that is not issued',
    /link_is_given/,
    `update repayment_codes set link = 'https://pay.example' where id = '${id(851)}'`,
  ],
  [
    'a payment in progress without a link',
    /progress_of_link/,
    `update repayment_codes set progress = 'inProgress' where id = '${id(851)}'`,
  ],
  ['assigning a closed complaint', /only an open case/, assigns(841)],
  ['assigning a case under another kind', /only an open case/, assigns(842, { kind: 'dispute' })],
  ['assigning a case of another borrower', /only an open case/, assigns(842, { of: 502 })],
  ['assigning a case of an unknown kind', /only an open case/, assigns(842, { kind: 'rumour' })],
  [
    'passing a case to somebody without a key',
    /assigned to a member of staff/,
    `update case_assignments set assigned_to = 'mallory'`,
  ],
  ['assigning a case twice', /case_assignments_pkey/, assigns(842)],
  [
    'moving an assignment to another case',
    denied,
    `update case_assignments set case_id = '${id(841)}'`,
  ],
  ['marking a comment as answered', denied, 'update feedback set is_answered = true'],
];
