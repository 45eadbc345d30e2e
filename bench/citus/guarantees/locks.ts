// What locks hold, and what transactions promise.
import { isRefused, mustWait, type Trial } from '../trial.ts';
import { asWritten, type Guarantee, type Way, withColumn } from './guarantee.ts';

const [loan, loan2] = [`'00000000-0000-4000-8000-00000000aa00'`, `'00000000-0000-4000-8000-00000000aa40'`];
const [notAvailable, deadlock, refusal, taken, denied, restricted] = ['55P03', '40P01', 'SR001', '23505', '42501', '23001'];

const byId = (t: Trial, who: Trial['a'], isWhole: boolean) => (isWhole ? t.of(who) : `id = '${who.borrowerId}'`);
async function borrowers(t: Trial): Promise<void> {
  await t.make('borrowers', `${t.own}, id uuid, at int default 0, primary key (${t.owner}, id)`);
  for (const who of [t.a, t.b]) await t.add('borrowers', who, { id: `'${who.borrowerId}'` });
}
const rowLock = (isWhole: boolean) => async (t: Trial) => {
  await borrowers(t);
  await t.run('begin');
  await t.run(`select from borrowers where ${byId(t, t.a, isWhole)} for update`);
  const second = (who: Trial['a'], how: string) => t.other.run(`select from borrowers where ${byId(t, who, isWhole)} for update ${how}`);
  await second(t.b, 'nowait');
  return (
    (await isRefused(notAvailable, () => second(t.a, 'nowait'))) &&
    (await mustWait(t.other, `update borrowers set at = 1 where ${t.of(t.a)}`))
  );
};
const sharedWithKeys = (isWhole: boolean) => async (t: Trial) => {
  await borrowers(t);
  await t.make('loans', `${t.own}, id uuid, foreign key (${t.owner}, id) references borrowers`);
  await t.run('begin');
  await t.run(`select from borrowers where ${byId(t, t.a, isWhole)} for no key update`);
  // A row that names the borrower by a foreign key does not wait; who takes the same lock does.
  await t.other.run(`set statement_timeout = '2s'`);
  await t.other.run(t.into('loans', t.a, { id: `'${t.a.borrowerId}'` }));
  return await isRefused(notAvailable, () => t.other.run(`select from borrowers where ${byId(t, t.a, isWhole)} for no key update nowait`));
};

const waitsAtMost =
  (settings: string[]): Way['holds'] =>
  async (t) => {
    await borrowers(t);
    await t.run('begin');
    await t.run(`select from borrowers where ${t.of(t.a)} for update`);
    await t.other.run('begin');
    for (const one of [...settings, `set local statement_timeout = '3s'`]) await t.other.run(one);
    return await isRefused(notAvailable, () => t.other.run(`select from borrowers where ${t.of(t.a)} for update`)).catch(() => false);
  };

/** Payouts of two borrowers of which one is locked: whoever looks for work must find the other, and that one alone. */
const claims = (find: (t: Trial, who: Trial['a']) => string) => async (t: Trial) => {
  await t.make('payouts', `${t.own}, id uuid, state text, primary key (${t.key}id)`);
  for (const [who, id] of [
    [t.a, loan],
    [t.a, loan2],
    [t.b, `'${t.b.borrowerId}'`],
  ] as const)
    await t.add('payouts', who, { id, state: `'ready'` });
  await t.run('begin');
  await t.run(`select from payouts where ${t.of(t.a)} and id = ${loan} for update`);
  await t.other.run('begin');
  const found: string[] = [];
  for (const who of [t.a, t.b])
    for (const { id } of await t.other.run(`update payouts set state = 'sent' where ${find(t, who)} returning id`)) found.push(`'${id}'`);
  return found.toSorted().join() === [loan2, `'${t.b.borrowerId}'`].toSorted().join();
};
const readyWhere = (where: string) => `(select id from payouts where ${where} state = 'ready' order by id limit 10 for update skip locked)`;

/** Postings share a lock that closing a day takes alone. */
const dayLock = (isByTrigger: boolean) => async (t: Trial) => {
  await t.run(`create table entries (${t.own})`);
  const lock = "pg_advisory_xact_lock_shared(hashtext('sandali trial'))";
  await t.run(`create function share() returns trigger language plpgsql as $$ begin perform ${lock}; return new; end $$`);
  if (isByTrigger) await t.run('create trigger share before insert on entries for each row execute function share()');
  await t.distribute('entries');
  await t.run('begin');
  if (!isByTrigger) await t.run(`select ${lock}`);
  await t.add('entries', t.a, {});
  const close = async () => (await t.other.run(`select pg_try_advisory_xact_lock(hashtext('sandali trial')) as alone`))[0]?.alone;
  const isAloneMeanwhile = await close();
  await t.run('commit');
  return !isAloneMeanwhile && (await close()) === true;
};

