// What payout accounts ask of slices above them; server/src/ports.ts connects it.
import type { Read } from '#/db/database.ts';

type PayoutAccountPorts = {
  /** Whether a loan or a refund of this borrower is on its way to this account. */
  isMoneyComingTo(read: Read, borrowerId: string, accountId: string): Promise<boolean>;
};

declare module '#/context/app-context.ts' {
  interface Ports {
    payoutAccounts: PayoutAccountPorts;
  }
}
