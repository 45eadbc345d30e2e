// What every verb may use: configuration, clocks, the database, keys, and the ports to the outside world. Made once, in app.ts.
import type { Holidays } from '@sandali/contract/day.ts';
import type { RefundShort } from '@sandali/contract/refund.ts';
import type { Bank } from '#/adapters/bank/port.ts';
import type { Files } from '#/adapters/files/port.ts';
import type { Push } from '#/adapters/push/port.ts';
import type { Sms } from '#/adapters/sms/port.ts';
import type { Calendar } from '#/context/calendar.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import type { CodesFail, IsStillTrue, MoveNotices, Notify } from '#/context/notices.ts';
import type { Settings } from '#/context/settings.ts';
import type { Catalogue } from '#/data/catalogue.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { Queue } from '#/jobs/queue.ts';
import type { Clocks } from '#/platform/clock.ts';
import type { Config } from '#/platform/config.ts';
import type { Log } from '#/platform/log.ts';
import type { Sealer } from '#/platform/seal.ts';

export type AppContext = {
  config: Config;
  clocks: Clocks;
  log: Log;
  sealer: Sealer;
  db: Read;
  settings: Settings;
  queue: Queue;
  /** The gateway that new money is given to. */
  bank: Bank;
  /** Gateways that money was given to before, each of which is still asked, heard and read (gateway/routing.ts). */
  earlierBanks: readonly Bank[];
  files: Files;
  /** In the order in which they are asked. */
  sms: readonly Sms[];
  push: Push;
  notify: Notify;
  codesFail: CodesFail;
  moveNotices: MoveNotices;
  isStillTrue: IsStillTrue;
  /** The ID number that a borrower sent with their newest application, or null: accounts do not know applications. */
  idNumberOf(read: Read, borrowerId: string): Promise<string | null>;
  /** How a borrower's earlier loans went, as of a Manila day: applications do not know loans. */
  loanRecordOf(
    read: Read,
    borrowerId: string,
    today: Temporal.PlainDate,
  ): Promise<{ repaidOnTime: number; repaidLate: number; overdueNow: number }>;
  /** Whether a loan or a refund of this borrower is on its way to this payout account: payout accounts know neither. */
  isMoneyComingTo(read: Read, borrowerId: string, accountId: string): Promise<boolean>;
  /** A borrower's newest refund while it is on its way, and for some days after; else null: loans know no refunds. */
  refundShown(read: Read, borrowerId: string, now: Temporal.Instant): Promise<RefundShort | null>;
  /**
   * Takes back what a loan has earned of its borrower's limit, once, where it has: its payout came back, or the loan was returned. Loans know no
   * growth. Borrower and line are locked.
   */
  reverseGrowth(ctx: WorkCtx, tx: Tx, of: { borrowerId: string; loanId: string }): Promise<void>;
  /** The loans of a borrower for which a payment is on its way that has not come yet: loans know no codes. */
  loansBeingPaid(read: Read, borrowerId: string): Promise<ReadonlySet<string>>;
  /** What is lent, and at what price. */
  catalogue: Catalogue;
  /** Days that are no working days, besides Saturday and Sunday: the set of `calendar`. */
  holidays: Holidays;
  calendar: Calendar;
  /** Tells the worker that a row it looks for has just been committed, so that it does not wait for its next look. */
  wake(): void;
};
