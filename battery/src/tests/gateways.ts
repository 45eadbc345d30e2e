// Promise P1 after the configuration switches to another gateway, or to another account under the
// same name. Compares both banks' settlement reports with the loans and the ledger.
import * as path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { storeSetting } from '@sandali/server/context/settings.ts';
import { statesBefore } from '@sandali/server/data/states.ts';
import { companyAccount } from '@sandali/server/ledger/chart.ts';
import { balanceOf, books } from '@sandali/server/ledger/ledger.ts';
import { payoutTrouble } from '@sandali/server/payout/payout.ts';
import { startBankSimulator } from '@sandali/simulators/start.ts';
import { type Member, multiply, signOne } from '#/crowd.ts';
import { type AtBank, openServer, type ServerSetup } from '#/server.ts';
import { type BatteryTest, type Context, Findings } from '#/test.ts';
import { askBank, settlementLinesOf, type TestBed, withTestBed } from '#/test-bed.ts';
import { endOf } from './payouts.ts';

/**
 * Account endings that select the simulator's behaviour, in this order: error after paying, silence
 * after paying, connection cut after paying, error without a visible payout, busy, paid, paid,
 * refused.
 */
const endings = ['0002', '0003', '0004', '0011', '0010', '7701', '7702', '0001'];
const behaviour = { hiddenMs: 200, payDelayMs: 50 };
/**
 * How many ms each server's clock is ahead of the previous server's. By then, unanswered payouts
 * are due for another query.
 */
const [soonMs, longMs] = [31_000, 601_000];
const mostRounds = 60;
const lookEveryMs = 50;

type Server = 'forgetful' | 'moved' | 'disguised';

export const gateways: BatteryTest = {
  name: 'gateways',
  about: 'while the gateway changes, each payout under way is paid once, by its own gateway',
  async run(context) {
    const findings = new Findings();
    const wanted = context.isQuick ? 40 : 600;
    return await withTestBed(behaviour, async (bed) => {
      const drawn = lots(wanted, context);
      const half = wanted / 2;
      const crowd = await signMany(bed, 0, drawn.slice(0, half));
      return await withAnother(bed, async (another, anotherFile) => {
        const banks = { old: { ...bed.setup.bank }, another };
        const orderedAtOld = await orderAll(bed);
        crowd.push(...(await signMany(bed, 1, drawn.slice(half))));
        const rounds = await changeAndFinish(bed, context, banks, findings);
        const counts = await judge(bed, anotherFile, crowd, findings);
        return findings.outcome({ payouts: wanted, orderedAtOld, rounds, ...counts });
      });
    });
  },
};

/** Copies the `nth` person's loan. The copies wait for approval. */
async function signMany(
  { setup, database }: TestBed,
  nth: number,
  endings: readonly string[],
): Promise<Member[]> {
  const members = await multiply(database, setup, await signOne(setup, { nth }), endings);
  await database.db
    .transaction()
    .execute((tx) => storeSetting(tx, 'payoutsOn', true, 'battery', Temporal.Now.instant()));
  return members;
}

function lots(count: number, { random }: Context): string[] {
  return Array.from({ length: count }, () => endings[Math.floor(random() * endings.length)] ?? '');
}

/** Runs a second bank, whose webhooks nobody receives. */
async function withAnother<T>(
  bed: TestBed,
  work: (another: AtBank, settlementReportFile: string) => Promise<T>,
): Promise<T> {
  const folder = path.join(bed.setup.folder, 'another-bank');
  const { token, timeoutMs } = bed.setup.bank;
  const offsetMs = bed.setup.aheadMs;
  const bank = await startBankSimulator({
    folder,
    hookUrl: 'http://127.0.0.1:9/hooks/another',
    token,
    offsetMs,
  });
  try {
    await askBank(`${bank.url}/control/behave`, token, behaviour);
    return await work(
      { url: bank.url, token, timeoutMs, name: 'another' },
      path.join(folder, 'settlement-report.jsonl'),
    );
  } finally {
    await bank.stop();
  }
}

/** Runs a server with these gateways for some rounds. */
async function work(
  setup: ServerSetup,
  steps: readonly string[],
  isEnough: () => Promise<boolean>,
) {
  const { app, close } = await openServer(setup);
  try {
    const ctx = () => ({
      app: app.context,
      now: app.context.clocks.now(),
      wall: app.context.clocks.wall(),
    });
    for (let look = 0; look < mostRounds && !(await isEnough()); look++)
      for (const name of steps) await app.steps.find((step) => step.name === name)?.run(ctx());
    return await payoutTrouble(app.context);
  } finally {
    await close();
  }
}

/** Orders all payouts at the old gateway. @returns the number of payouts. */
async function orderAll({ setup, database: { db } }: TestBed): Promise<number> {
  const ready = db.selectFrom('payouts').select('id').where('state', '=', 'ready');
  await work(setup, ['approve', 'payouts'], async () => {
    const isUnderway = (await db.selectFrom('payouts').select('id').limit(1).execute()).length > 0;
    return isUnderway && (await ready.execute()).length === 0;
  });
  return (await db.selectFrom('payouts').select('id').execute()).length;
}

