// Many borrowers out of one: a loan that was signed by the calls a browser makes, and as many like it as are wanted, each of another person, another account
// and another line. What was signed stays as it was; ids and whatever must be unique are made anew.
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '@sandali/server/db/database.ts';
import { lookUntilQuiet } from '@sandali/server/jobs/worker.ts';
import { createSealer } from '@sandali/server/kit/seal.ts';
import { storeSetting } from '@sandali/server/kit/settings.ts';
import { createClient } from '@sandali/server/sandbox/client.ts';
import { applyForCredit } from '@sandali/server/sandbox/credit-life.ts';
import { addWallet, type Life, type LoanWish, reviewed, signUp, takeLoan } from '@sandali/server/sandbox/life.ts';
import { codesOf } from '@sandali/server/sandbox/store.ts';
import { type Ground, openHouse } from './house.ts';

/** Signs one loan, which waits because payouts are switched off; by the `nth` person, of ten. @returns its id. */
export async function signOne(ground: Ground, { nth = 0, ...wish }: LoanWish & { nth?: number } = {}): Promise<string> {
  const { app, sendMessages, close } = await openHouse(ground);
  const { house } = app;
  try {
    await house.db.transaction().execute((tx) => storeSetting(tx, 'payoutsOn', false, 'battery', house.clocks.wall()));
    house.settings.forget();
    const listener = app.listener({});
    const work = async () => {
      await lookUntilQuiet(house, app.steps);
      await sendMessages();
    };
    const client = createClient({
      fetch: async (request) => {
        const answer = await listener.fetch(request);
        await work();
        return answer;
      },
      origin: house.config.origin,
      deviceId: randomBytes(16).toString('base64url'),
      newRequestId: () => randomUUID(),
      wallMs: () => house.clocks.wall().epochMilliseconds,
      isPlain: true,
    });
    const life: Life = {
      client,
      phone: `+63917556770${nth}`,
      password: 'kunwari-lang-ito-8',
      firstName: 'Subok',
      lastName: 'Bateryaa',
      number: 500 + nth,
      codesOf: (phone) => codesOf(house.db, phone),
      idOf: () => randomUUID(),
    };
    await signUp(life);
    await applyForCredit(life);
    await reviewed(life);
    const { loanId } = await takeLoan(life, await addWallet(life), wish);
    await work();
    return loanId;
  } finally {
    await close();
  }
}

/** Where a loan goes, by the last four digits of its account. */
export type Member = { loanId: string; lastFour: string };

/** Makes a loan like the first for each of these endings. */
export async function multiply(database: Database, ground: Ground, firstLoanId: string, lastFours: readonly string[]): Promise<Member[]> {
  const sealer = createSealer(createSecretKey(Buffer.from(ground.masterKey, 'base64')));
  const endings = [...new Set(lastFours)];
  const sealed = endings.map((ending) => sealer.seal('accountNumber', `0917556${ending}`).toString('hex'));
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    const { rows: known } = await client.query<{ count: string }>('select count(*) from borrowers');
    const phones = lastFours.map((_, nth) => `+63918${String(nth + Number(known[0]?.count)).padStart(7, '0')}`);
    await client.query(
      `create temporary table crowd on commit drop as
       select n, ending, '\\x' || sealed as sealed, '\\x' || hash as hash,
         gen_random_uuid() as borrower, gen_random_uuid() as account, gen_random_uuid() as quote, gen_random_uuid() as loan
       from unnest($1::text[], $2::text[], $3::text[]) with ordinality as wish (ending, sealed, hash, n)`,
      [
        lastFours,
        phones.map((phone) => sealer.seal('phone', phone).toString('hex')),
        phones.map((phone) => sealer.hash('phone', phone).toString('hex')),
      ],
    );
    await client.query(
      `create temporary table numbers on commit drop as
       select ending, '\\x' || sealed as sealed from unnest($1::text[], $2::text[]) as pairs (ending, sealed)`,
      [endings, sealed],
    );
    for (const statement of copies) await client.query(statement, [firstLoanId]);
    const { rows } = await client.query<Member>('select loan as "loanId", ending as "lastFour" from crowd order by n');
    await client.query('commit');
    return rows;
  } finally {
    client.release();
  }
}

/** A copy of the first loan's row of a table for everybody, with these columns made anew. */
const copyOf = (table: string, alias: string, where: string, anew: string, more = '') =>
  `insert into ${table} select made.* from loans l join ${table} ${alias} on ${where} cross join crowd c ${more}
   cross join lateral jsonb_populate_record(${alias}, jsonb_build_object(${anew})) made where l.id = $1 and c.n > 0`;

const copies = [
  copyOf('borrowers', 'b', 'b.id = l.borrower_id', `'id', c.borrower, 'phone_sealed', c.sealed, 'phone_hash', c.hash`),
  copyOf('credit_lines', 'k', 'k.borrower_id = l.borrower_id', `'borrower_id', c.borrower`),
  copyOf(
    'payout_accounts',
    'a',
    'a.id = l.account_id',
    `'id', c.account, 'borrower_id', c.borrower, 'last4', c.ending, 'number_sealed', m.sealed`,
    'join numbers m on m.ending = c.ending',
  ),
  copyOf('quotes', 'q', 'q.id = l.quote_id', `'id', c.quote, 'borrower_id', c.borrower, 'account_id', c.account, 'voucher_id', null`),
  copyOf(
    'loans',
    'o',
    'o.id = l.id',
    `'id', c.loan, 'borrower_id', c.borrower, 'quote_id', c.quote, 'account_id', c.account, 'reference_no', lpad((c.n + (select count(*) from loans))::text, 10, '0')`,
  ),
  copyOf('signed_texts', 's', 's.loan_id = l.id', `'loan_id', c.loan, 'borrower_id', c.borrower`),
  copyOf('loan_changes', 'h', 'h.loan_id = l.id', `'loan_id', c.loan`),
];
