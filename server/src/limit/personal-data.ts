// A borrower's limits and requests for the export of personal data.
import { lineChangesOf } from '#/credit-line/credit-line.ts';
import type { Read } from '#/db/database.ts';
import { requestsOf } from './store.ts';

export type LimitPersonalData = {
  requests: {
    wantedCentavos: number;
    state: string;
    askedAt: Temporal.Instant;
    grantedCentavos: number | null;
    decidedAt: Temporal.Instant | null;
    reasonGroup: string | null;
    askAgainOn: Temporal.PlainDate | null;
  }[];
  limits: { fromCentavos: number; toCentavos: number; why: string; at: Temporal.Instant }[];
};

/** Returns all requests for higher limits and all changes of the limit. */
export async function exportPersonalData(
  read: Read,
  borrowerId: string,
): Promise<LimitPersonalData> {
  const [requests, changes] = await Promise.all([
    requestsOf(read, borrowerId),
    lineChangesOf(read, borrowerId),
  ]);
  return {
    requests: requests.map((row) => ({
      wantedCentavos: Number(row.requested_centavos),
      state: row.state,
      askedAt: row.asked_at,
      grantedCentavos: row.granted_centavos === null ? null : Number(row.granted_centavos),
      decidedAt: row.decided_at,
      reasonGroup: row.reason_group,
      askAgainOn: row.reapply_on,
    })),
    limits: changes.map((row) => ({
      fromCentavos: Number(row.from_centavos),
      toCentavos: Number(row.to_centavos),
      why: row.reason,
      at: row.at,
    })),
  };
}
