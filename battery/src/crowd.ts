// Copies a loan that was signed through a browser's calls. Each copy has its own person, account,
// credit line and ids, but the same signed documents.
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { inBucketOf } from '@sandali/contract/id.ts';
import { storeSetting } from '@sandali/server/context/settings.ts';
import type { Database } from '@sandali/server/db/database.ts';
import { newId } from '@sandali/server/platform/random.ts';
import { createSealer, type Sealer } from '@sandali/server/platform/seal.ts';
import { createClient } from '@sandali/server/sandbox/client.ts';
import { applyUntilApproved } from '@sandali/server/sandbox/credit-life.ts';
import {
  addWallet,
  type Life,
  type LoanWish,
  signUp,
  takeLoan,
} from '@sandali/server/sandbox/life.ts';
import { codesOf } from '@sandali/server/sandbox/store.ts';
import { lookUntilQuiet } from '@sandali/server/worker.ts';
import { type OpenServer, openServer, type ServerSetup } from './server.ts';

/**
 * Signs a loan as the `nth` of ten people. Payouts are switched off, so the loan is not paid out.
 * @returns the loan's id
 */
export async function signOne(
  setup: ServerSetup,
  { nth = 0, ...wish }: LoanWish & { nth?: number } = {},
): Promise<string> {
  const server = await openServer(setup);
  const { context } = server.app;
  try {
    await context.db
      .transaction()
      .execute((tx) => storeSetting(tx, 'payoutsOn', false, 'battery', context.clocks.wall()));
    context.settings.forget();
    const life = lifeIn(server, { phone: `+63917556770${nth}`, number: 500 + nth });
    await signUp(life);
    await applyUntilApproved(life);
    const { loanId } = await takeLoan(life, await addWallet(life), wish);
    return loanId;
  } finally {
    await server.close();
  }
}

/**
 * Returns a person whose browser calls this server in-process. After each call, the worker runs
 * until it is idle, and pending messages are sent.
 */
export function lifeIn(
  { app, sendMessages }: OpenServer,
  { phone, number }: { phone: string; number: number },
): Life {
  const { context } = app;
  const listener = app.listener({});
  const client = createClient({
    fetch: async (request) => {
      const answer = await listener.fetch(request);
      await lookUntilQuiet(context, app.steps);
      await sendMessages();
      return answer;
    },
    origin: context.config.origin,
    deviceId: randomBytes(16).toString('base64url'),
    wallMs: () => context.clocks.wall().epochMilliseconds,
    isPlain: true,
  });
  return {
    ...{ client, phone, number },
    password: 'kunwari-lang-ito-8',
    firstName: 'Subok',
    lastName: 'Bateryaa',
    codesOf: (to) => codesOf(context.db, to),
    idOf: () => newId(context.clocks.wall()),
  };
}

/** A loan, and its account's last four digits, which select the bank simulator's behaviour. */
export type Member = { loanId: string; lastFour: string };

/** Copies the first loan once for each account ending. */
export async function multiply(
  database: Database,
  setup: ServerSetup,
  firstLoanId: string,
  lastFours: readonly string[],
): Promise<Member[]> {
  const sealer = createSealer(createSecretKey(Buffer.from(setup.masterKey, 'base64')));
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    const { rows: known } = await client.query<{ count: string }>('select count(*) from borrowers');
    const like = resealing(
      sealer,
      (await client.query<First>(firstOf, [firstLoanId])).rows[0] as First,
    );
    const people = lastFours.map((ending, nth) => ({
      n: nth + 1,
      ending,
      ...like(ending, nth + Number(known[0]?.count)),
    }));
    await client.query(
      `create temporary table crowd on commit drop as select * from jsonb_to_recordset($1) as one (n integer, ending text, borrower uuid, account uuid,
         quote uuid, loan uuid, hash text, phone text, name text, first_name text, number text, number_hash text, owner text, account_phone text, signed text)`,
      [JSON.stringify(people)],
    );
    for (const statement of copies) await client.query(statement, [firstLoanId]);
    const { rows } = await client.query<Member>(
      'select loan as "loanId", ending as "lastFour" from crowd order by n',
    );
    await client.query('commit');
    return rows;
  } finally {
    client.release();
  }
}

