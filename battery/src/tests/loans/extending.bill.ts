// Controls a bill with its own clock: extends the bill through calls, and reports payments as the
// gateway does.
import { randomUUID } from 'node:crypto';
import { centavos } from '@sandali/contract/money.ts';
import type { PaymentReport } from '@sandali/server/adapters/bank/port.ts';
import type { AppContext } from '@sandali/server/context/app-context.ts';
import type { BorrowerCtx } from '@sandali/server/context/ctx.ts';
import { inTx } from '@sandali/server/db/database.ts';
import { snapshot } from '@sandali/server/db/snapshot.ts';
import { todayOf } from '@sandali/server/platform/days.ts';
import { Refused } from '@sandali/server/platform/refuse.ts';
import { requestCode } from '@sandali/server/repayment/codes/apply.ts';
import {
  optionsOf,
  optionsParts,
  requestFeeCode,
} from '@sandali/server/repayment/extension/extension.ts';
import { takePayment } from '@sandali/server/repayment/take-payment.ts';
import { askedBy, type Debtor } from '#/debtors.ts';
import type { OpenServer } from '#/server.ts';

type Wish = Parameters<typeof requestFeeCode>[2];

const options = snapshot(optionsParts);

export class Bill {
  /** Business time of this bill. */
  now: Temporal.Instant;
  readonly arrivedOn: Temporal.PlainDate;
  readonly termDays: number;
  readonly #open: OpenServer;
  readonly #debtor: Debtor;
  readonly #ownCodes: string[] = [];

  private constructor(
    open: OpenServer,
    debtor: Debtor,
    { arrivedOn, termDays }: { arrivedOn: Temporal.PlainDate; termDays: number },
  ) {
    this.#open = open;
    this.#debtor = debtor;
    this.arrivedOn = arrivedOn;
    this.termDays = termDays;
    this.now = open.app.context.clocks.now();
  }

  /** Opens a debtor's bill. */
  static async at(open: OpenServer, debtor: Debtor): Promise<Bill> {
    const row = await open.app.context.db
      .selectFrom('bills as b')
      .innerJoin('loans as l', 'l.id', 'b.loan_id')
      .select(['b.arrived_on as arrivedOn', 'l.term_days as termDays'])
      .where('b.loan_id', '=', debtor.loanId)
      .executeTakeFirstOrThrow();
    return new Bill(open, debtor, row);
  }

  /** Opens a debtor's bill with a code for the whole amount owed. */
  static async of(open: OpenServer, debtor: Debtor): Promise<Bill> {
    const bill = await Bill.at(open, debtor);
    await bill.ownCode(false);
    return bill;
  }

  /** Returns the offered extensions. @throws Refused */
  async ways() {
    const { borrowerId, loanId } = this.#debtor;
    return await optionsOf(
      await this.#ctx(),
      await options.read(this.#db, { borrowerId, loanId, now: this.now, today: todayOf(this.now) }),
    );
  }

  /** Accepts an offer. @returns its code and the extension. @throws Refused */
  async apply({
    totalCentavos,
    dueOn,
  }: {
    totalCentavos: number;
    dueOn: string;
  }): Promise<{ repaymentId: string; extensionId: string }> {
    // Of the channels whose codes have an amount, 'pawnshop' has the smallest minimum.
    const { loanId } = this.#debtor;
    const { extension } = await this.ways();
    const textHash = extension?.textHash ?? '0'.repeat(64);
    const wish = {
      loanId,
      channel: 'pawnshop',
      totalCentavos,
      dueOn,
      textHash,
      textRead: true,
    } as unknown as Wish;
    const { repaymentId } = (
      await inTx(this.#db, async (tx) => requestFeeCode(await this.#ctx(), tx, wish))
    ).ids;
    const row = await this.#db
      .selectFrom('repayment_codes')
      .select('extension_id')
      .where('id', '=', repaymentId)
      .executeTakeFirstOrThrow();
    return { repaymentId, extensionId: row.extension_id ?? '' };
  }

  /** Returns a call's refusal, or null. @throws other errors */
  async refusalName(call: Promise<unknown>): Promise<string | null> {
    try {
      await call;
      return null;
    } catch (error) {
      if (error instanceof Refused) return error.refusal;
      throw error;
    }
  }

  /**
   * Returns a code for the whole amount owed, or the last code if no new code may be created.
   */
  async ownCode(isLast: boolean): Promise<string> {
    const last = this.#ownCodes.at(-1);
    if (isLast && last) return last;
    const { owedCentavos: amountCentavos } = (await this.ways()).bill.currentDue;
    const wish = { loanId: this.#debtor.loanId, channel: 'pawnshop', amountCentavos } as Parameters<
      typeof requestCode
    >[2];
    const { repaymentId } = (
      await inTx(this.#db, async (tx) => requestCode(await this.#ctx(), tx, wish))
    ).ids;
    this.#ownCodes.push(repaymentId);
    return repaymentId;
  }

  /** Reports and books a payment to a code at the bill's current time. */
  async pay(repaymentId: string, amountCentavos: number): Promise<void> {
    const report: PaymentReport = {
      id: randomUUID(),
      codeReference: repaymentId,
      code: '',
      channel: 'pawnshop',
      amountCentavos: centavos(amountCentavos),
      currency: 'PHP',
      paidAt: this.now,
      state: 'received',
    };
    const { now, wall, app } = await this.#ctx();
    const bank: AppContext['bank'] = {
      ...app.bank,
      name: app.bank.name,
      findPayment: async () => ({ found: true, report }),
    };
    const result = await takePayment({ now, wall, app }, bank, report.id);
    if (result !== 'done') throw new Error(`booking a payment ended as ${result}`);
  }

  async extensions() {
    return await this.#db
      .selectFrom('extensions')
      .select(['id', 'state', 'offered_on as offeredOn'])
      .where('loan_id', '=', this.#debtor.loanId)
      .execute();
  }

  async dueOn(): Promise<Temporal.PlainDate> {
    const row = await this.#db
      .selectFrom('bills')
      .select('due_on')
      .where('loan_id', '=', this.#debtor.loanId)
      .executeTakeFirstOrThrow();
    return row.due_on;
  }

  get #db() {
    return this.#open.app.context.db;
  }

  async #ctx(): Promise<BorrowerCtx> {
    const { now } = this;
    const ctx = await askedBy(this.#open, this.#debtor.borrowerId);
    return {
      ...ctx,
      now,
      app: { ...ctx.app, clocks: { now: () => now, wall: ctx.app.clocks.wall } },
    };
  }
}
