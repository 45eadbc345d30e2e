// What triggers hold, and what statements raise. All functions name their schema, because machines of a cluster do not hear of a session's search path.
import { isRefused, type Trial } from '../trial.ts';
import { asWritten, type Guarantee, type Way, withColumn } from './guarantee.ts';

const [entry, second, third, fourth] = ['00', '40', '80', 'c0'].map((end) => `'00000000-0000-4000-8000-00000000ee${end}'`) as [
  string,
  string,
  string,
  string,
];
const [restricted, violated, broken, refusal] = ['23001', '23000', '23514', 'SR001'];
/** What a transaction of one machine fails by at COMMIT: whatever the reason was. */
const lost = 'XX000';

const functionOf = (t: Trial, name: string, body: string, how = '') =>
  t.run(`create function ${name}() returns trigger language plpgsql ${how} set search_path = ${t.schema}, pg_catalog as $$ ${body} $$`);

/** Entries that balance when they are committed, as in 04-ledger.sql; \`owner\` is the condition by which the function finds the lines of the entry's owner. */
async function ledger(t: Trial, owner: string): Promise<void> {
  const { key } = t;
  await t.run(`create table ledger_entries (${t.own}, id uuid, line_count smallint not null, primary key (${key}id))`);
  await t.run(`create table ledger_lines (${t.own}, entry_id uuid, number smallint, kind text, amount bigint, primary key (${key}entry_id, number),
    foreign key (${key}entry_id) references ledger_entries)`);
  await functionOf(
    t,
    'balance',
    `declare total bigint; lines int; begin
      select coalesce(sum(amount), 0), count(*) into total, lines from ledger_lines where ${owner} entry_id = new.id;
      if total <> 0 or lines <> new.line_count then
        raise exception 'entry % does not balance', new.id using errcode = 'integrity_constraint_violation';
      end if; return null; end`,
  );
  await t.run(`create constraint trigger balance after insert on ledger_entries deferrable initially deferred for each row
    execute function balance()`);
  await t.distribute('ledger_entries');
  await t.distribute('ledger_lines');
}
const ownOwner = (t: Trial) => (t.mode === 'plain' ? '' : `${t.mode} = new.${t.mode} and`);

/** Posts an entry of two lines, which says how many it has. */
async function post(t: Trial, who: Trial['a'], id: string, { amounts = [5, -5], count = 2 } = {}): Promise<void> {
  await t.add('ledger_entries', who, { id, line_count: String(count) });
  for (const [at, amount] of amounts.entries())
    await t.add('ledger_lines', who, { entry_id: id, number: String(at + 1), kind: `'suspense'`, amount: String(amount) });
}
const inTransaction = async (t: Trial, work: () => Promise<void>) => {
  await t.run('begin');
  await work();
  await t.run('commit');
};
const undo = (t: Trial) => t.run('rollback');

const balances = (owner: (t: Trial) => string) => async (t: Trial) => {
  await ledger(t, owner(t));
  await inTransaction(t, () => post(t, t.a, entry));
  const fails = (of: object) => isRefused([violated, lost], () => inTransaction(t, () => post(t, t.a, second, of))).finally(() => undo(t));
  const isHeld = (await fails({ amounts: [5, -4] })) && (await fails({ amounts: [] })) && (await fails({ count: 3 }));
  const [left] = await t.run('select count(*)::int as entries from ledger_entries');
  return isHeld && left?.entries === 1;
};
const leavesNothing = (owner: (t: Trial) => string) => async (t: Trial) => {
  await ledger(t, owner(t));
  const both = (isRight: boolean) =>
    inTransaction(t, async () => {
      await post(t, t.a, isRight ? third : entry);
      await post(t, t.b, isRight ? fourth : second, isRight ? {} : { amounts: [5, -4] });
    });
  await both(true);
  const isHeld = await isRefused([violated, lost], () => both(false)).finally(() => undo(t));
  const [left] = await t.run(
    'select (select count(*)::int from ledger_entries) as entries, (select count(*)::int from ledger_lines) as lines',
  );
  return isHeld && left?.entries === 2 && left.lines === 4;
};

