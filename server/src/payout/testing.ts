// For tests of payouts: a borrower whose loan goes to a bank account of a character
// (simulators/README.md), and its rows.
import { codeSms } from '@sandali/contract/account.ts';
import { bankcardAdd } from '@sandali/contract/payoutAccounts.ts';
import { storeSetting } from '#/context/settings.ts';
import { manila } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { takeLoan } from '#/sandbox/life.ts';
import type { Person, TestApp } from '#/testing/app.ts';

/** The rows that these tests look at. */
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
  /** Adds an account at BDO. */
  async function bankAccount(anna: Person, accountNumber: string): Promise<string> {
    app.clocks.addMs(61_000); // the next code may be asked for a minute after the last
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

  /** Moves business time on to the next morning, where applications are not reviewed. */
  async function inReviewHours(): Promise<void> {
    const here = app.clocks.now().toZonedDateTimeISO(manila);
    if (here.hour >= 8 && here.hour < 22) return;
    const morning = here.withPlainTime('10:00');
    app.clocks.setNow((here.hour < 8 ? morning : morning.add({ days: 1 })).toInstant().toString());
    await app.addDays(0);
  }

  /**
   * Somebody who has signed a loan to an account that ends in these four digits; nothing was worked
   * yet.
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
   * Works until the payout of a loan is in a state. Looks come rarer with time, so that half a
   * minute passes between them.
   */
  async function until(loanId: string, state: string) {
    await app.until(`the payout to be ${state}`, async () => {
      app.clocks.addMs(30_000);
      return (await rows.stateOf(loanId)) === state;
    });
    return await rows.payoutOf(loanId);
  }

  /** Lets wall time pass, and works. */
  async function later(ms: number): Promise<void> {
    app.clocks.addMs(ms);
    await app.work();
  }

  const { deduplicatesForMs } = app.context.bank;
  /**
   * Whether the gateway promises to pay a reference once. The simulator does for a day; what we do
   * where one does not is another matter.
   */
  function promises(isDeduplicating: boolean): void {
    Object.assign(app.context.bank, { deduplicatesForMs: isDeduplicating ? deduplicatesForMs : 0 });
  }

  /**
   * Plays InstaPay and PESONet as in life, or lets everything go within minutes, as the sandbox's
   * page does.
   */
  async function playRails(arePlayed: boolean): Promise<void> {
    await app.bank.call('/control/behave', { holidays: [...app.context.holidays] });
    await app.db
      .transaction()
      .execute((tx) => storeSetting(tx, 'sandboxRails', arePlayed, 'test', app.clocks.wall()));
    app.context.settings.forget();
  }

  return { bankAccount, playRails, signed, until, later, promises, ...rows };
}
