import * as path from 'node:path';
import * as v from 'valibot';
import { apply, type Bank, type Code, newBank, type Payout } from './bank.ts';
import { type BankEvent, bankEvent, type NextStep } from './events.ts';
import { openLines } from './journal.ts';
import { type Chance, type Moment, takeStep, text } from './payouts.ts';
import { takeAgreed } from './repayments.ts';
import { openStatement, type Statement } from './statement.ts';

export interface DeskSettings {
  folder: string;
  /** Business time less wall time at the start. */
  offsetMs: number;
  /** Wall time from acceptance to payment. */
  payDelayMs: number;
  /** What the client holds with the bank before the first movement. */
  floatCentavos: number;
  wall: () => Temporal.Instant;
  chance: Chance;
}

/** The bank at work: the state, its files and its clock in one hand. Everything that happens goes through `record`. */
export interface Desk {
  readonly bank: Bank;
  readonly statement: Statement;
  readonly chance: Chance;
  payDelayMs(): number;
  /** Wall time for which money of a checkout page is on its way. */
  takeDelayMs(): number;
  now(): Moment;
  setOffset(offsetMs: number): void;
  /** Remembers events that belong together: on disk first (all or none of them), then in the state, then in the statement. */
  record(events: BankEvent[]): void;
  /** Calls back after every record. */
  onRecord(listener: () => void): void;
}

const usualTakeDelayMs = 1_000;

const journalLine = v.array(bankEvent);
/** A timer holds no more than 24 days; it looks again before. */
const longestWaitMs = 3_600_000;

/** Opens a bank on its folder, reads its journal back, and goes on with the payouts that wait. */
export function openDesk(settings: DeskSettings): Desk {
  const bank = newBank(settings.floatCentavos);
  const journal = openLines(path.join(settings.folder, 'journal.jsonl'));
  for (const line of journal.found) for (const event of v.parse(journalLine, JSON.parse(line))) apply(bank, event);
  const statement = openStatement(path.join(settings.folder, 'statement.jsonl'), bank.movements);
  statement.catchUp(bank.movements);
  let { offsetMs } = settings;
  const listeners: (() => void)[] = [];
  const firstDue = () => firstDueOf(bank, offsetMs);
  let alarm: NodeJS.Timeout | undefined;
  const desk: Desk = {
    bank,
    statement,
    chance: settings.chance,
    takeDelayMs: () => bank.behaviour.takeDelayMs ?? usualTakeDelayMs,
    payDelayMs: () => bank.behaviour.payDelayMs ?? settings.payDelayMs,
    now() {
      const wall = settings.wall();
      return { wall, business: wall.add({ milliseconds: offsetMs }) };
    },
    setOffset(newOffsetMs) {
      offsetMs = newOffsetMs;
      setAlarm();
    },
    record(events) {
      if (events.length === 0) return;
      journal.append(JSON.stringify(events));
      for (const event of events) apply(bank, event);
      statement.catchUp(bank.movements);
      setAlarm();
      for (const listener of listeners) listener();
    },
    onRecord: (listener) => void listeners.push(listener),
  };
  function setAlarm(): void {
    clearTimeout(alarm);
    const next = firstDue();
    if (!next) return;
    const waitMs = desk.now().wall.until(next.dueAt).total('milliseconds');
    alarm = setTimeout(work, Math.min(longestWaitMs, Math.max(0, Math.ceil(waitMs))));
  }
  function work(): void {
    const next = firstDue();
    const now = desk.now();
    if (!next || Temporal.Instant.compare(next.dueAt, now.wall) > 0) {
      setAlarm();
      return;
    }
    const { payout, code } = next;
    desk.record(payout ? takeStep(bank, payout, now, settings.chance) : takeAgreed(bank, code, now, settings.chance));
  }
  setAlarm();
  return desk;
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
    if (code.takesAt !== null && (!first || code.takesAt < first.due)) first = { what: { payout: null, code }, due: code.takesAt };
  }
  return first && { ...first.what, dueAt: Temporal.Instant.from(first.due) };
}

/** Instants are written alike, so that they are compared as texts. */
function wallTextOf({ dueAt, isBusiness }: NextStep, offsetMs: number): string {
  return isBusiness ? text(Temporal.Instant.from(dueAt).subtract({ milliseconds: offsetMs })) : dueAt;
}
