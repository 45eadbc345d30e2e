// Functions that loans need from slices above them; server/src/ports.ts connects them.
import type { WorkCtx } from '#/context/ctx.ts';
import type { Tx } from '#/db/database.ts';

type LoanPorts = {
  /** Reverses the step of the limit that a loan earned, once. Lock borrower and line first. */
  reverseGrowth(ctx: WorkCtx, tx: Tx, of: { borrowerId: string; loanId: string }): Promise<void>;
};

declare module '#/context/app-context.ts' {
  interface Ports {
    loan: LoanPorts;
  }
}
