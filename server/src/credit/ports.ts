// What applications ask of slices above them; server/src/ports.ts connects it.
import type { Read } from '#/db/database.ts';

export type LoanRecord = { repaidOnTime: number; repaidLate: number; overdueNow: number };

export type CreditPorts = {
  /** How a borrower's earlier loans went, as of a Manila day. */
  loanRecordOf(read: Read, borrowerId: string, today: Temporal.PlainDate): Promise<LoanRecord>;
};

declare module '#/context/app-context.ts' {
  interface Ports {
    credit: CreditPorts;
  }
}