type First = Record<'borrower' | 'account' | 'loan', string> &
  Record<'name' | 'first_name' | 'owner' | 'account_phone' | 'signed', Buffer>;
const firstOf = `select l.borrower_id as borrower, l.account_id as account, l.id as loan, b.name_sealed as name, b.first_name_sealed as first_name,
    a.owner_name_sealed as owner, a.phone_sealed as account_phone, t.text_sealed as signed
  from loans l join borrowers b on b.id = l.borrower_id join payout_accounts a on a.id = l.account_id join signed_agreements t on t.loan_id = l.id where l.id = $1`;

/**
 * Reseals the first person's values for another person, because a sealed value can be opened only
 * in its own row.
 */
function resealing(sealer: Sealer, first: First) {
  const name = sealer.open('name', first.borrower, first.name);
  const firstName = sealer.open('first name', first.borrower, first.first_name);
  const owner = sealer.open('ownerName', first.account, first.owner);
  const accountPhone = sealer.open('account phone', first.account, first.account_phone);
  const signed = sealer.open('signed text', first.loan, first.signed);
  return (ending: string, nth: number) => {
    const borrower = randomUUID();
    const [account, quote, loan] = [idFor(borrower), idFor(borrower), idFor(borrower)];
    const phone = `+63918${String(nth).padStart(7, '0')}`;
    const hex = (bytes: Buffer) => `\\x${bytes.toString('hex')}`;
    return {
      ...{ borrower, account, quote, loan },
      hash: hex(sealer.hash('phone', phone)),
      phone: hex(sealer.seal('phone', borrower, phone)),
      name: hex(sealer.seal('name', borrower, name)),
      first_name: hex(sealer.seal('first name', borrower, firstName)),
      number: hex(sealer.seal('accountNumber', account, `0917556${ending}`)),
      number_hash: hex(sealer.hash('accountNumber', `0917556${ending}`)),
      owner: hex(sealer.seal('ownerName', account, owner)),
      account_phone: hex(sealer.seal('account phone', account, accountPhone)),
      signed: hex(sealer.seal('signed text', loan, signed)),
    };
  };
}

/** Returns a random id in the bucket of a borrower. */
const idFor = (borrowerId: string) => inBucketOf(borrowerId, randomUUID());

/** Builds a query that copies the first loan's row in a table, with new values in some columns. */
const copyOf = (table: string, alias: string, where: string, anew: string) =>
  `insert into ${table} select made.* from loans l join ${table} ${alias} on ${where} cross join crowd c
   cross join lateral jsonb_populate_record(${alias}, jsonb_build_object(${anew})) made where l.id = $1 and c.n > 0`;

const copies = [
  copyOf(
    'borrowers',
    'b',
    'b.id = l.borrower_id',
    `'id', c.borrower, 'phone_sealed', c.phone, 'phone_hash', c.hash, 'name_sealed', c.name, 'first_name_sealed', c.first_name`,
  ),
  copyOf('credit_lines', 'k', 'k.borrower_id = l.borrower_id', `'borrower_id', c.borrower`),
  copyOf(
    'payout_accounts',
    'a',
    'a.id = l.account_id',
    `'id', c.account, 'borrower_id', c.borrower, 'last4', c.ending, 'number_sealed', c.number, 'number_hash', c.number_hash, 'owner_name_sealed', c.owner, 'phone_sealed', c.account_phone`,
  ),
  copyOf(
    'quotes',
    'q',
    'q.id = l.quote_id',
    `'id', c.quote, 'borrower_id', c.borrower, 'account_id', c.account, 'coupon_id', null`,
  ),
  copyOf(
    'loans',
    'o',
    'o.id = l.id',
    `'id', c.loan, 'borrower_id', c.borrower, 'quote_id', c.quote, 'account_id', c.account, 'reference_no', lpad((c.n + (select count(*) from loans))::text, 10, '0')`,
  ),
  copyOf(
    'signed_agreements',
    's',
    's.loan_id = l.id',
    `'loan_id', c.loan, 'borrower_id', c.borrower, 'text_sealed', c.signed`,
  ),
  copyOf('loan_state_changes', 'h', 'h.loan_id = l.id', `'loan_id', c.loan`),
];
