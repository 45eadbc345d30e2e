// The port through which applications read from higher slices; server/src/ports.ts connects it.
import type { AppContext } from '#/context/app-context.ts';
import type { Read } from '#/db/database.ts';

type LoanRecord = { repaidOnTime: number; repaidLate: number; overdueNow: number };

/** Where a borrower's money is sent. `ownerName` is as the borrower typed it. */
type PayoutAccount = {
  kind: 'bank' | 'wallet';
  provider: string;
  ownerName: string;
  last4: string;
};

type CreditPorts = {
  /** Returns the borrower's repayment record as of a Manila day. */
  loanRecordOf(read: Read, borrowerId: string, today: Temporal.PlainDate): Promise<LoanRecord>;
  /** Returns the borrower's accounts, default accounts first. */
  payoutAccountsOf(
    ctx: { app: AppContext },
    read: Read,
    borrowerId: string,
  ): Promise<PayoutAccount[]>;
};

declare module '#/context/app-context.ts' {
  interface Ports {
    credit: CreditPorts;
  }
}
