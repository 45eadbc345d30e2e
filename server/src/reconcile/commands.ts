// What staff sees of reconciliation, and how two people settle a break that does not close by itself.
import { zDay } from '@sandali/contract/day.ts';
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import * as v from 'valibot';
import { Declined, type StaffAnswer, type StaffCommand, type StaffCtx, staffCommand } from '#/commands/command.ts';
import type { Tx } from '#/db/database.ts';
import { workCtx } from '#/kit/ctx.ts';
import { manilaDayOf, wireDay, wireInstant } from '#/kit/days.ts';
import { bankNamed, banksOf } from '#/kit/gateways.ts';
import type { House } from '#/kit/house.ts';
import { alarmOfStatements } from './alarm.ts';
import * as breaks from './breaks.store.ts';
import { readStatementFile } from './file.ts';
import { ChangedStatement, readDay, takeStatement } from './reconcile-days.ts';
import { type DaySums, daySums } from './store.ts';

const listLength = 200;
const zId = v.pipe(v.string(), v.uuid());
const zGateway = v.optional(v.pipe(v.string(), v.regex(/^\w{1,40}$/)));
const zFile = v.strictObject({ day: zDay, gateway: zGateway, text: v.pipe(v.string(), v.maxLength(8_000_000)) });

export const reconcileCommands: StaffCommand[] = [
  staffCommand({
    name: 'reconcile day',
    kind: 'look',
    roles: ['finance', 'engineer'],
    request: v.strictObject({ day: v.optional(zDay), gateway: zGateway }),
    run: async ({ house, now }, _tx, { day, gateway = house.bank.name }) => {
      const asked = { gateway: mustBeKnown(house, gateway).name, day: dayOver(now, day).toString() };
      return { data: asked, detail: asked };
    },
    // Outside the transaction, because the gateway is asked.
    answer: async ({ house }, asked) => {
      const { gateway, day: on } = asked as { gateway: string; day: string };
      const day = Temporal.PlainDate.from(on);
      const compared = await readDay(workCtx(house), mustBeKnown(house, gateway), day);
      return { isRead: compared !== null, ...shownDay(await daySums(house.db, gateway, day)) };
    },
  }),
  staffCommand({
    name: 'reconcile breaks',
    kind: 'look',
    roles: ['finance', 'engineer'],
    request: v.strictObject({}),
    run: async ({ house, now }, tx) => ({
      data: {
        alarm: await alarmOfStatements(house, tx, now),
        breaks: (await breaks.openBreaks(tx, listLength)).map((row) => ({ ...shown(row, now), proposedBy: row.proposed_by })),
      },
    }),
  }),
  staffCommand({
    name: 'reconcile show',
    kind: 'look',
    roles: ['finance', 'engineer'],
    request: v.strictObject({ id: zId }),
    run: async ({ now }, tx, { id }) => {
      const row = await mustFind(tx, id);
      const said = row.reason && {
        reason: row.reason,
        proposedBy: row.proposed_by,
        confirmedBy: row.confirmed_by,
      };
      const ended = row.ended_at && { as: row.ended_as, at: wireInstant(row.ended_at) };
      const more = { lineId: row.line_id, entryId: row.entry_id, foundAt: wireInstant(row.found_at), ended, said };
      return { data: { break: { ...shown(row, now), ...more } }, detail: { break: id } };
    },
  }),
  staffCommand({ name: 'reconcile settle', kind: 'change', roles: ['finance'], request: v.strictObject({ id: zId }), run: settle }),
  staffCommand({
    name: 'reconcile import',
    kind: 'change',
    roles: ['finance'],
    bodyLimitBytes: 10_000_000,
    request: zFile,
    run: importFile,
    after: ({ house }) => house.wake(),
  }),
];

