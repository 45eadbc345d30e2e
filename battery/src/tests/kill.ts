// Promises P1 and P6: the server is repeatedly killed between a loan's signing and its payout. Each
// loan must succeed, with one payout in the bank's settlement report.
import { applyUntilApproved } from '@sandali/server/sandbox/credit-life.ts';
import { addWallet, paidOut, signUp, takeLoan } from '@sandali/server/sandbox/life.ts';
import { brokenBooks, newPerson, payoutsTo } from '#/person.ts';
import { type Product, startProduct } from '#/product.ts';
import { type BatteryTest, type Context, Findings } from '#/test.ts';

/**
 * Account endings that select the simulator's behaviour: paid, error after paying, busy, connection
 * cut after paying, paid.
 */
const lastFours = ['7777', '0002', '0010', '0004', '8888'];
const payDelayMs = 400;
const mostDelayMs = 700;
const resumesWithinMs = 60_000;

export const kill: BatteryTest = {
  name: 'kill',
  about:
    'kill -9 between apply and payout: one payout in the settlement report, and the loan succeeds',
  async run(context) {
    const findings = new Findings();
    const product = await startProduct({ SANDBOX_PAY_MS: String(payDelayMs) });
    const slowest = { ms: 0 };
    try {
      const rounds = lastFours.slice(0, context.isQuick ? 3 : 5);
      let kills = 0;
      for (const [nth, lastFour] of rounds.entries()) {
        if (findings.some()) break; // one double payout is enough
        kills += 1;
        slowest.ms = Math.max(
          slowest.ms,
          await oneRound(product, context, findings, { nth, lastFour }),
        );
      }
      const paid = product.settlementReport().filter((line) => line.kind === 'payoutPaid');
      findings.expect(
        paid.length === kills,
        `the settlement report has ${paid.length} payouts for ${kills} loans`,
      );
      const broken = await brokenBooks(product);
      findings.expect(broken === '', broken);
      return findings.outcome({ kills, payouts: paid.length, slowestResumeMs: slowest.ms });
    } finally {
      await product.close();
    }
  },
};

/** @returns the ms from the restart until the loan succeeded. */
async function oneRound(
  product: Product,
  { random }: Context,
  findings: Findings,
  of: { nth: number; lastFour: string },
): Promise<number> {
  const life = newPerson(product, { number: of.nth, phone: `+6391755${of.nth}${of.lastFour}` });
  await signUp(life);
  await applyUntilApproved(life);
  const { loanId } = await takeLoan(life, await addWallet(life));
  const delayMs = Math.floor(random() * mostDelayMs);
  await new Promise((done) => setTimeout(done, delayMs));
  await product.killAndStart();
  const start = performance.now();
  const name = `round ${of.nth + 1} (…${of.lastFour}, killed after ${delayMs} ms)`;
  try {
    await paidOut(life, loanId, resumesWithinMs);
  } catch (error) {
    findings.expect(false, `${name}: ${(error as Error).message}`);
  }
  const ordered = await payoutsTo(product, life.phone);
  const lines = product
    .settlementReport()
    .filter(
      (line) =>
        line.kind === 'payoutPaid' && ordered.some(({ reference }) => reference === line.reference),
    );
  findings.expect(ordered.length === 1, `${name}: ${ordered.length} payouts were ordered`);
  findings.expect(lines.length === 1, `${name}: the settlement report has ${lines.length} payouts`);
  return Math.round(performance.now() - start);
}
