// Compares the states of loans and payouts in a real database with a model: every allowed change
// succeeds, every other change is refused, and a loan's record lists exactly its changes.
import { randomBytes, randomUUID } from 'node:crypto';
import { type LoanState, loanStates } from '@sandali/contract/loan.ts';
import { connect, type Database, inTx } from '@sandali/server/db/database.ts';
import { moveLoan } from '@sandali/server/loan/store.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { type BatteryTest, Findings } from '#/test.ts';
import { withTestBed } from '#/test-bed.ts';
import { walkExtensions } from './extending.ts';

type Ways<State extends string> = Readonly<Record<State, readonly State[]>>;

/**
 * The allowed changes of a loan. The bank may reverse a payout; other final states never change.
 */
const loanWays: Ways<LoanState> = {
  submitting: ['approving', 'cancelled'],
  approving: ['paying', 'cancelled', 'failed'],
  paying: ['bankProcessing', 'success', 'failed', 'cancelled'],
  bankProcessing: ['success', 'failed'],
  success: ['reversed'],
  failed: [],
  cancelled: [],
  reversed: [],
};

const payoutStates = [
  'ready',
  'sent',
  'unknown',
  'paid',
  'failed',
  'reversed',
  'cancelled',
] as const;
type PayoutState = (typeof payoutStates)[number];
const payoutWays: Ways<PayoutState> = {
  ready: ['sent', 'failed', 'cancelled'],
  sent: ['paid', 'failed', 'unknown'],
  unknown: ['paid', 'failed'],
  paid: ['reversed'],
  failed: [],
  reversed: [],
  cancelled: [],
};

/** An object with a state in the database. */
type Thing<State extends string> = {
  create(): Promise<string>;
  /** @returns the database's refusal, or null. */
  move(id: string, to: State): Promise<string | null>;
  state(id: string): Promise<string>;
  /** Returns the object's past states, if the database records them. */
  record?(id: string): Promise<string[]>;
};

type Model<State extends string> = { state: State; went: State[] };

const refusalOf = {
  loans: 'loan cannot change from',
  payouts: 'payout cannot change from',
} as const;

/** Makes random changes from every state, at least `least` times for each pair of states. */
async function walk<State extends string>(
  kind: keyof typeof refusalOf,
  {
    states,
    ways,
    thing,
  }: { states: readonly [State, ...State[]]; ways: Ways<State>; thing: Thing<State> },
  { seed, least, runs }: { seed: number; least: number; runs: number },
) {
  const triesByChange = new Map<string, number>();
  const pairs = states.flatMap((from) =>
    states
      .filter((to) => to !== from)
      .map((to) => ({ from, to, isAllowed: ways[from].includes(to) })),
  );
  const command = (to: State): fc.AsyncCommand<Model<State>, string> => ({
    check: ({ state }) => state !== to,
    async run(model, id) {
      const { state: from } = model;
      const refusal = await thing.move(id, to);
      triesByChange.set(`${from} ${to}`, (triesByChange.get(`${from} ${to}`) ?? 0) + 1);
      if (ways[from].includes(to)) {
        if (refusal !== null) throw new Error(`${kind}: ${from} to ${to} was refused: ${refusal}`);
        model.state = to;
        model.went.push(to);
      } else if (!refusal?.startsWith(refusalOf[kind]))
        throw new Error(`${kind}: ${from} to ${to} ended as ${refusal ?? 'accepted'}`);
      if ((await thing.state(id)) !== model.state)
        throw new Error(`${kind}: not in the state ${model.state}`);
    },
    toString: () => to,
  });
  const walks = fc.commands(
    states.map((to) => fc.constant(command(to))),
    { maxCommands: 24, size: '+1' },
  );
  const once = async (start: State, commands: Iterable<fc.AsyncCommand<Model<State>, string>>) => {
    const id = await thing.create();
    const model: Model<State> = { state: states[0], went: [states[0]] };
    for (const to of shortestPath(start, states[0], ways)) await command(to).run(model, id);
    await fc.asyncModelRun(() => ({ model, real: id }), commands);
    const record = await thing.record?.(id);
    if (record && record.join() !== model.went.join())
      throw new Error(`${kind}: recorded ${record.join()}, went ${model.went.join()}`);
  };
  const rarest = () =>
    Math.min(...pairs.map(({ from, to }) => triesByChange.get(`${from} ${to}`) ?? 0));
  for (let batch = 0; rarest() < least && batch < mostBatches; batch += 1) {
    const walksOfABatch = fc.asyncProperty(fc.constantFrom(...states), walks, once);
    await fc.assert(walksOfABatch, { numRuns: runs, seed: seed + batch });
  }
  const count = (isAllowed: boolean) =>
    pairs
      .filter((pair) => pair.isAllowed === isAllowed)
      .reduce((sum, { from, to }) => sum + (triesByChange.get(`${from} ${to}`) ?? 0), 0);
  return { made: count(true), refused: count(false), rarest: rarest(), pairs: pairs.length };
}

const mostBatches = 60;

/** Returns the shortest allowed path to a state. */
function shortestPath<State extends string>(goal: State, from: State, ways: Ways<State>): State[] {
  const queue: State[][] = [[from]];
  for (const way of queue) {
    const last = way.at(-1) as State;
    if (last === goal) return way.slice(1);
    for (const next of ways[last]) if (!way.includes(next)) queue.push([...way, next]);
  }
  throw new Error(`no path leads to ${goal}`);
}