/**
 * Starts servers with changing gateways, until the server that knows both gateways finishes.
 * @returns the number of servers that it started
 */
async function changeAndFinish(
  { setup, database: { db } }: TestBed,
  { random, isQuick }: Context,
  { old, another }: { old: AtBank; another: AtBank },
  findings: Findings,
): Promise<number> {
  const gatewaysOf: Record<Server, Pick<ServerSetup, 'bank' | 'earlierBanks'>> = {
    forgetful: { bank: another, earlierBanks: [] },
    moved: { bank: another, earlierBanks: [old] },
    // Credentials of another account under the old gateway's name.
    disguised: { bank: { ...another, name: 'sandbox', account: 'another' }, earlierBanks: [] },
  };
  const openLoans = async () => {
    const row = db.selectFrom('loans').select(({ fn }) => fn.countAll<bigint>().as('count'));
    return Number(
      (await row.where('state', 'in', statesBefore('loan', 'success')).executeTakeFirstOrThrow())
        .count,
    );
  };
  const lotsOfServers: Server[] = ['disguised', 'forgetful'];
  for (let nth = 0; nth < (isQuick ? 2 : 8); nth++)
    lotsOfServers.push(
      (['forgetful', 'moved', 'disguised'] as const)[Math.floor(random() * 3)] ?? 'moved',
    );
  let [rounds, aheadMs] = [0, setup.aheadMs];
  for (const server of lotsOfServers) {
    let looks = 0;
    aheadMs += soonMs;
    // Only the server that knows both gateways may approve; otherwise another account could take
    // over an order.
    const steps = server === 'moved' ? ['approve', 'payouts'] : ['payouts'];
    const { withoutGateway } = await work(
      { ...setup, ...gatewaysOf[server], aheadMs },
      steps,
      async () => looks++ >= 6,
    );
    if (server === 'forgetful')
      findings.expect(withoutGateway > 0, 'no alarm for a missing gateway');
    rounds += 1;
  }
  for (; (await openLoans()) > 0 && rounds < mostRounds; rounds++) {
    let looks = 0;
    aheadMs += longMs;
    await work(
      { ...setup, ...gatewaysOf.moved, aheadMs },
      ['approve', 'payouts'],
      async () => looks++ >= 12,
    );
    await setTimeout(lookEveryMs);
  }
  return rounds;
}

/** Compares the settlement reports of both banks with each loan's state and gateway. */
async function judge(
  { database: { db }, settlementReportFile }: TestBed,
  anotherFile: string,
  crowd: readonly Member[],
  findings: Findings,
) {
  const at = {
    sandbox: settlementLinesOf(settlementReportFile),
    another: settlementLinesOf(anotherFile),
  };
  const rows = await db
    .selectFrom('loans as l')
    .leftJoin('payouts as p', (join) =>
      join.onRef('p.subject_id', '=', 'l.id').on('p.kind', '=', 'loan'),
    )
    .select(['l.id', 'l.state', 'p.id as payout_id', 'p.state as payout_state', 'p.gateway'])
    .execute();
  const endingOf = new Map(crowd.map(({ loanId, lastFour }) => [loanId, lastFour]));
  const counts = { paidTwice: 0, paidElsewhere: 0, open: 0, otherwise: 0 };
  const paidAt = (name: keyof typeof at, id: string | null) =>
    at[name].filter((line) => line.kind === 'payoutPaid' && line.reference === id).length;
  for (const row of rows) {
    const paid = {
      sandbox: paidAt('sandbox', row.payout_id),
      another: paidAt('another', row.payout_id),
    };
    const ended = endOf(endingOf.get(row.id) ?? '');
    if (paid.sandbox + paid.another > 1) counts.paidTwice += 1;
    else if ((row.gateway === 'sandbox' ? paid.another : paid.sandbox) > 0)
      counts.paidElsewhere += 1;
    else if (!['success', 'failed'].includes(row.state)) counts.open += 1;
    else if (
      row.state !== ended.state ||
      row.payout_state !== ended.payout ||
      paid.sandbox + paid.another !== ended.paid
    )
      counts.otherwise += 1;
  }
  for (const [difference, count] of Object.entries(counts))
    findings.expect(count === 0, `${difference}: ${count}`);
  const lines = [...at.sandbox, ...at.another];
  const moved = lines.reduce(
    (sum, line) =>
      sum + BigInt(line.kind === 'payoutPaid' ? -line.amountCentavos : line.amountCentavos),
    0n,
  );
  const float = await balanceOf(db, companyAccount('gateway.float'));
  findings.expect(
    float === moved,
    `the ledger has ${float} at the gateways, their settlement reports ${moved}`,
  );
  const wrong = await books(db);
  findings.expect(
    wrong.length === 0,
    wrong
      .slice(0, 3)
      .map((broken) => `${broken.invariant}: ${broken.subject} ${broken.detail}`)
      .join('; '),
  );
  return { ...counts, linesAtOld: at.sandbox.length, linesAtAnother: at.another.length };
}
