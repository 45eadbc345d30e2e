// The personal data in loans for the data export, and each loan's closing time, on which legal
// retention depends.
import type { LoanText, StatementText } from '@sandali/contract/loanText.ts';
import type { Read } from '#/db/database.ts';
import type { Sealer } from '#/platform/seal.ts';
import {
  exportExtensionTexts,
  exportPlanTexts,
  exportSignedTexts,
} from './disclosure/signed-texts.ts';
import { loansWithClosing, loansWithHistory, newestQuotes } from './personal-data.store.ts';

export type LoanPersonalData = {
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
    /** The SHA-256 of the signed text, in hex. */
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
     * Accepted extension offers with their outcome. `dueOn` is the new due date after a paid
     * extension.
     */
    extensions: {
      offeredOn: Temporal.PlainDate;
      state: string;
      feeCentavos: number;
      lateCentavos: number;
      dueOn: Temporal.PlainDate;
    }[];
    waived: { on: Temporal.PlainDate; part: string; amountCentavos: number }[];
    promises: {
      madeOn: Temporal.PlainDate;
      parts: { dueOn: Temporal.PlainDate; amountCentavos: number }[];
    }[];
    /** When the loan was fully closed; null if it is still open. */
    closedAt: Temporal.Instant | null;
    signedText: LoanText | null;
    extensionTexts: StatementText[];
    planTexts: StatementText[];
  }[];
  /** Unused quotes are deleted after 30 days. */
  quotes: { principalCentavos: number; termDays: number; madeAt: Temporal.Instant }[];
};

const finals = ['failed', 'cancelled', 'reversed'];

export type LoanStanding = {
  referenceNo: string;
  signedAt: Temporal.Instant;
  closedAt: Temporal.Instant | null;
};

/** Returns all of a person's loans with their closing times, oldest first. */
export async function loanStandings(read: Read, borrowerId: string): Promise<LoanStanding[]> {
  return (await loansWithClosing(read, borrowerId)).map((row) => ({
    referenceNo: row.reference_no,
    signedAt: row.signed_at,
    closedAt:
      row.settled_at ?? (finals.includes(row.state) ? (row.changed_at ?? row.signed_at) : null),
  }));
}

/**
 * Returns all of a person's loan data, oldest first.
 * @throws if a text's hash differs from the signed or accepted hash
 */
export async function exportPersonalData(
  read: Read,
  sealer: Sealer,
  borrowerId: string,
): Promise<LoanPersonalData> {
  const [{ loans, changes, money, extensions, waived, parts }, quotes, ...texts] =
    await Promise.all([
      loansWithHistory(read, borrowerId),
      newestQuotes(read, borrowerId),
      exportSignedTexts(read, sealer, borrowerId),
      exportExtensionTexts(read, sealer, borrowerId),
      exportPlanTexts(read, sealer, borrowerId),
    ]);
  const [signedTexts, extensionTexts, planTexts] = texts;
  return {
    loans: loans.map((row) => {
      const own = changes.filter((change) => change.loan_id === row.id);
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
        changes: own.map((change) => ({ state: change.state, at: change.at })),
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
          .filter((payment) => payment.loan_id === row.id)
          .map((payment) => ({
            valueOn: payment.value_on,
            amountCentavos: Number(payment.amount_centavos),
          })),
        extensions: extensions
          .filter((extension) => extension.loan_id === row.id)
          .map((extension) => ({
            offeredOn: extension.offered_on,
            state: extension.state,
            feeCentavos: Number(extension.fee_centavos),
            lateCentavos: Number(extension.late_centavos),
            dueOn: extension.due_on,
          })),
        waived: waived
          .filter((waiver) => waiver.loan_id === row.id)
          .map((waiver) => ({
            on: waiver.value_on,
            part: waiver.part ?? '',
            amountCentavos: Number(waiver.amount_centavos),
          })),
        promises: [
          ...Map.groupBy(
            parts.filter((part) => part.loan_id === row.id),
            (part) => part.promise_id,
          ).values(),
        ].map((own) => ({
          madeOn: (own[0] as (typeof own)[number]).made_on,
          parts: own.map((part) => ({
            dueOn: part.due_on,
            amountCentavos: Number(part.amount_centavos),
          })),
        })),
        closedAt: row.settled_at ?? (isFinal ? (own.at(-1)?.at ?? row.signed_at) : null),
        signedText: signedTexts.get(row.id) ?? null,
        extensionTexts: extensionTexts.get(row.id) ?? [],
        planTexts: planTexts.get(row.id) ?? [],
      };
    }),
    quotes: quotes.map((row) => ({
      principalCentavos: Number(row.principal_centavos),
      termDays: row.term_days,
      madeAt: row.made_at,
    })),
  };
}
