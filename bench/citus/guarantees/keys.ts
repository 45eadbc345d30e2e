// Keys, foreign keys and checks.
import { isRefused, type Trial } from '../trial.ts';
import { asWritten, type Guarantee, withColumn } from './guarantee.ts';

const [one, two] = [`'00000000-0000-4000-8000-00000000aa00'`, `'00000000-0000-4000-8000-00000000aa01'`];
const [taken, dangling, broken] = ['23505', '23503', '23514'];

/** Whether neither the same borrower nor another one writes the same row a second time. */
async function isOnceForAll(t: Trial, table: string, row: Record<string, string>): Promise<boolean> {
  await t.add(table, t.a, row);
  const isOnceForOne = await isRefused(taken, () => t.add(table, t.a, row));
  return isOnceForOne && (await isRefused([taken, broken], () => t.add(table, t.b, row)));
}

/** A fact of one borrower with its row in a directory, by which it is found: both in one transaction. */
async function isOnceByDirectory(t: Trial): Promise<boolean> {
  await t.make('directory', 'fact text primary key, borrower_id uuid not null', 'fact');
  await t.make('facts', `${t.own}, fact text not null, primary key (${t.key}fact)`);
  const write = async (who: Trial['a']) => {
    await t.run('begin');
    await t.run(`insert into directory values ('paid 1', '${who.borrowerId}')`);
    await t.add('facts', who, { fact: `'paid 1'` });
    await t.run('commit');
  };
  await write(t.a);
  const isOnce = await isRefused(taken, () => write(t.b)).finally(() => t.run('rollback'));
  const [left] = await t.run('select count(*)::int as facts from facts');
  return isOnce && left?.facts === 1;
}

const uniqueFact = (key: (t: Trial) => string) => async (t: Trial) => {
  await t.make('facts', `${t.own}, fact text not null, unique (${key(t)}fact)`);
  return await isOnceForAll(t, 'facts', { fact: `'paid 1'` });
};
const coupon = (key: (t: Trial) => string) => async (t: Trial) => {
  await t.make('coupons', `${t.own}, grant_key text, unique (${key(t)}, grant_key)`);
  await t.add('coupons', t.a, { grant_key: `'welcome'` });
  await t.add('coupons', t.b, { grant_key: `'welcome'` });
  return await isRefused(taken, () => t.add('coupons', t.a, { grant_key: `'welcome'` }));
};
async function loansAndBills(t: Trial, key: string, more = ''): Promise<void> {
  await t.make('loans', `${t.own}, id uuid, primary key (${key}id)`);
  await t.make(
    'bills',
    `${t.own}, loan_id uuid not null, is_open boolean default true, foreign key (${key}loan_id) references loans ${more}`,
  );
}
const openBillOnce = (key: (t: Trial) => string) => async (t: Trial) => {
  await t.run(`create table bills (${t.own}, loan_id uuid not null, is_open boolean)`);
  await t.run(`create unique index on bills (${key(t)}loan_id) where is_open`);
  await t.distribute('bills');
  await t.add('bills', t.a, { loan_id: one, is_open: 'false' });
  await t.add('bills', t.a, { loan_id: one, is_open: 'true' });
  return await isRefused(taken, () => t.add('bills', t.a, { loan_id: one, is_open: 'true' }));
};
const billOfLoan = (key: (t: Trial) => string) => async (t: Trial) => {
  await loansAndBills(t, key(t));
  await t.add('loans', t.a, { id: one });
  await t.add('bills', t.a, { loan_id: one });
  return await isRefused(dangling, () => t.add('bills', t.a, { loan_id: two }));
};
const later = (key: (t: Trial) => string) => async (t: Trial) => {
  await loansAndBills(t, key(t), 'deferrable initially deferred');
  const inOneGo = async (loan: string) => {
    await t.run('begin');
    await t.add('bills', t.a, { loan_id: one });
    await t.add('loans', t.a, { id: loan });
    await t.run('commit');
  };
  // A single machine commits for the coordinator, which then knows no more than that it failed.
  const isHeld = await isRefused([dangling, 'XX000'], () => inOneGo(two)).finally(() => t.run('rollback'));
  await inOneGo(one);
  return isHeld;
};
const requestOnce = (key: (t: Trial) => string) => async (t: Trial) => {
  await t.make('idempotency_keys', `${t.own}, request_id uuid, primary key (${key(t)}request_id)`);
  await t.run('begin');
  await t.add('idempotency_keys', t.a, { request_id: one });
  const second = isRefused(taken, () => t.other.run(t.into('idempotency_keys', t.a, { request_id: one })));
  await t.run('commit');
  return await second;
};

