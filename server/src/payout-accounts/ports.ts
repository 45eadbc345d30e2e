// Functions that payout accounts need from slices above them; server/src/ports.ts connects them.
import type { Read } from '#/db/database.ts';

type PayoutAccountPorts = {
  /** Returns whether a loan or refund of this borrower is on its way to this account. */
  checkMoneyComing(read: Read, borrowerId: string, accountId: string): Promise<boolean>;
};

declare module '#/context/app-context.ts' {
  interface Ports {
    payoutAccounts: PayoutAccountPorts;
  }
}
