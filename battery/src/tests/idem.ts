// Promise P5: every write in a loan's life, repeated under one request id, has one effect and one
// response.
import { logout, userInfo } from '@sandali/contract/account.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { billList } from '@sandali/contract/loan.ts';
import { bankcardAdd, bankcardList, walletList } from '@sandali/contract/payoutAccounts.ts';
import { applyUntilApproved } from '@sandali/server/sandbox/credit-life.ts';
import {
  addWallet,
  askCode,
  type Life,
  paidOut,
  signUp,
  step,
  takeLoan,
  until,
} from '@sandali/server/sandbox/life.ts';
import { brokenBooks, newPerson, payoutsTo } from '#/person.ts';
import { type Product, startProduct } from '#/product.ts';
import { retryingClient, type Tally } from '#/retrying-client.ts';
import { type BatteryTest, Findings } from '#/test.ts';

export const idem: BatteryTest = {
  name: 'idem',
  about: 'each write of a loan’s life, sent 21 times under one request id, takes effect once',
  async run() {
    const findings = new Findings();
    const tally: Tally = { writes: 0, sent: 0, others: 0 };
    const product = await startProduct({ SANDBOX_PAY_MS: '50' });
    try {
      await product.ops(
        'config/set',
        { name: 'smsSwitch', text: 'false' },
        'accounts are proven by password in this test',
      );
      const life = newPerson(product, {
        number: 0,
        phone: '+639175567001',
        wrap: (client) => retryingClient(client, findings, tally),
      });
      await live(product, life, findings);
      const broken = await brokenBooks(product);
      findings.expect(broken === '', broken);
      return findings.outcome(tally);
    } finally {
      await product.close();
    }
  },
};

async function live(product: Product, life: Life, findings: Findings): Promise<void> {
  const { client, phone } = life;
  const expectOne = (effect: string, count: number) =>
    findings.expect(count === 1, `${count} of ${effect}`);
  await signUp(life);
  expectOne('the SMS to register', (await life.codesOf(phone)).length);
  await applyUntilApproved(life);
  const accountId = await addWallet(life);
  await addBank(life);
  expectOne('the wallet', (await client.must(walletList, {})).wallets.length);
  expectOne('the bank account', (await client.must(bankcardList, {})).cards.length);
  const { loanId } = await takeLoan(life, accountId);
  await paidOut(life, loanId);
  expectOne('the bill', (await client.must(billList, {})).open.length);
  expectOne('the payout', (await payoutsTo(product, phone)).length);
  const { bill } = await client.must(billDetail, { loanId });
  const { code } = await askCode(life, loanId, bill.currentDue.owedCentavos);
  await product.sandbox('pay', { code });
  await until(
    'the bill to be repaid',
    async () => (await client.must(billDetail, { loanId })).bill.state === 'repaid',
  );
  const lines = product.settlementReport();
  expectOne(
    'the payout in the settlement report',
    lines.filter((line) => line.kind === 'payoutPaid').length,
  );
  expectOne(
    'the payment in the settlement report',
    lines.filter((line) => line.kind === 'paymentReceived').length,
  );
  await client.ask(logout, {});
  findings.expect(
    (await client.ask(userInfo, {})).name === 'sessionInvalid',
    'the session is still valid after logging out',
  );
}

async function addBank(life: Life): Promise<void> {
  await step(life, bankcardAdd, {
    ownerName: `${life.firstName} ${life.lastName}`,
    bankId: 'bdo',
    accountNumber: '001234567890',
    phone: life.phone,
    proof: { by: 'password', password: life.password },
  });
}
