// Steps for payout tests: a borrower whose loan is paid to a simulated bank account
// (simulators/README.md).
import { codeSms } from '@sandali/contract/account.ts';
import { bankcardAdd } from '@sandali/contract/payoutAccounts.ts';
import { storeSetting } from '#/context/settings.ts';
import { manila } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { takeLoan } from '#/sandbox/life.ts';
import type { Person, TestApp } from '#/testing/app.ts';

function rowsOf(app: TestApp) {
  async function payoutOf(loanId: string) {
    return await app.db
      .selectFrom('payouts')
      .selectAll()
      .where('subject_id', '=', loanId)
      .executeTakeFirstOrThrow();
  }

  async function stateOf(loanId: string): Promise<string> {
    return (await payoutOf(loanId)).state;
  }

  async function loanState(loanId: string) {
    const row = await app.db
      .selectFrom('loans')
      .select(['state', 'failure'])
      .where('id', '=', loanId)
      .executeTakeFirstOrThrow();
    return row;
  }

  return { payoutOf, stateOf, loanState };
}

export function payoutSteps(app: TestApp) {
  const rows = rowsOf(app);
  /**
   * Adds a BDO account.
   * @returns the account's id
   */
  async function bankAccount(anna: Person, accountNumber: string): Promise<string> {
    app.clocks.addMs(61_000); // a code can be sent once a minute
    const { challengeId } = await anna.client.must(codeSms, {
      phone: anna.life.phone,
      purpose: 'bankAccount',
    });
    const code = (await anna.life.codesOf(anna.life.phone)).at(-1) ?? '';
    const { card } = await anna.client.must(bankcardAdd, {
      ownerName: `${anna.life.firstName} ${anna.life.lastName}`,
      bankId: 'bdo',
      accountNumber,
      phone: anna.life.phone,
      proof: { by: 'code', challengeId, code },
    });
    return card.accountId;
  }

  /** Moves business time to the hours in which staff review applications. */
  async function inReviewHours(): Promise<void> {
    const here = app.clocks.now().toZonedDateTimeISO(manila);
    if (here.hour >= 8 && here.hour < 22) return;
    const morning = here.withPlainTime('10:00');
    app.clocks.setNow((here.hour < 8 ? morning : morning.add({ days: 1 })).toInstant().toString());
    await app.addDays(0);
  }

  /**
   * Returns a borrower who signed a loan to an account with these last four digits. No worker has
   * run yet.
   */
  async function signed(
    lastFour: string,
  ): Promise<{ anna: Person; accountId: string; loanId: string }> {
    await inReviewHours();
    const anna = await app.person({ withCredit: true });
    const accountId = await bankAccount(anna, `100000${lastFour}`);
    anna.life.idOf = () => newId(app.clocks.wall());
    const { loanId } = await takeLoan(anna.life, accountId, { channel: 'bankCard', termDays: 8 });
    return { anna, accountId, loanId };
  }

  /**
   * Runs the worker until a loan's payout has this state. Each round advances the clocks by half a
   * minute, because queries become less frequent.
   */
  async function until(loanId: string, state: string) {
    await app.until(`the payout to be ${state}`, async () => {
      app.clocks.addMs(30_000);
      return (await rows.stateOf(loanId)) === state;
    });
    return await rows.payoutOf(loanId);
  }

  /** Advances both clocks and runs the worker. */
  async function later(ms: number): Promise<void> {
    app.clocks.addMs(ms);
    await app.work();
  }

  const { deduplicatesForMs } = app.context.bank;
  /**
   * Sets whether the gateway deduplicates references; by default the simulator does so for a day.
   */
  function promises(isDeduplicating: boolean): void {
    Object.assign(app.context.bank, { deduplicatesForMs: isDeduplicating ? deduplicatesForMs : 0 });
  }

  /** Makes every payout arrive within minutes, or switches realistic rail times on. */
  async function playRails(arePlayed: boolean): Promise<void> {
    await app.bank.call('/control/behave', { holidays: [...app.context.holidays] });
    await app.db
      .transaction()
      .execute((tx) => storeSetting(tx, 'sandboxRails', arePlayed, 'test', app.clocks.wall()));
    app.context.settings.forget();
  }

  return { bankAccount, playRails, signed, until, later, promises, ...rows };
}
