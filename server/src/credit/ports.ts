// The port through which applications read from higher slices; server/src/ports.ts connects it.
import type { Read } from '#/db/database.ts';

type LoanRecord = { repaidOnTime: number; repaidLate: number; overdueNow: number };

type CreditPorts = {
  /** Returns the borrower's repayment record as of a Manila day. */
  loanRecordOf(read: Read, borrowerId: string, today: Temporal.PlainDate): Promise<LoanRecord>;
};

declare module '#/context/app-context.ts' {
  interface Ports {
    credit: CreditPorts;
  }
}
