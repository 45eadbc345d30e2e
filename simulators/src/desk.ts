import { randomInt, randomUUID } from 'node:crypto';
import * as path from 'node:path';
import * as v from 'valibot';
import { apply, type Bank, type Code, newBank, type Payout } from './bank.ts';
import { type BankEvent, bankEvent, type NextStep } from './events.ts';
import { openLines } from './journal.ts';
import { type Chance, type Moment, takeStep, text } from './payouts.ts';
import { type CodeLimits, takeAgreed } from './repayments.ts';
import { openSettlementReport, type SettlementReport } from './settlementReport.ts';

/** Random numbers of this machine. */
export const trueChance: Chance = {
  id: (prefix) => `${prefix}_${randomUUID().replaceAll('-', '')}`,
  digits: (count) => Array.from({ length: count }, () => randomInt(10)).join(''),
};

export interface DeskSettings {
  folder: string;
  /** Business time less wall time at the start. */
  offsetMs: number;
  /** Wall time from acceptance to payment. */
  payDelayMs: number;
  /** What the client holds with the bank before the first movement. */
  floatCentavos: number;
  /** What channels take in one payment; any amount by those that are not named. */
  codeLimits?: CodeLimits | null;
  wall: () => Temporal.Instant;
  chance: Chance;
  /** Whether a line is on the disk before a request is answered; yes by default. */
  isSynced?: boolean;
}

/**
 * The running bank: its state, its files and its clock. Everything that happens goes through
 * `record`.
 */
export interface Desk {
  readonly bank: Bank;
  readonly settlementReport: SettlementReport;
  readonly chance: Chance;
  readonly codeLimits: CodeLimits;
  payDelayMs(): number;
  /** Wall time for which money of a checkout page is on its way. */
  takeDelayMs(): number;
  now(): Moment;
  setOffset(offsetMs: number): void;
  /**
   * Remembers events that belong together: on disk first (all or none of them), then in the state,
   * then in the settlement report.
   */
  record(events: BankEvent[]): void;
  /** Calls back after every record and every new offset. */
  onChange(listener: () => void): void;
  /** Wall time at which the next thing happens by itself; null where nothing waits. */
  nextDueAt(): Temporal.Instant | null;
  /** Does the first thing that is due. @returns whether anything was. */
  workDue(): boolean;
}

const usualTakeDelayMs = 1_000;

const journalLine = v.array(bankEvent);
/** A timer holds no more than 24 days; it looks again before. */
const longestWaitMs = 3_600_000;

/** Opens a bank on its folder and reads its journal back. */
export function openDesk(settings: DeskSettings): Desk {
  const bank = newBank(settings.floatCentavos);
  const { isSynced = true } = settings;
  const journal = openLines(path.join(settings.folder, 'journal.jsonl'), isSynced);
  for (const line of journal.found)
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
    chance: settings.chance,
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
          ? takeStep(bank, payout, now, settings.chance)
          : takeAgreed(bank, code, now, settings.chance),
      );
      return true;
    },
  };
  return desk;
}

/** Does what a bank does by itself, when its time has come, from now on. */
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

/** The payout whose next step, or the code whose money, is due first, and when, by wall time. */
function firstDueOf(bank: Bank, offsetMs: number): (Due & { dueAt: Temporal.Instant }) | null {
  let first: { what: Due; due: string } | null = null;
  for (const payout of bank.payouts.values()) {
    if (!payout.next) continue;
    const due = wallTextOf(payout.next, offsetMs);
    if (!first || due < first.due) first = { what: { payout, code: null }, due };
  }
  for (const code of bank.codes.values()) {
    if (code.takesAt !== null && (!first || code.takesAt < first.due))
      first = { what: { payout: null, code }, due: code.takesAt };
  }
  return first && { ...first.what, dueAt: Temporal.Instant.from(first.due) };
}

/** Instants are written alike, so that they are compared as texts. */
function wallTextOf({ dueAt, isBusiness }: NextStep, offsetMs: number): string {
  return isBusiness
    ? text(Temporal.Instant.from(dueAt).subtract({ milliseconds: offsetMs }))
    : dueAt;
}
