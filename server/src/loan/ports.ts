// What loans ask of slices above them; app.ts connects it.
import type { RefundShort } from '@sandali/contract/refund.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import type { Read, Tx } from '#/db/database.ts';

type LoanPorts = {
  /** The loans of a borrower for which a payment is on its way that has not come yet. */
  loansBeingPaid(read: Read, borrowerId: string): Promise<ReadonlySet<string>>;
  /** A borrower's newest refund while it is on its way, and for some days after; else null. */
  refundShown(read: Read, borrowerId: string, now: Temporal.Instant): Promise<RefundShort | null>;
  /** Takes back what a loan has earned of its borrower's limit, once, where it has. Borrower and line are locked. */
  reverseGrowth(ctx: WorkCtx, tx: Tx, of: { borrowerId: string; loanId: string }): Promise<void>;
};

declare module '#/context/app-context.ts' {
  interface Ports {
    loan: LoanPorts;
  }
}
