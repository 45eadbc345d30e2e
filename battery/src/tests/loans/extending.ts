// Compares extensions of bills with a model. Tries random actions in every state, whether they are
// allowed or not.
import { mostExtensions } from '@sandali/contract/extension.ts';
import { books } from '@sandali/server/ledger/ledger.ts';
import fc from 'fast-check';
import { makeDebtors, onDay } from '#/debtors.ts';
import type { TestBed } from '#/test-bed.ts';
import { Bill } from './extending.bill.ts';

const states = ['early', 'open', 'taken', 'spent', 'repaid'] as const;
type State = (typeof states)[number];
const acts = ['quote', 'apply', 'fee', 'staleFee', 'other', 'midnight', 'repay'] as const;
type Act = (typeof acts)[number];

/**
 * The states in which an act takes effect. In other states it is refused, or treated as an ordinary
 * payment.
 */
const lawful: Readonly<Record<Act, readonly State[]>> = {
  quote: ['early', 'open', 'taken', 'spent'],
  apply: ['open', 'taken'],
  fee: ['taken'],
  staleFee: [],
  other: states,
  midnight: states,
  repay: ['early', 'open', 'taken', 'spent'],
};
const forbidden: Readonly<Record<Act, readonly State[]>> = {
  quote: ['repaid'],
  apply: ['early', 'spent', 'repaid'],
  fee: [],
  staleFee: states,
  other: [],
  midnight: [],
  repay: [],
};
const refusalOf = {
  early: 'extensionTooEarly',
  spent: 'extensionSpent',
  repaid: 'repaymentClosed',
  open: null,
  taken: null,
} as const;

/**
 * The acts with which walks start, and the states that they reach. `leap` moves to the first day on
 * which extending is possible, or four days ahead.
 */
const starts: readonly { to: State; way: readonly (Act | 'leap')[] }[] = [
  { to: 'early', way: [] },
  { to: 'early', way: ['leap', 'apply', 'fee'] },
  { to: 'open', way: ['leap'] },
  { to: 'open', way: ['leap', 'apply', 'midnight'] },
  { to: 'taken', way: ['leap', 'apply'] },
  { to: 'taken', way: ['leap', 'apply', 'other', 'apply'] },
  { to: 'spent', way: ['leap', 'apply', 'fee', 'leap', 'apply', 'fee', 'leap', 'apply', 'fee'] },
  { to: 'repaid', way: ['leap', 'apply', 'repay'] },
];

type FeeCode = { repaymentId: string; extensionId: string; totalCentavos: number };
type Model = {
  today: Temporal.PlainDate;
  dueOn: Temporal.PlainDate;
  times: number;
  isRepaid: boolean;
  offer: string | null;
  codes: FeeCode[];
};

function stateOf({ today, dueOn, times, isRepaid, offer }: Model): State {
  if (isRepaid) return 'repaid';
  if (times === mostExtensions) return 'spent';
  if (Temporal.PlainDate.compare(today, dueOn.subtract({ days: 3 })) < 0) return 'early';
  return offer ? 'taken' : 'open';
}

