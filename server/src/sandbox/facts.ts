// Everything the sandbox's page shows, read at once.
import { formatMobile, type MobileNumber, parsePhilippineMobile } from '@sandali/contract/phone.ts';
import { explainRules, type Givable, givableOf } from '#/credit/credit.ts';
import { type Break, books, trialBalance } from '#/ledger/ledger.ts';
import { manilaDayOf } from '#/platform/days.ts';
import type { Sealer } from '#/platform/seal.ts';
import {
  type DeskPayment,
  type DeskPayout,
  deskPayments,
  deskPayouts,
  type KioskCode,
  kioskCodes,
} from './bank-desk.ts';
import type { SandboxDeps } from './deps.ts';
import * as store from './store.ts';

export type Facts = {
  now: Temporal.Instant;
  nearestDueOn: Temporal.PlainDate | null;
  messages: { phone: string; text: string; code: string | null; sentAt: Temporal.Instant }[];
  pushes: { phone: string; body: string; sentAt: Temporal.Instant }[];
  people: store.SeededPerson[];
  /** Null while the simulator does not answer. */
  bank: { codes: KioskCode[]; payouts: DeskPayout[]; payments: DeskPayment[] } | null;
  /** Whether payouts wait until they are released. */
  arePayoutsHeld: boolean;
  /** Whether InstaPay and PESONet are played as in life. */
  areRailsPlayed: boolean;
  /** Waiting ones, with what the engine found where it asked a person. */
  reviews: {
    applicationId: string;
    who: string;
    dueAt: Temporal.Instant | null;
    why: string[];
    givable: Givable | null;
  }[];
  decided: {
    who: string;
    outcome: string;
    decidedAt: Temporal.Instant;
    decidedBy: string;
    why: string[];
  }[];
  breaks: Break[];
  balances: { kind: string; balanceCentavos: bigint }[];
};

/** Reads what the page shows. A bank that does not answer leaves its part empty. */
export async function pageFacts({ context: app, bank }: SandboxDeps): Promise<Facts> {
  const { db, sealer, clocks } = app;
  const now = clocks.now();
  const [
    messages,
    pushes,
    people,
    reviews,
    decided,
    breaks,
    balances,
    nearestDueOn,
    settings,
    atBank,
  ] = await Promise.all([
    store.outbox(db, null),
    store.pushes(db),
    store.seededPeople(db),
    store.waitingReviews(db),
    store.decidedReviews(db),
    books(db),
    trialBalance(db),
    store.nearestDueOn(db, manilaDayOf(now)),
    app.settings.all(),
    Promise.all([kioskCodes(bank), deskPayouts(bank), deskPayments(bank)]).catch(() => null),
  ]);
  return {
    now,
    nearestDueOn,
    messages: messages.map((one) => ({
      phone: spoken(one.phone),
      text: one.text,
      code: store.codeIn(one.text),
      sentAt: one.sent_at,
    })),
    pushes: pushes.map((one) => ({
      phone: spoken(sealer.open('message phone', one.message_id, one.to_sealed)),
      body: one.body,
      sentAt: one.sent_at,
    })),
    people: people.map((one) => ({ ...one, phone: spoken(one.phone) })),
    arePayoutsHeld: !settings.payoutsOn,
    areRailsPlayed: settings.sandboxRails,
    bank: atBank && { codes: atBank[0], payouts: atBank[1], payments: atBank[2] },
    reviews: await Promise.all(
      reviews.map(async ({ applicationId, dueAt, rulesFired, ...who }) => ({
        applicationId,
        dueAt,
        who: whoIs(sealer, who),
        why: explainRules(rulesFired),
        givable: await givableOf({ app, now }, db, applicationId),
      })),
    ),
    decided: decided.map(({ outcome, decidedAt, decidedBy, rulesFired, ...who }) => ({
      who: whoIs(sealer, who),
      outcome,
      decidedAt,
      decidedBy,
      why: explainRules(rulesFired),
    })),
    breaks,
    balances,
  };
}

/** Name and number of somebody who has an application. */
function whoIs(
  sealer: Sealer,
  { borrowerId, name, phone }: { borrowerId: string; name: Buffer | null; phone: Buffer },
): string {
  return [
    name && sealer.open('name', borrowerId, name),
    spoken(sealer.open('phone', borrowerId, phone)),
  ]
    .filter(Boolean)
    .join(', ');
}

/** As people at home write it. */
function spoken(phone: string): string {
  const mobile: MobileNumber | null = parsePhilippineMobile(phone);
  return mobile ? formatMobile(mobile) : phone;
}