/** Money that has no owner yet gets one: its row is locked before the borrower, by whoever wants to book it. */
async function oneOwner(t: Trial): Promise<boolean> {
  await t.make('receipts', 'payment_id text primary key, owner_id uuid', 'payment_id');
  await t.make('bookings', `${t.own}, payment_id text, primary key (${t.owner}, payment_id)`);
  await t.run(`insert into receipts values ('pay 1'), ('pay 2')`);
  const own = (
    who: Trial['a'],
  ) => `with owned as (update receipts set owner_id = '${who.borrowerId}' where payment_id = 'pay 1' and owner_id is null returning 1)
    select refuse_unless(exists(select from owned), 'alreadyBooked')`;
  await t.run('begin');
  await t.run(own(t.a));
  await t.add('bookings', t.a, { payment_id: `'pay 1'` });
  await t.other.run('begin');
  const second = isRefused(refusal, () => t.other.run(own(t.b)));
  await t.run('commit');
  const isHeld = await second;
  await t.other.run('rollback');
  // What is written past the guard shows when both sides are compared.
  await t.add('bookings', t.b, { payment_id: `'pay 1'` });
  await t.run(`update receipts set owner_id = '${t.b.borrowerId}' where payment_id = 'pay 2'`);
  const differ = await t.run(`select coalesce(r.payment_id, b.payment_id) || ' ' || coalesce(b.borrower_id, r.owner_id) as one from
    (select * from receipts where owner_id is not null) r full join bookings b on b.payment_id = r.payment_id and b.borrower_id = r.owner_id
    where r.payment_id is null or b.payment_id is null order by 1`);
  return isHeld && differ.map(({ one }) => one).join() === `pay 1 ${t.b.borrowerId},pay 2 ${t.b.borrowerId}`;
}

/** Money goes from one borrower to another while somebody adds up both, in one transaction of one moment. */
const oneMoment = (isApart: boolean) => async (t: Trial) => {
  await borrowers(t);
  if (!isApart) await t.add('borrowers', t.a, { id: loan });
  const [from, to] = [`${t.of(t.a)} and id = '${t.a.borrowerId}'`, isApart ? t.of(t.b) : `${t.of(t.a)} and id = ${loan}`];
  const at = async (where: string) => Number((await t.run(`select at from borrowers where ${where}`))[0]?.at);
  await t.run('begin isolation level repeatable read');
  const before = await at(from);
  await t.other.run('begin');
  await t.other.run(`update borrowers set at = at - 10 where ${from}`);
  await t.other.run(`update borrowers set at = at + 10 where ${to}`);
  await t.other.run('commit');
  return before + (await at(to)) === 0;
};

async function deadlocks(t: Trial): Promise<boolean> {
  await borrowers(t);
  const lock = (who: Trial['a']) => `update borrowers set at = at + 1 where ${t.of(who)}`;
  await Promise.all([t.run('begin'), t.other.run('begin')]);
  await t.run(lock(t.a));
  await t.other.run(lock(t.b));
  const ended = await Promise.allSettled([t.run(lock(t.b)), t.other.run(lock(t.a))]);
  return ended.filter((one) => one.status === 'rejected' && one.reason.code === deadlock).length === 1;
}

const countOf = async (t: Trial, table: string) => Number((await t.run(`select count(*)::int as n from ${table}`))[0]?.n);
async function requests(t: Trial): Promise<void> {
  await t.make('requests', `${t.own}, id uuid, primary key (${t.owner}, id)`);
}

const madeIn = (isByTrigger: boolean) => async (t: Trial) => {
  await t.run(`create table facts (${t.own}, made_in xid8 default pg_current_xact_id())`);
  await t.run(`create function keep() returns trigger language plpgsql as $$ begin
    if new.made_in <> pg_current_xact_id() then raise exception 'of another transaction' using errcode = 'restrict_violation'; end if; return new; end $$`);
  if (isByTrigger) await t.run('create trigger keep before insert on facts for each row execute function keep()');
  await t.distribute('facts');
  for (const count of [1, 2]) {
    await t.run('begin');
    for (const who of [t.a, t.b]) await t.add('facts', who, {});
    await t.run('commit');
    if ((await t.run('select distinct made_in::text from facts')).length !== count) return false;
  }
  return true;
};

const granted =
  (update: (table: string) => string, isKept = false) =>
  async (t: Trial) => {
    const role = `${t.schema}_app`;
    await t.run(`create role ${role} login`);
    try {
      await t.run(`create table loans (${t.own}, state text, principal int)`);
      await t.run(`create function keep() returns trigger language plpgsql as $$ begin
      if new.principal <> old.principal then raise exception 'a fact stays' using errcode = 'restrict_violation'; end if; return new; end $$`);
      if (isKept) await t.run('create trigger keep before update on loans for each row execute function keep()');
      await t.distribute('loans');
      await t.run(`grant usage on schema ${t.schema} to ${role}`);
      await t.run(`grant select, insert on loans to ${role}`);
      await t.run(`grant ${update('loans')} to ${role}`);
      await t.run(`set role ${role}`);
      await t.add('loans', t.a, { state: `'paying'`, principal: '1' });
      await t.run(`update loans set state = 'success' where ${t.of(t.a)}`);
      const isKeptBack = (text: string) => isRefused(isKept ? [denied, restricted] : denied, () => t.run(text));
      const principal = `update loans set principal = 2 where ${t.of(t.a)}`;
      return (await isKeptBack(principal)) && (await isKeptBack('delete from loans')) && (await isKeptBack('truncate loans'));
    } finally {
      await t.run('reset role');
      await t.run(`drop owned by ${role}`);
      await t.run(`drop role ${role}`);
    }
  };