/** Accounts whose balance a trigger on the lines keeps, and a check guards. */
async function accounts(t: Trial, body: string, each: string): Promise<void> {
  await t.run(`create table accounts (${t.own}, kind text, balance bigint default 0 check (balance >= 0), primary key (${t.owner}, kind))`);
  await t.run(`create table ledger_lines (${t.own}, number int, kind text, amount bigint, primary key (${t.owner}, number))`);
  await functionOf(t, 'add_up', `begin ${body} return null; end`, 'security definer');
  await t.run(`create trigger add_up after insert on ledger_lines ${each} execute function add_up()`);
  await t.distribute('accounts');
  await t.distribute('ledger_lines');
}
const running = (body: (t: Trial) => string, each: string) => async (t: Trial) => {
  await accounts(t, body(t), each);
  await t.add('accounts', t.a, { kind: `'loan.principal'` });
  const line = (number: number, amount: number) => ({ number: String(number), kind: `'loan.principal'`, amount: String(amount) });
  await t.run(`${t.into('ledger_lines', t.a, line(1, 70))}, ${t.into('ledger_lines', t.a, line(2, 30)).replace(/^.* values /, '')}`);
  const isGuarded = await isRefused(broken, () => t.add('ledger_lines', t.a, line(3, -101)));
  const [left] = await t.run(`select balance::int from accounts where ${t.of(t.a)}`);
  return isGuarded && left?.balance === 100;
};
const same = (t: Trial, left: string, right: string) =>
  `${t.mode === 'bucket' ? `${left}.bucket = ${right}.bucket and ` : ''}${left}.borrower_id = ${right}.borrower_id and ${left}.kind = ${right}.kind`;
const columns = (t: Trial) => `${t.owner}, kind`;

const appendOnly =
  (when: string, change: string, by?: string): Way['holds'] =>
  async (t) => {
    await t.run(`create table facts (${by ? '' : `${t.own}, `}fact text)`);
    await t.run(`create trigger stay before ${when} on facts for each statement execute function ${t.schema}.refuse_change()`);
    await t.distribute('facts', by);
    await (by ? t.run(`insert into facts values ('one')`) : t.add('facts', t.a, { fact: `'one'` }));
    return await isRefused(restricted, () => t.run(change));
  };

/** A budget of the day that loans of all borrowers take from; who takes is the trigger or the transaction itself. */
async function budget(t: Trial, take: string | null): Promise<boolean> {
  await t.make('lending_days', 'day int primary key, lent int check (lent <= 1000)', 'everywhere');
  await t.run('insert into lending_days values (1, 0)');
  await t.run(`create table loans (${t.own}, principal int)`);
  if (!take) {
    await functionOf(t, 'take', 'begin update lending_days set lent = lent + new.principal where day = 1; return null; end');
    await t.run('create constraint trigger take after insert on loans deferrable initially deferred for each row execute function take()');
  }
  await t.distribute('loans');
  const lend = (who: Trial['a']) =>
    inTransaction(t, async () => {
      await t.add('loans', who, { principal: '600' });
      if (take) await t.run(take);
    });
  await lend(t.a);
  const isHeld = await isRefused([broken, lost], () => lend(t.b)).finally(() => undo(t));
  const [left] = await t.run('select (select count(*)::int from loans) as loans, lent from lending_days');
  return isHeld && left?.loans === 1 && left.lent === 600;
}

const refusesUnless = (of: (t: Trial) => string) => async (t: Trial) => {
  await t.make('sessions', `${t.own}, token text`);
  await t.add('sessions', t.a, { token: `'one'` });
  const ask = (token: string) =>
    t.run(`select refuse_unless(exists(select from sessions where ${of(t)} token = '${token}'), 'sessionEnded')`);
  await ask('one');
  return await isRefused(refusal, () => ask('two'));
};