export const keyGuarantees: Guarantee[] = [
  {
    name: 'a key that names its borrower: unique (borrower_id, grant_key)',
    ways: [asWritten(coupon(() => 'borrower_id')), withColumn(coupon((t) => t.owner))],
  },
  {
    name: 'an id is of one row: primary key (id)',
    ways: [
      asWritten(async (t) => {
        await t.make('loans', `${t.own}, id uuid primary key`);
        return await isOnceForAll(t, 'loans', { id: one });
      }),
      withColumn(async (t) => {
        await t.make('loans', `${t.own}, id uuid, primary key (${t.key}id)`);
        return await isOnceForAll(t, 'loans', { id: one });
      }),
      {
        sql: 'primary key (bucket, id), check (bucket = bucket_of(id))',
        modes: ['bucket'],
        async holds(t) {
          await t.make('loans', `${t.own}, id uuid, primary key (bucket, id), check (bucket = ${t.schema}.bucket_of(id))`);
          return await isOnceForAll(t, 'loans', { id: one });
        },
      },
    ],
  },
  {
    name: 'a fact is booked once, on whomever: unique (fact_key)',
    ways: [
      asWritten(uniqueFact(() => '')),
      withColumn(uniqueFact((t) => t.key)),
      { sql: 'a directory distributed by the fact, written in the same transaction', holds: isOnceByDirectory },
    ],
  },
  {
    name: 'a payment of a gateway is kept once: unique (gateway, gateway_payment_id)',
    ways: [
      asWritten(async (t) => {
        await t.make('receipts', 'gateway text, gateway_payment_id text, unique (gateway, gateway_payment_id)', 'gateway_payment_id');
        await t.run(`insert into receipts values ('one', 'pay 1'), ('two', 'pay 1')`);
        return await isRefused(taken, () => t.run(`insert into receipts values ('one', 'pay 1')`));
      }),
    ],
  },
  {
    name: 'one open bill a loan: unique (loan_id) where is_open',
    ways: [asWritten(openBillOnce(() => '')), withColumn(openBillOnce((t) => t.key))],
  },
  {
    name: 'a company account is one: unique nulls not distinct (owner_id, kind)',
    ways: [
      asWritten((t) => companyOnce(t, '')),
      withColumn((t) => companyOnce(t, t.key)),
      { sql: 'a reference table of the company’s accounts', holds: (t) => companyOnce(t, '', 'everywhere') },
    ],
  },
  {
    name: 'a request id is answered once, of two at the same time too: primary key (scope, request_id)',
    ways: [asWritten(requestOnce(() => '')), withColumn(requestOnce((t) => t.key))],
  },
  {
    name: 'a bill has its loan: foreign key (loan_id)',
    ways: [asWritten(billOfLoan(() => '')), withColumn(billOfLoan((t) => t.key))],
  },
  {
    name: 'a bill has its loan, when the transaction ends: deferred foreign key',
    ways: [asWritten(later(() => '')), withColumn(later((t) => t.key))],
  },
  {
    name: 'a loan names what is the same for all: foreign key to a reference table',
    ways: [
      asWritten(async (t) => {
        await t.make('catalogues', 'name text primary key', 'everywhere');
        await t.run(`insert into catalogues values ('first 1')`);
        await t.make('loans', `${t.own}, catalogue text references catalogues`);
        await t.add('loans', t.a, { catalogue: `'first 1'` });
        return await isRefused(dangling, () => t.add('loans', t.a, { catalogue: `'first 2'` }));
      }),
    ],
  },
  {
    name: 'money in names a borrower that exists: foreign key across distribution columns',
    ways: [
      asWritten(async (t) => {
        await t.make('borrowers', `${t.own}, primary key (${t.owner})`);
        const owner = t.own.replaceAll(/ not null|check \([^)]*\)\)/g, '');
        await t.make('receipts', `payment_id text primary key, ${owner}, foreign key (${t.owner}) references borrowers`, 'payment_id');
        return await isRefused(dangling, () => t.add('receipts', t.a, { payment_id: `'pay 1'` }));
      }),
    ],
  },
  {
    name: 'no more is lent than the line, by two at the same time: check (used <= line)',
    ways: [
      asWritten(async (t) => {
        await t.make('lines', `${t.own}, line int, used int, check (used <= line)`);
        await t.add('lines', t.a, { line: '1000', used: '0' });
        const take = `update lines set used = used + 600 where ${t.of(t.a)}`;
        await t.run('begin');
        await t.run(take);
        const second = isRefused(broken, () => t.other.run(take));
        await t.run('commit');
        return await second;
      }),
    ],
  },
];

async function companyOnce(t: Trial, key: string, by?: string): Promise<boolean> {
  const isShared = by !== undefined;
  const owner = isShared ? '' : `${t.own}, `;
  await t.make('accounts', `${owner}owner_id uuid, kind text, unique nulls not distinct (${key}owner_id, kind)`, by);
  const open = (who: Trial['a']) =>
    isShared ? t.run(`insert into accounts (kind) values ('suspense')`) : t.add('accounts', who, { kind: `'suspense'` });
  await open(t.a);
  return await isRefused(taken, () => open(t.b));
}
