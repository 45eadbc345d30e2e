// Database rules for entries, lines and accounts. This file runs first, because other files post to
// these accounts.

const id = (nth: number) => `018f0000-0000-7000-8000-${String(nth).padStart(10, '0')}00`;
/** The id of a loan that only this file's entries use. */
const loan = 90;

const entry = (nth: number, { lines = 2, of = 'null' } = {}) =>
  `insert into ledger_entries (id, kind, fact_key, loan_id, happened_at, recorded_at, business_on, line_count) values ('${id(nth)}', 'test', 'test ${nth}', ${of}, '2026-01-01', '2026-01-01', '2026-01-01', ${lines})`;
const line = (nth: number, number: number, kind: string, amount: number) =>
  `insert into ledger_lines (entry_id, number, account_id, amount_centavos) select '${id(nth)}', ${number}, id, ${amount} from ledger_accounts where kind = '${kind}' and (owner_id is null or owner_id = '${id(loan)}')`;
const entryOfTwo = (
  nth: number,
  [debit, credit]: readonly [string, string],
  amount: number,
  of?: string,
) => [entry(nth, { of }), line(nth, 1, debit, amount), line(nth, 2, credit, -amount)];
const ofLoan = `'${id(loan)}'`;
const charged = (nth: number, amount: number, of = ofLoan) =>
  entryOfTwo(nth, ['loan.interest', 'income.interest'], amount, of);
const reversedIncome = (nth: number, income: string, amount: number, of = ofLoan) =>
  entryOfTwo(nth, [income, 'suspense'], amount, of);

/** Transactions that the database must accept. */
export const lawfulLedger: readonly (readonly string[])[] = [
  [
    `insert into ledger_accounts (kind, normal_side, charge_kind) values ('gateway.float', null, null), ('suspense', 'credit', null),
      ('loan.principal', 'debit', null), ('income.interest', null, 'loan.interest'), ('income.late', null, 'loan.late')`,
    `insert into ledger_accounts (kind, owner_id, normal_side) values ('loan.interest', ${ofLoan}, 'debit'), ('loan.late', ${ofLoan}, 'debit')`,
  ],
  entryOfTwo(1, ['gateway.float', 'suspense'], 500),
  charged(6, 500),
  reversedIncome(7, 'income.interest', 200),
];

const denied = /permission denied/;
const tooMany = /cannot have more ledger lines than it declares/;
const backTooMuch = /ledger_accounts_income_taken_back/;

/** Transactions that the database must refuse, each with the expected error message. */
export const unlawfulLedger: readonly (readonly [
  act: string,
  refusal: RegExp,
  ...statements: string[],
])[] = [
  [
    'an entry that does not sum to zero',
    /sum 1, with 2 of 2/,
    entry(2),
    line(2, 1, 'gateway.float', 500),
    line(2, 2, 'suspense', -499),
  ],
  [
    'an entry with one line',
    /line_count_check/,
    entry(3, { lines: 1 }),
    line(3, 1, 'gateway.float', 500),
  ],
  ['an entry with a missing line', /with 1 of 2 lines/, entry(3), line(3, 1, 'gateway.float', 500)],
  [
    'a balanced entry with fewer lines than declared',
    /sum 0, with 2 of 3/,
    entry(3, { lines: 3 }),
    ...entryOfTwo(3, ['gateway.float', 'suspense'], 5).slice(1),
  ],
  ['an entry without lines', /sum 0, with 0 of 2/, entry(4)],
  [
    'more lines than an entry declares',
    tooMany,
    ...entryOfTwo(4, ['gateway.float', 'suspense'], 5),
    line(4, 3, 'gateway.float', 5),
    line(4, 4, 'suspense', -5),
  ],
  [
    'more lines than declared after an early constraint check',
    tooMany,
    ...entryOfTwo(4, ['gateway.float', 'suspense'], 5),
    'set constraints all immediate',
    line(4, 3, 'gateway.float', 5),
    line(4, 4, 'suspense', -5),
  ],
  [
    'lines added to an old entry',
    tooMany,
    line(1, 3, 'gateway.float', 5),
    line(1, 4, 'suspense', -5),
  ],
  [
    'lines added to an old entry with used numbers',
    /ledger_lines_pkey/,
    line(1, 1, 'gateway.float', 5),
    line(1, 2, 'suspense', -5),
  ],
  ['changing an entry’s line count', denied, 'update ledger_entries set line_count = 4'],
  ['an entry twice', /ledger_entries_pkey/, entry(1)],
  [
    'a balance on the wrong side',
    /ledger_accounts_check/,
    ...entryOfTwo(5, ['gateway.float', 'loan.principal'], 500),
  ],
  ['income without a loan', /on the account of a loan/, ...charged(5, 500, 'null')],
  [
    'income of a loan without a charge account',
    /on the account of a loan/,
    ...charged(5, 500, `'${id(91)}'`),
  ],
  [
    'reversing more income than a loan was charged',
    backTooMuch,
    ...reversedIncome(5, 'income.interest', 301),
  ],
  [
    'reversing income that a loan was never charged',
    backTooMuch,
    ...reversedIncome(5, 'income.late', 1),
  ],
  [
    'an income account without its charge account',
    /ledger_accounts_check/,
    `insert into ledger_accounts (kind) values ('income.serviceFee')`,
  ],
  [
    'a float account with a normal side',
    /ledger_accounts_running/,
    `insert into ledger_accounts (kind, owner_id, normal_side) values ('gateway.float', ${ofLoan}, 'debit')`,
  ],
  ['changing an entry', denied, `update ledger_entries set kind = 'other'`],
  ['changing a line', denied, 'update ledger_lines set amount_centavos = 1'],
  ['deleting a line', denied, 'delete from ledger_lines'],
  ['truncating the lines', denied, 'truncate ledger_lines'],
  ['changing a balance', denied, 'update ledger_accounts set balance_centavos = 0'],
  ['changing a loan’s recorded income', denied, 'update ledger_accounts set income_centavos = 0'],
  [
    'inserting an account with income',
    denied,
    `insert into ledger_accounts (kind, owner_id, income_centavos) values ('loan.late', '${id(91)}', 500)`,
  ],
  [
    'renaming an account',
    /the kind and owner of a ledger account never change/,
    `update ledger_accounts set kind = 'other'`,
  ],
  ['deleting an account', denied, 'delete from ledger_accounts'],
  [
    'inserting a day’s totals',
    denied,
    `insert into ledger_day_totals values ('2026-01-01', 'suspense', '2026-01-01', 0, 500)`,
  ],
  ['changing a day’s totals', denied, 'update ledger_day_totals set debit_centavos = 0'],
  ['deleting a day’s totals', denied, 'delete from ledger_day_totals'],
  ['disabling a trigger', /must be owner/, 'alter table ledger_lines disable trigger all'],
];