export const triggerGuarantees: Guarantee[] = [
  {
    name: 'an entry balances and has all its lines at commit: deferred constraint trigger',
    ways: [asWritten(balances(() => '')), withColumn(balances(ownOwner))],
  },
  {
    name: 'an entry that does not balance leaves nothing on another machine either',
    ways: [asWritten(leavesNothing(() => '')), withColumn(leavesNothing(ownOwner))],
  },
  {
    name: 'a commit that a deferred trigger refuses says why: SQLSTATE',
    ways: [
      asWritten(async (t) => {
        await ledger(t, ownOwner(t));
        return await isRefused(violated, () => inTransaction(t, () => post(t, t.a, entry, { count: 3 }))).catch(() => false);
      }),
      {
        sql: 'the last statement of the batch asks the same: select refuse_unless(…)',
        async holds(t) {
          await ledger(t, ownOwner(t));
          const ask = `select refuse_unless(coalesce(sum(amount), 0) = 0 and count(*) = 3, 'unbalanced') from ledger_lines where ${t.of(t.a)}`;
          const work = async () => {
            await post(t, t.a, entry, { count: 3 });
            await t.run(ask);
          };
          return await isRefused(refusal, () => inTransaction(t, work));
        },
      },
    ],
  },
  {
    name: 'a balance is the sum of its lines, and guarded: statement trigger with a transition table',
    ways: [
      asWritten(
        running(
          (t) => `update accounts a set balance = balance + m.amount
            from (select ${columns(t)}, sum(amount) as amount from added group by ${columns(t)}) m where ${same(t, 'a', 'm')};`,
          'referencing new table as added for each statement',
        ),
      ),
      {
        sql: 'a trigger for each row',
        holds: running((t) => `update accounts a set balance = balance + new.amount where ${same(t, 'a', 'new')};`, 'for each row'),
      },
    ],
  },
  {
    name: 'an entry goes to an open day: a row trigger that reads a table of the company',
    ways: [
      asWritten(async (t) => {
        await t.make('ledger_head', 'closed_to date', 'everywhere');
        await t.run(`insert into ledger_head values ('2026-01-31')`);
        await t.run(`create table entries (${t.own}, booked_on date)`);
        await functionOf(
          t,
          'book',
          'begin select greatest(new.booked_on, closed_to + 1) into new.booked_on from ledger_head; return new; end',
        );
        await t.run('create trigger book before insert on entries for each row execute function book()');
        await t.distribute('entries');
        await t.add('entries', t.a, { booked_on: `'2026-01-15'` });
        return (await t.run(`select 1 from entries where booked_on = '2026-02-01'`)).length === 1;
      }),
    ],
  },
  {
    name: 'a loan goes from state to state as its machine says: row trigger',
    ways: [
      asWritten(async (t) => {
        await t.run(`create table loans (${t.own}, state text)`);
        await functionOf(
          t,
          'move',
          `begin if old.state = 'success' then raise exception 'no' using errcode = 'restrict_violation'; end if; return new; end`,
        );
        await t.run('create trigger move before update on loans for each row execute function move()');
        await t.distribute('loans');
        await t.add('loans', t.a, { state: `'paying'` });
        await t.run(`update loans set state = 'success' where ${t.of(t.a)}`);
        return await isRefused(restricted, () => t.run(`update loans set state = 'failed' where ${t.of(t.a)}`));
      }),
    ],
  },
  { name: 'facts stay: trigger before update or delete', ways: [asWritten(appendOnly('update or delete', 'delete from facts'))] },
  { name: 'a table is not emptied: trigger before truncate', ways: [asWritten(appendOnly('truncate', 'truncate facts'))] },
  {
    name: 'facts of the company stay: trigger on a reference table',
    ways: [asWritten(appendOnly('update or delete', `update facts set fact = 'two'`, 'everywhere'))],
  },
  {
    name: 'a day’s budget is kept by all loans: deferred trigger that changes a row of the company',
    ways: [
      asWritten((t) => budget(t, null)),
      {
        sql: 'the last statement of the batch takes from the budget',
        holds: (t) => budget(t, 'update lending_days set lent = lent + 600 where day = 1'),
      },
    ],
  },
  {
    name: 'a statement raises a refusal: select refuse_unless(exists(…)) by the key of a row',
    ways: [asWritten(refusesUnless(() => '')), withColumn(refusesUnless((t) => `${t.of(t.a)} and`))],
  },
  {
    name: 'an update that meets no row is refused: with … update … returning, select refuse_unless(…)',
    ways: [
      asWritten(async (t) => {
        await t.make('credit_lines', `${t.own}, used int`);
        await t.add('credit_lines', t.a, { used: '0' });
        const take = (used: number) =>
          t.run(`with taken as (update credit_lines set used = used + 1 where ${t.of(t.a)} and used = ${used} returning 1)
            select refuse_unless(exists(select from taken), 'systemBusy')`);
        await take(0);
        const isHeld = await isRefused(refusal, () => take(0));
        const [left] = await t.run(`select used from credit_lines where ${t.of(t.a)}`);
        return isHeld && left?.used === 1;
      }),
    ],
  },
  {
    name: 'a trigger raises a refusal: its SQLSTATE and message arrive',
    ways: [
      asWritten(async (t) => {
        await t.run(`create table loans (${t.own})`);
        await functionOf(t, 'refuse', `begin raise exception 'budgetSpent' using errcode = 'SR001'; end`);
        await t.run('create trigger refuse before insert on loans for each row execute function refuse()');
        await t.distribute('loans');
        return await t.add('loans', t.a, {}).then(
          () => false,
          (error: Error & { code?: string }) => error.code === refusal && error.message === 'budgetSpent',
        );
      }),
    ],
  },
];