const later = (a: Temporal.PlainDate, b: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(a, b) < 0 ? b : a;
const staleOf = ({ codes, offer }: Model) => codes.findLast((code) => code.extensionId !== offer);

function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

/** Moves the model and the bill to the start of a later day. The offer has expired by then. */
function moveTo(model: Model, bill: Bill, day: Temporal.PlainDate): void {
  model.today = day;
  model.offer = null;
  bill.now = day.toZonedDateTime({ timeZone: 'Asia/Manila', plainTime: '00:00' }).toInstant();
}

/**
 * Pays without extending. The payment must reduce the amount owed by exactly its own amount, and
 * cancel the offer.
 */
async function payOrdinary(
  model: Model,
  bill: Bill,
  codeId: string,
  amountCentavos: number,
): Promise<void> {
  const before = model.isRepaid ? null : (await bill.ways()).bill.currentDue.owedCentavos;
  await bill.pay(codeId, amountCentavos);
  if (before === null) return;
  model.offer = null;
  model.isRepaid = amountCentavos >= before;
  if (model.isRepaid) return;
  const after = (await bill.ways()).bill.currentDue.owedCentavos;
  must(
    after === before - amountCentavos,
    `paying ${amountCentavos} changed ${before} owed to ${after}`,
  );
}

/**
 * Performs each act on the model and the bill, which are compared afterwards. `lot` is a random
 * number from 1 to 20.
 */
const doing: Readonly<
  Record<Act | 'leap', (model: Model, bill: Bill, lot: number) => Promise<void>>
> = {
  async quote(model, bill) {
    const refusal = await bill.refusalName(bill.ways());
    must(
      refusal === (model.isRepaid ? 'repaymentClosed' : null),
      `the options were refused: ${refusal}`,
    );
  },
  async apply(model, bill) {
    const expected = refusalOf[stateOf(model)];
    const { extension } = model.isRepaid ? { extension: null } : await bill.ways();
    if (!extension) {
      const refusal = await bill.refusalName(
        bill.apply({ totalCentavos: 100_00, dueOn: model.dueOn.add({ days: 8 }).toString() }),
      );
      must(
        refusal === expected && expected !== null,
        `an offer was refused as ${refusal}, not ${expected}`,
      );
      return;
    }
    const { repaymentId, extensionId } = await bill.apply({
      totalCentavos: extension.totalCentavos,
      dueOn: extension.dueAfter.on,
    });
    must(
      model.offer === null || model.offer === extensionId,
      'accepting a day’s offer again made a second one',
    );
    must(
      model.offer !== null || model.codes.every((code) => code.extensionId !== extensionId),
      'an expired offer was reused',
    );
    model.offer = extensionId;
    model.codes.push({ repaymentId, extensionId, totalCentavos: extension.totalCentavos });
  },
  async fee(model, bill) {
    const code = model.codes.find(({ extensionId }) => extensionId === model.offer);
    const { bill: before, extension } = await bill.ways();
    must(
      code !== undefined && extension !== null && extension.totalCentavos === code.totalCentavos,
      'an accepted offer is not shown any more',
    );
    await bill.pay(code.repaymentId, code.totalCentavos);
    model.dueOn = later(model.dueOn, model.today).add({ days: bill.termDays });
    model.times += 1;
    model.offer = null;
    const after = (await bill.ways()).bill.currentDue.owedCentavos;
    // The fee does not reduce the debt. The fee's payment also pays the late charge to date.
    must(
      after === before.currentDue.owedCentavos - extension.lateCentavos,
      `an extension changed ${before.currentDue.owedCentavos} owed to ${after}`,
    );
  },
  async staleFee(model, bill) {
    const code = staleOf(model);
    must(code !== undefined, 'no code is stale');
    await payOrdinary(model, bill, code.repaymentId, code.totalCentavos);
  },
  async other(model, bill, lot) {
    const live = model.codes.find(({ extensionId }) => extensionId === model.offer);
    // Pay the fee's code a centavo too much or too little, or pay a small amount to the bill's own
    // code.
    if (live && lot > 10)
      return await payOrdinary(
        model,
        bill,
        live.repaymentId,
        live.totalCentavos + (lot % 2 === 0 ? 1 : -1),
      );
    await payOrdinary(model, bill, await bill.ownCode(model.isRepaid), lot * 100);
  },
  async repay(model, bill) {
    await payOrdinary(
      model,
      bill,
      await bill.ownCode(false),
      (await bill.ways()).bill.currentDue.owedCentavos,
    );
    must(model.isRepaid, 'paying the whole amount owed did not repay the loan');
  },
  async midnight(model, bill) {
    moveTo(model, bill, model.today.add({ days: 1 }));
  },
  async leap(model, bill) {
    const opensOn = model.dueOn.subtract({ days: 3 });
    moveTo(model, bill, stateOf(model) === 'early' ? opensOn : model.today.add({ days: 4 }));
  },
};

async function compare(model: Model, bill: Bill): Promise<void> {
  const state = stateOf(model);
  const [rows, dueOn] = await Promise.all([bill.extensions(), bill.dueOn()]);
  const [extensions, open] = [
    rows.filter((row) => row.state === 'success'),
    rows.filter((row) => row.state === 'feeDue' && row.offeredOn.equals(model.today)),
  ];
  must(
    extensions.length === model.times,
    `extended ${extensions.length} times instead of ${model.times}`,
  );
  must(
    open.map((row) => row.id).join() === (model.offer ?? ''),
    `${open.length} of today's offers are open`,
  );
  must(dueOn.equals(model.dueOn), `due on ${dueOn} instead of ${model.dueOn}`);
  if (model.isRepaid) return;
  const { obstacle, extension, extendedTimes, opensOn, feeCode } = await bill.ways();
  must(obstacle === refusalOf[state], `the obstacle is ${obstacle} in the state ${state}`);
  must(
    extendedTimes === model.times && opensOn === model.dueOn.subtract({ days: 3 }).toString(),
    `shown as ${extendedTimes} times, from ${opensOn}`,
  );
  must(
    (feeCode === null) === (model.offer === null),
    `the fee's code is ${feeCode === null ? 'not ' : ''}shown in the state ${state}`,
  );
  const thenDueOn = later(model.dueOn, model.today).add({ days: bill.termDays }).toString();
  must(
    extension === null || extension.dueAfter.on === thenDueOn,
    `extended to ${extension?.dueAfter.on} instead of ${thenDueOn}`,
  );
}

/** Pairs of state and act that lead to other states. */
const leads: readonly string[] = ['open apply', 'taken fee', 'taken midnight'];
/** The acts to draw from. Acts that leave rare states are drawn less often. */
const often = [...acts, 'leap', 'quote', 'apply', 'apply', 'staleFee'] as const;
const runsOfABatch = 5;
const mostCommands = 24;

/**
 * Performs random acts on bills of a separate test bed, until each pair of state and act has been
 * tried `least` times.
 * @throws on a difference from the model, or after too many walks
 */
export async function walkExtensions(
  bed: TestBed,
  { seed, least, walks }: { seed: number; least: number; walks: number },
) {
  const triesByPair = new Map<string, number>();
  const pairsOf = (which: typeof lawful) =>
    acts.flatMap((act) => which[act].map((state) => `${state} ${act}`));
  const timesOf = (pair: string) => triesByPair.get(pair) ?? 0;
  const timesIn = (model: Model, act: Act) => timesOf(`${stateOf(model)} ${act}`);
  const pairs = [...pairsOf(lawful), ...pairsOf(forbidden)];
  const rarest = () => Math.min(...pairs.map(timesOf));
  const command = (act: Act | 'leap', lot: number): fc.AsyncCommand<Model, Bill> => ({
    check: (model) => {
      const state = stateOf(model);
      if (act === 'leap') return state !== 'repaid';
      // Skip pairs that have been tried often enough, except those that lead to other states.
      if (!leads.includes(`${state} ${act}`) && timesOf(`${state} ${act}`) >= least) return false;
      return (
        (lawful[act].includes(state) || forbidden[act].includes(state)) &&
        (act !== 'staleFee' || staleOf(model) !== undefined)
      );
    },
    async run(model, bill) {
      const pair = `${stateOf(model)} ${act}`;
      triesByPair.set(pair, timesOf(pair) + 1);
      try {
        await doing[act](model, bill, lot);
        await compare(model, bill);
      } catch (error) {
        throw new Error(`${pair}: ${(error as Error).message}`);
      }
    },
    toString: () => act,
  });
  const leftIn = (state: State) =>
    pairs
      .filter((pair) => pair.startsWith(`${state} `))
      .reduce((sum, pair) => sum + Math.max(0, least - timesOf(pair)), 0);
  const debtors = await makeDebtors(bed, walks);
  return await onDay(bed, 0, async (server) => {
    const lots = often.map((act) =>
      fc.integer({ min: 1, max: 20 }).map((lot) => command(act, lot)),
    );
    const walk = async (
      start: (typeof starts)[number],
      commands: Iterable<fc.AsyncCommand<Model, Bill>>,
    ) => {
      const debtor = debtors.pop();
      must(
        debtor !== undefined,
        `after ${walks} walks some pairs were tried too rarely: ${pairs.filter((pair) => timesOf(pair) < least).map((pair) => `${pair} ${timesOf(pair)}`)}`,
      );
      const bill = await Bill.of(server, debtor);
      const model: Model = {
        today: bill.arrivedOn,
        dueOn: await bill.dueOn(),
        times: 0,
        isRepaid: false,
        offer: null,
        codes: [],
      };
      for (const act of start.way) await command(act, 1).run(model, bill);
      // Random draws alone may miss a pair for a very long time.
      const rare = acts
        .filter((act) => command(act, 1).check(model))
        .toSorted((a, b) => timesIn(model, a) - timesIn(model, b));
      for (const act of rare.slice(0, 1)) await command(act, 1).run(model, bill);
      await fc.asyncModelRun(() => ({ model, real: bill }), commands);
    };
    const some = fc.commands(lots, { maxCommands: mostCommands, size: '+1' });
    for (let batch = 0; rarest() < least; batch += 1) {
      // Start walks in the state with the most untried pairs.
      const most = Math.max(...states.map(leftIn));
      const useful = starts.filter(({ to }) => leftIn(to) === most);
      const property = fc.asyncProperty(fc.constantFrom(...useful), some, walk);
      await fc.assert(property, {
        numRuns: runsOfABatch,
        seed: seed + batch,
        endOnFailure: true,
        includeErrorInReport: true,
      });
    }
    const sum = (which: typeof lawful) =>
      pairsOf(which).reduce((total, pair) => total + timesOf(pair), 0);
    const breaks = await books(server.app.context.db);
    must(
      breaks.length === 0,
      breaks.map((broken) => `${broken.invariant}: ${broken.subject} ${broken.detail}`).join('; '),
    );
    return {
      made: sum(lawful),
      refused: sum(forbidden),
      rarest: rarest(),
      pairs: pairs.length,
      walks: walks - debtors.length,
    };
  });
}