export const lockGuarantees: Guarantee[] = [
  { name: 'a borrower is locked: select … for update by id', ways: [asWritten(rowLock(false)), withColumn(rowLock(true))] },
  {
    name: 'a lock that foreign keys do not wait for: for no key update by id',
    ways: [asWritten(sharedWithKeys(false)), withColumn(sharedWithKeys(true))],
  },
  {
    name: 'who waits for a lock hears of it in time: lock_timeout',
    ways: [
      asWritten(waitsAtMost([`set lock_timeout = '300ms'`])),
      {
        sql: `citus.propagate_set_commands = local, set local lock_timeout`,
        holds: waitsAtMost([`set citus.propagate_set_commands = 'local'`, `set local lock_timeout = '300ms'`]),
      },
    ],
  },
  {
    name: 'workers share what they find: for update skip locked over all',
    ways: [
      asWritten(claims(() => `id in ${readyWhere('')}`)),
      {
        sql: 'the same, a bucket at a time',
        modes: ['bucket'],
        holds: claims((_, who) => `bucket = ${who.bucket} and id in ${readyWhere(`bucket = ${who.bucket} and`)}`),
      },
      {
        sql: 'found without a lock, then claimed a borrower at a time',
        modes: ['borrower_id'],
        holds: claims((t, who) => `${t.of(who)} and id in ${readyWhere(`${t.of(who)} and`)}`),
      },
    ],
  },
  {
    name: 'closing a day waits for postings: advisory lock, shared by a trigger',
    ways: [asWritten(dayLock(true)), { sql: 'a statement of the batch takes the lock, on the one coordinator', holds: dayLock(false) }],
  },
  { name: 'two that wait for each other on two machines: deadlock is found', ways: [asWritten(deadlocks)] },
  {
    name: 'money without an owner gets one, once: unique (receipt_id)',
    ways: [
      asWritten(async (t) => {
        await t.make('bookings', `${t.own}, payment_id text unique`);
        await t.run('begin');
        await t.add('bookings', t.a, { payment_id: `'pay 1'` });
        const second = isRefused(taken, () => t.other.run(t.into('bookings', t.b, { payment_id: `'pay 1'` })));
        await t.run('commit');
        return await second;
      }),
      { sql: 'the payment’s own row locked before the borrower, compared in both directions', holds: oneOwner },
    ],
  },
  {
    name: 'rows of one transaction know it, in triggers too: pg_current_xact_id()',
    ways: [
      asWritten(madeIn(true)),
      { sql: 'the default of a column, which the coordinator computes; no trigger asks', holds: madeIn(false) },
    ],
  },
  {
    name: 'a savepoint undoes what failed and keeps the rest',
    ways: [
      asWritten(async (t) => {
        await requests(t);
        await t.run('begin');
        await t.add('requests', t.a, { id: loan });
        await t.run('savepoint before');
        const isHeld = await isRefused(taken, () => t.add('requests', t.a, { id: loan }));
        await t.run('rollback to savepoint before');
        await t.add('requests', t.b, { id: loan2 });
        await t.run('commit');
        return isHeld && (await countOf(t, 'requests')) === 2;
      }),
    ],
  },
  {
    name: 'a batch sent in one write is all or nothing, and COMMIT says which',
    ways: [
      asWritten(async (t) => {
        await requests(t);
        const batch = (third: string) => [
          'begin',
          t.into('requests', t.a, { id: loan }),
          third,
          t.into('requests', t.b, { id: loan2 }),
          'commit',
        ];
        const failed = await t.pipeline(batch(`select refuse_unless(false, 'no')`));
        const isNothing = failed.join() === `BEGIN,INSERT,${refusal},25P02,ROLLBACK` && (await countOf(t, 'requests')) === 0;
        const done = await t.pipeline(batch('select 1'));
        return isNothing && done.at(-1) === 'COMMIT' && (await countOf(t, 'requests')) === 2;
      }),
    ],
  },
  { name: 'reads of one moment agree, over all borrowers: repeatable read', ways: [asWritten(oneMoment(true))] },
  { name: 'reads of one moment agree, of one borrower: repeatable read', ways: [asWritten(oneMoment(false))] },
  {
    name: 'what stays is not granted for change, down to the column',
    ways: [
      asWritten(granted((table) => `update (state) on ${table}`)),
      { sql: 'update of the whole table, and a trigger that keeps the column', holds: granted((table) => `update on ${table}`, true) },
    ],
  },
];
