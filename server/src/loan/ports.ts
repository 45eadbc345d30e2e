// What loans ask of slices above them; server/src/ports.ts connects it.
import type { WorkCtx } from '#/context/ctx.ts';
import type { Tx } from '#/db/database.ts';

type LoanPorts = {
  /**
   * Takes back what a loan has earned of its borrower's limit, once, where it has. Borrower and
   * line are locked.
   */
  reverseGrowth(ctx: WorkCtx, tx: Tx, of: { borrowerId: string; loanId: string }): Promise<void>;
};

declare module '#/context/app-context.ts' {
  interface Ports {
    loan: LoanPorts;
  }
}
