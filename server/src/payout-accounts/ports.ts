// Functions that payout accounts need from higher slices; server/src/ports.ts connects them.
import type { Read } from '#/db/database.ts';

type PayoutAccountPorts = {
  /**
   * Returns whether the payout of a loan or refund to this account of the borrower is in progress.
   */
  checkMoneyComing(read: Read, borrowerId: string, accountId: string): Promise<boolean>;
};

declare module '#/context/app-context.ts' {
  interface Ports {
    payoutAccounts: PayoutAccountPorts;
  }
}