const at = Temporal.Instant.from('2026-06-01T02:00:00Z');
/** The hash of the disclosure statement with which every loan here was signed. */
const hash = randomBytes(32);

/** Inserts a borrower, a catalogue, and rows of loans and payouts. */
async function things({
  db,
  pool,
}: Database): Promise<{ loan: Thing<LoanState>; payout: Thing<PayoutState> }> {
  const borrowerId = randomUUID();
  await pool.query(
    `insert into borrowers (id, phone_sealed, phone_hash, agreement_version, locale, registered_at) values ($1, '', $2, 'test', 'en', $3)`,
    [borrowerId, randomBytes(32), at.toString()],
  );
  await pool.query(
    `insert into catalogues (name, id, version, content, legal_rule, loaded_at) values ('test 1', 'test', 1, '{"id": "test", "version": 1}', 'test', $1)`,
    [at.toString()],
  );
  const refused = async (work: Promise<unknown>) =>
    await work.then(
      () => null,
      (error: Error) => error.message,
    );
  const loan: Thing<LoanState> = {
    async create() {
      const [loanId, quoteId] = [randomUUID(), randomUUID()];
      await inTx(db, async (tx) => {
        await sql`insert into quotes (id, borrower_id, principal_centavos, term_days, channel, facts, catalogue, legal_rule, disclosure_version,
            disclosure_hash, made_at, ends_at, locale)
          values (${quoteId}, ${borrowerId}, 100000, 8, 'wallet', '{}', 'test 1', 'test', 'test', ${hash}, ${at}, ${at}, 'en')`.execute(
          tx,
        );
        await sql`insert into loans (id, borrower_id, quote_id, reference_no, state, principal_centavos, term_days, channel, interest_centavos,
            service_fee_centavos, channel_fee_centavos, interest_per_day_bps,
            late_charge_per_month_bps, service_fee_bps, arrival_centavos, receiver_label,
            receiver_last4, receiver_mark, disclosure_hash, disclosure_version, agreement_locale,
            agreement_session_hash,
            legal_rule, signed_at)
          values (${loanId}, ${borrowerId}, ${quoteId}, ${loanId}, 'submitting', 100000, 8, 'wallet', 1600, 0, 0, 20, 500, 100, 100000, '', '', '',
            ${hash}, 'test', 'en', '', 'test', ${at})`.execute(tx);
        await sql`insert into signed_agreements (loan_id, borrower_id, hash, text_sealed) values (${loanId}, ${borrowerId}, ${hash}, '')`.execute(
          tx,
        );
      });
      await inTx(db, (tx) =>
        moveLoan(tx, loanId, 'submitting', { at, who: 'borrower', reason: 'applied' }),
      );
      return loanId;
    },
    move: (id, to) =>
      refused(inTx(db, (tx) => moveLoan(tx, id, to, { at, who: 'battery', reason: 'tried' }))),
    state: async (id) =>
      (await db.selectFrom('loans').select('state').where('id', '=', id).executeTakeFirstOrThrow())
        .state,
    record: async (id) =>
      (
        await db
          .selectFrom('loan_state_changes')
          .select('state')
          .where('loan_id', '=', id)
          .orderBy('number')
          .execute()
      ).map(({ state }) => state),
  };
  const payout: Thing<PayoutState> = {
    async create() {
      const id = randomUUID();
      await pool.query(
        `insert into payouts (id, kind, subject_id, borrower_id, amount_centavos, channel, receiver_sealed, gateway, ordered_at, next_attempt_at)
         values ($1, 'loan', $2, $3, 100000, 'wallet', '', 'sandbox', $4, $4)`,
        [id, randomUUID(), borrowerId, at.toString()],
      );
      return id;
    },
    move: (id, to) =>
      refused(db.updateTable('payouts').set({ state: to }).where('id', '=', id).execute()),
    state: async (id) =>
      (
        await db
          .selectFrom('payouts')
          .select('state')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).state,
  };
  return { loan, payout };
}

export const machine: BatteryTest = {
  name: 'loans-machine',
  about: 'loans, payouts and extensions behave as their model, over 100 times per change',
  async run({ seed, isQuick }) {
    const findings = new Findings();
    return await withTestBed({ payment: 'silent', payDelayMs: 0 }, async (bed) => {
      // Run extensions first, because the server cannot process the bare rows of the other walks.
      const extensions = await walkExtensions(bed, {
        seed,
        least: isQuick ? 1 : 101,
        walks: isQuick ? 40 : 900,
      });
      const least = isQuick ? 1 : 100;
      const often = { seed, least, runs: isQuick ? 50 : 200 };
      const database = connect(bed.setup.place, { max: 1 });
      try {
        const { loan, payout } = await things(database);
        const loans = await walk(
          'loans',
          { states: loanStates, ways: loanWays, thing: loan },
          often,
        );
        const payouts = await walk(
          'payouts',
          { states: payoutStates, ways: payoutWays, thing: payout },
          often,
        );
        for (const { rarest } of [loans, payouts])
          findings.expect(rarest >= least, `a change was tried only ${rarest} times`);
        const named = (name: string, counts: object) =>
          Object.entries(counts).map(([key, count]) => [`${name}.${key}`, count]);
        const entries = [
          ...named('loans', loans),
          ...named('payouts', payouts),
          ...named('extensions', extensions),
        ];
        return findings.outcome(Object.fromEntries(entries));
      } finally {
        await database.pool.end();
      }
    });
  },
};
