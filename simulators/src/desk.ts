import { randomInt, randomUUID } from 'node:crypto';
import * as path from 'node:path';
import * as v from 'valibot';
import { apply, type Bank, type Code, newBank, type Payout } from './bank.ts';
import { type BankEvent, bankEvent, type NextStep } from './events.ts';
import { openLines } from './journal.ts';
import { type Moment, type Random, takeStep, text } from './payouts.ts';
import { type CodeLimits, payAuthorised } from './repayments.ts';
import { openSettlementReport, type SettlementReport } from './settlementReport.ts';

/** Ids and digits from the operating system's random source. */
export const systemRandom: Random = {
  id: (prefix) => `${prefix}_${randomUUID().replaceAll('-', '')}`,
  digits: (count) => Array.from({ length: count }, () => randomInt(10)).join(''),
};

export interface DeskSettings {
  folder: string;
  /** Business time minus wall time, at the start. */
  offsetMs: number;
  /** The wall time from accepting a payout to paying it. */
  payDelayMs: number;
  /** The client's balance before the first movement. */
  floatCentavos: number;
  /** Limits for one payment, by channel; channels that are not listed accept any amount. */
  codeLimits?: CodeLimits | null;
  wall: () => Temporal.Instant;
  random: Random;
  /** Whether each line is on disk before the bank responds; true by default. */
  isSynced?: boolean;
}

/** The running bank: its state, files and clock. Only `record` changes the state. */
export interface Desk {
  readonly bank: Bank;
  readonly settlementReport: SettlementReport;
  readonly random: Random;
  readonly codeLimits: CodeLimits;
  payDelayMs(): number;
  /** The wall time from authorisation on a checkout page to the payment. */
  takeDelayMs(): number;
  now(): Moment;
  setOffset(offsetMs: number): void;
  /** Stores events as one unit: first on disk, then in the state and the settlement report. */
  record(events: BankEvent[]): void;
  /** Calls the listener after events are recorded and after the offset changes. */
  onChange(listener: () => void): void;
  /** Returns the wall time at which the next step is due, or null. */
  nextDueAt(): Temporal.Instant | null;
  /** Performs the first step that is due. @returns whether a step was due */
  workDue(): boolean;
}

const usualTakeDelayMs = 1_000;

const journalLine = v.array(bankEvent);
/** The maximum delay of the timer, because setTimeout fires immediately beyond 24 days. */
const longestWaitMs = 3_600_000;

/** Opens the bank in a folder and rebuilds its state from the journal. */
export function openDesk(settings: DeskSettings): Desk {
  const bank = newBank(settings.floatCentavos);
  const { isSynced = true } = settings;
  const journal = openLines(path.join(settings.folder, 'journal.jsonl'), isSynced);
  for (const line of journal.lines)
    for (const event of v.parse(journalLine, JSON.parse(line))) apply(bank, event);
  const settlementReport = openSettlementReport(
    path.join(settings.folder, 'settlement-report.jsonl'),
    bank.movements,
    isSynced,
  );
  settlementReport.catchUp(bank.movements);
  let { offsetMs } = settings;
  const listeners: (() => void)[] = [];
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const desk: Desk = {
    bank,
    settlementReport,
    random: settings.random,
    codeLimits: settings.codeLimits ?? {},
    takeDelayMs: () => bank.behaviour.takeDelayMs ?? usualTakeDelayMs,
    payDelayMs: () => bank.behaviour.payDelayMs ?? settings.payDelayMs,
    now() {
      const wall = settings.wall();
      return { wall, business: wall.add({ milliseconds: offsetMs }) };
    },
    setOffset(newOffsetMs) {
      offsetMs = newOffsetMs;
      changed();
    },
    record(events) {
      if (events.length === 0) return;
      journal.append(JSON.stringify(events));
      for (const event of events) apply(bank, event);
      settlementReport.catchUp(bank.movements);
      changed();
    },
    onChange: (listener) => void listeners.push(listener),
    nextDueAt: () => firstDueOf(bank, offsetMs)?.dueAt ?? null,
    workDue() {
      const next = firstDueOf(bank, offsetMs);
      const now = desk.now();
      if (!next || Temporal.Instant.compare(next.dueAt, now.wall) > 0) return false;
      const { payout, code } = next;
      desk.record(
        payout
          ? takeStep(bank, payout, now, settings.random)
          : payAuthorised(bank, code, now, settings.random),
      );
      return true;
    },
  };
  return desk;
}

/** Starts a timer that performs each of the desk's steps when it is due. */
export function startDesk(desk: Desk): void {
  let alarm: NodeJS.Timeout | undefined;
  function setAlarm(): void {
    clearTimeout(alarm);
    const next = desk.nextDueAt();
    if (!next) return;
    const waitMs = desk.now().wall.until(next).total('milliseconds');
    alarm = setTimeout(
      () => desk.workDue() || setAlarm(),
      Math.min(longestWaitMs, Math.max(0, Math.ceil(waitMs))),
    );
  }
  desk.onChange(setAlarm);
  setAlarm();
}

type Due = { payout: Payout; code: null } | { payout: null; code: Code };

/**
 * Returns the payout step or authorised code that is due first, and the wall time when it is due.
 */
function firstDueOf(bank: Bank, offsetMs: number): (Due & { dueAt: Temporal.Instant }) | null {
  let first: { step: Due; dueAt: string } | null = null;
  for (const payout of bank.payouts.values()) {
    if (!payout.next) continue;
    const dueAt = wallTextOf(payout.next, offsetMs);
    if (!first || dueAt < first.dueAt) first = { step: { payout, code: null }, dueAt };
  }
  for (const code of bank.codes.values()) {
    if (code.takesAt !== null && (!first || code.takesAt < first.dueAt))
      first = { step: { payout: null, code }, dueAt: code.takesAt };
  }
  return first && { ...first.step, dueAt: Temporal.Instant.from(first.dueAt) };
}

/** Returns a step's due time in wall time, formatted so that times can be compared as strings. */
function wallTextOf({ dueAt, isBusiness }: NextStep, offsetMs: number): string {
  return isBusiness
    ? text(Temporal.Instant.from(dueAt).subtract({ milliseconds: offsetMs }))
    : dueAt;
}
