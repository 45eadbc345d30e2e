// Reads the data shown on the sandbox page.

import type { SeededStaff } from '@sandali/contract/desk.ts';
import { formatMobile, type MobileNumber, parsePhilippineMobile } from '@sandali/contract/phone.ts';
import { explainRules, grantableLimitsById } from '#/credit/credit.ts';
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
  staff: SeededStaff[];
  /** Null if the simulator does not respond. */
  bank: { codes: KioskCode[]; payouts: DeskPayout[]; payments: DeskPayment[] } | null;
  arePayoutsHeld: boolean;
  /** Whether the bank simulates InstaPay and PESONet with their limits and hours. */
  areRailsSimulated: boolean;
  /**
   * Pending applications. An application's `reasons` are empty until the engine has reviewed it.
   */
  reviews: {
    applicationId: string;
    who: string;
    dueAt: Temporal.Instant | null;
    reasons: string[];
    grantable: Awaited<ReturnType<typeof grantableLimitsById>>;
  }[];
  decided: {
    who: string;
    outcome: string;
    decidedAt: Temporal.Instant;
    decidedBy: string;
    reasons: string[];
  }[];
  breaks: Break[];
  balances: { kind: string; balanceCentavos: bigint }[];
};

export async function pageFacts({
  context: app,
  bank,
  staff: invented,
}: SandboxDeps): Promise<Facts> {
  const { db, sealer, clocks } = app;
  const now = clocks.now();
  const [
    messages,
    pushes,
    people,
    staff,
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
    invented.list(),
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
    messages: messages.map((message) => ({
      phone: localPhone(message.phone),
      text: message.text,
      code: store.codeIn(message.text),
      sentAt: message.sent_at,
    })),
    pushes: pushes.map((push) => ({
      phone: localPhone(sealer.open('message phone', push.message_id, push.to_sealed)),
      body: push.body,
      sentAt: push.sent_at,
    })),
    people: people.map((person) => ({ ...person, phone: localPhone(person.phone) })),
    staff,
    arePayoutsHeld: !settings.payoutsOn,
    areRailsSimulated: settings.sandboxRails,
    bank: atBank && { codes: atBank[0], payouts: atBank[1], payments: atBank[2] },
    reviews: await Promise.all(
      reviews.map(async ({ applicationId, dueAt, rulesFired, ...who }) => ({
        applicationId,
        dueAt,
        who: whoIs(sealer, who),
        reasons: explainRules(rulesFired),
        grantable: await grantableLimitsById({ app, now }, db, applicationId),
      })),
    ),
    decided: decided.map(({ outcome, decidedAt, decidedBy, rulesFired, ...who }) => ({
      who: whoIs(sealer, who),
      outcome,
      decidedAt,
      decidedBy,
      reasons: explainRules(rulesFired),
    })),
    breaks,
    balances,
  };
}

/** Returns an applicant's name and phone number. */
function whoIs(
  sealer: Sealer,
  { borrowerId, name, phone }: { borrowerId: string; name: Buffer | null; phone: Buffer },
): string {
  return [
    name && sealer.open('name', borrowerId, name),
    localPhone(sealer.open('phone', borrowerId, phone)),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Formats a phone number as people in the Philippines write it: 0917 555 4101. */
function localPhone(phone: string): string {
  const mobile: MobileNumber | null = parsePhilippineMobile(phone);
  return mobile ? formatMobile(mobile) : phone;
}
