// What this slice holds about a person, for their export and for how long the law keeps it.
import type { Read } from '#/db/database.ts';
import { factsHeld, quotesHeld, standingsHeld } from './held.store.ts';

export type LoanHeld = {
  loans: {
    loanId: string;
    referenceNo: string;
    state: string;
    principalCentavos: number;
    termDays: number;
    interestCentavos: number;
    serviceFeeCentavos: number;
    channelFeeCentavos: number;
    arrivalCentavos: number;
    channel: string;
    receiver: { label: string; last4: string };
    signedAt: Temporal.Instant;
    agreementLocale: string;
    disclosureVersion: string;
    /** SHA-256 of the text that was signed, in hex. */
    disclosureHash: string;
    changes: { state: string; at: Temporal.Instant }[];
    bill: {
      arrivedAt: Temporal.Instant;
      dueOn: Temporal.PlainDate;
      settledAt: Temporal.Instant | null;
      settledAs: string | null;
      returnAskedAt: Temporal.Instant | null;
    } | null;
    payments: { valueOn: Temporal.PlainDate; amountCentavos: number }[];
    /**
     * Offers to extend that were taken, and what became of each; `dueOn` is the due date that a
     * success brought.
     */
    extensions: {
      offeredOn: Temporal.PlainDate;
      state: string;
      feeCentavos: number;
      lateCentavos: number;
      dueOn: Temporal.PlainDate;
    }[];
    /** Charges that were taken back. */
    waived: { on: Temporal.PlainDate; part: string; amountCentavos: number }[];
    /** Promises to pay in parts. */
    promises: {
      madeOn: Temporal.PlainDate;
      parts: { dueOn: Temporal.PlainDate; amountCentavos: number }[];
    }[];
    /** When nothing of it is open any more; null while something is. */
    closedAt: Temporal.Instant | null;
  }[];
  /** Prices that were asked for and not taken are forgotten after 30 days. */
  quotes: { principalCentavos: number; termDays: number; madeAt: Temporal.Instant }[];
};

const finals = ['failed', 'cancelled', 'reversed'];

export type LoanStanding = {
  referenceNo: string;
  signedAt: Temporal.Instant;
  closedAt: Temporal.Instant | null;
};

/** Every loan of a person, the oldest first, with when nothing of it was open any more. */
export async function loanStandings(read: Read, borrowerId: string): Promise<LoanStanding[]> {
  return (await standingsHeld(read, borrowerId)).map((row) => ({
    referenceNo: row.reference_no,
    signedAt: row.signed_at,
    closedAt:
      row.settled_at ?? (finals.includes(row.state) ? (row.changed_at ?? row.signed_at) : null),
  }));
}

/** Everything this slice holds about a person, the oldest first. */
export async function exportPersonalData(read: Read, borrowerId: string): Promise<LoanHeld> {
  const [{ loans, changes, money, extensions, waived, parts }, quotes] = await Promise.all([
    factsHeld(read, borrowerId),
    quotesHeld(read, borrowerId),
  ]);
  return {
    loans: loans.map((row) => {
      const own = changes.filter((one) => one.loan_id === row.id);
      const isFinal = finals.includes(row.state);
      return {
        loanId: row.id,
        referenceNo: row.reference_no,
        state: row.state,
        principalCentavos: Number(row.principal_centavos),
        termDays: row.term_days,
        interestCentavos: Number(row.interest_centavos),
        serviceFeeCentavos: Number(row.service_fee_centavos),
        channelFeeCentavos: Number(row.channel_fee_centavos),
        arrivalCentavos: Number(row.arrival_centavos),
        channel: row.channel,
        receiver: { label: row.receiver_label, last4: row.receiver_last4 },
        signedAt: row.signed_at,
        agreementLocale: row.agreement_locale,
        disclosureVersion: row.disclosure_version,
        disclosureHash: row.disclosure_hash.toString('hex'),
        changes: own.map((one) => ({ state: one.state, at: one.at })),
        bill:
          row.arrived_at && row.due_on
            ? {
                arrivedAt: row.arrived_at,
                dueOn: row.due_on,
                settledAt: row.settled_at,
                settledAs: row.settled_as,
                returnAskedAt: row.return_asked_at,
              }
            : null,
        payments: money
          .filter((one) => one.loan_id === row.id)
          .map((one) => ({ valueOn: one.value_on, amountCentavos: Number(one.amount_centavos) })),
        extensions: extensions
          .filter((one) => one.loan_id === row.id)
          .map((one) => ({
            offeredOn: one.offered_on,
            state: one.state,
            feeCentavos: Number(one.fee_centavos),
            lateCentavos: Number(one.late_centavos),
            dueOn: one.due_on,
          })),
        waived: waived
          .filter((one) => one.loan_id === row.id)
          .map((one) => ({
            on: one.value_on,
            part: one.part ?? '',
            amountCentavos: Number(one.amount_centavos),
          })),
        promises: [
          ...Map.groupBy(
            parts.filter((one) => one.loan_id === row.id),
            (one) => one.promise_id,
          ).values(),
        ].map((own) => ({
          madeOn: (own[0] as (typeof own)[number]).made_on,
          parts: own.map((one) => ({
            dueOn: one.due_on,
            amountCentavos: Number(one.amount_centavos),
          })),
        })),
        closedAt: row.settled_at ?? (isFinal ? (own.at(-1)?.at ?? row.signed_at) : null),
      };
    }),
    quotes: quotes.map((row) => ({
      principalCentavos: Number(row.principal_centavos),
      termDays: row.term_days,
      madeAt: row.made_at,
    })),
  };
}