/** @throws Declined for a day that is not over. */
function dayOver(now: Temporal.Instant, day: string | undefined): Temporal.PlainDate {
  const yesterday = manilaDayOf(now).subtract({ days: 1 });
  const asked = day ? Temporal.PlainDate.from(day) : yesterday;
  if (Temporal.PlainDate.compare(asked, yesterday) > 0) throw new Declined(`${asked} is not over yet.`);
  return asked;
}

/** @throws Declined for a gateway that this server cannot ask. */
function mustBeKnown(house: House, gateway: string) {
  const bank = bankNamed(house, gateway);
  const known = banksOf(house).map(({ name }) => name);
  if (!bank) throw new Declined(`This server is not told of ${gateway}, only of ${known.join(', ')}. Its statement can come by a file.`);
  return bank;
}

async function mustFind(tx: Tx, id: string, lock = false) {
  const row = await breaks.findBreak(tx, id, lock);
  if (!row) throw new Declined(`There is no break ${id}.`);
  return row;
}

/** The first person proposes with a reason, another confirms with the same command. */
async function settle({ now, approvals }: StaffCtx, tx: Tx, { id }: { id: string }): Promise<StaffAnswer> {
  const row = await mustFind(tx, id, true);
  if (row.ended_at) throw new Declined(`This break has ended: it was ${row.ended_as}.`);
  if (!row.settlement_id) {
    await breaks.insertSettlement(tx, { id: await approvals.propose(tx, 'break'), breakId: id });
    return { data: { id, outcome: 'proposed' }, detail: { break: id, kind: row.kind, outcome: 'proposed' } };
  }
  const proposedBy = await approvals.confirm(tx, row.settlement_id);
  await breaks.endAsSettled(tx, id, now);
  return { data: { id, outcome: 'settled' }, detail: { break: id, kind: row.kind, outcome: 'settled', proposedBy } };
}

/** Takes a statement from a file. @throws Declined where it cannot be read, or says of a line something else than before. */
async function importFile({ house, now, wall }: StaffCtx, tx: Tx, file: v.InferOutput<typeof zFile>): Promise<StaffAnswer> {
  const { day: on, gateway = house.bank.name, text } = file;
  const day = dayOver(now, on);
  const lines = readStatementFile(text, day);
  if ('wrong' in lines) throw new Declined(lines.wrong);
  try {
    const compared = await takeStatement({ house, now, wall }, tx, { gateway, day, source: 'file', lines });
    const data = { ...compared, ...shownDay(await daySums(tx, gateway, day)) };
    return { data, detail: { day: on, gateway, lines: lines.length, found: compared.found } };
  } catch (error) {
    if (error instanceof ChangedStatement) throw new Declined(`${error.message}. A line that was read stays as it was.`);
    throw error;
  }
}

const pesos = (amount: bigint | null) => amount && formatPesos(centavos(amount));
const day = (on: Temporal.PlainDate | null) => on && wireDay(on);

function shown(row: breaks.BreakRow | NonNullable<Awaited<ReturnType<typeof breaks.findBreak>>>, now: Temporal.Instant) {
  return {
    id: row.id,
    kind: row.kind,
    gateway: row.gateway,
    movement: row.movement,
    subject: row.subject,
    bank: pesos(row.bank_centavos),
    bankOn: day(row.bank_on),
    currency: row.currency,
    books: pesos(row.books_centavos),
    booksOn: day(row.books_on),
    ageDays: row.on_day.until(manilaDayOf(now)).days,
  };
}

function shownDay(sums: DaySums) {
  const { bankCentavos, booksCentavos, explainedCentavos } = sums;
  return {
    day: wireDay(sums.day),
    lines: sums.lines,
    source: sums.source,
    readAt: sums.readAt && wireInstant(sums.readAt),
    bankCentavos: Number(bankCentavos),
    booksCentavos: Number(booksCentavos),
    explainedCentavos: Number(explainedCentavos),
    unexplainedCentavos: Number(booksCentavos - bankCentavos - explainedCentavos),
    openBreaks: sums.openBreaks,
  };
}
