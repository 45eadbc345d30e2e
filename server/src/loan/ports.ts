// Functions that the loan slice needs from higher slices. server/src/ports.ts connects them.
import type { WorkCtx } from '#/context/ctx.ts';
import type { Tx } from '#/db/database.ts';

type LoanPorts = {
  /**
   * Reverses the limit step that a loan earned, but never twice. Lock the borrower and the line
   * first.
   */
  reverseGrowth(ctx: WorkCtx, tx: Tx, of: { borrowerId: string; loanId: string }): Promise<void>;
};

declare module '#/context/app-context.ts' {
  interface Ports {
    loan: LoanPorts;
  }
}
