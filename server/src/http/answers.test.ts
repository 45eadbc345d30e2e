import { userInfo } from '@sandali/contract/account.ts';
import { allCalls } from '@sandali/contract/all.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { complaintCreate, complaintPicture } from '@sandali/contract/cases.ts';
import { creditQuery } from '@sandali/contract/credit.ts';
import { deviceList } from '@sandali/contract/device.ts';
import { loanDetail } from '@sandali/contract/loan.ts';
import { walletList } from '@sandali/contract/payoutAccounts.ts';
import { planCal } from '@sandali/contract/plan.ts';
import { dataExport } from '@sandali/contract/privacy.ts';
import { repaymentApply } from '@sandali/contract/repayment.ts';
import { expect, test } from 'vitest';
import { somePicture } from '#/credit/testing.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { testApp } from '#/testing/app.ts';
import { somePdf } from '#/testing/some-pdf.ts';

const app = await testApp();

/**
 * Returns a borrower with a loan, a payment code and a complaint, and with the data that nobody
 * else may see.
 */
async function borrower() {
  const who = await app.person({ withCredit: true });
  const { loanId } = await takeLoan(who.life, await addWallet(who.life), { termDays: 8 });
  await app.until(
    'the payout',
    async () => (await who.client.must(loanDetail, { loanId })).state === 'success',
  );
  const {
    currentDue: { owedCentavos: amountCentavos },
  } = (await who.client.must(billDetail, { loanId })).bill;
  const { repaymentId } = await who.client.must(repaymentApply, {
    loanId,
    channel: 'sevenEleven',
    amountCentavos,
  });
  const { userGid } = await who.client.must(userInfo, {});
  // Raise the limit enough for another loan, so that products are offered.
  const wider = app.db.updateTable('credit_lines').set({ limit_centavos: 20_000_000n });
  await wider.where('borrower_id', '=', userGid).execute();
  const idNumber = `9999${String(who.life.number).padStart(8, '0')}`;
  const { quote_id: quoteId } = await app.db
    .selectFrom('loans')
    .select('quote_id')
    .where('id', '=', loanId)
    .executeTakeFirstOrThrow();
  const wish = {
    kind: 'charges',
    loanId: null,
    payment: null,
    words: 'Bakit may dagdag?',
  } as const;
  const { complaintId } = await who.client.must(complaintCreate, wish);
  await who.client.must(complaintPicture, { complaintId, bytes: await somePicture() });
  await who.client.must(complaintPicture, { complaintId, bytes: somePdf().toString('base64') });
  return { ...who, loanId, quoteId, repaymentId, userGid, idNumber, complaintId };
}

const plainReads = allCalls.filter((call) => call.kind === 'read' && call.who === 'borrower');

test('a response contains only the fields of its contract and no other person’s data', async () => {
  const [anna, ben] = [await borrower(), await borrower()];
  const inputs = [
    {},
    { loanId: anna.loanId },
    { level: 'provinces' },
    { amountCentavos: 6_000_000 },
    { userGid: anna.userGid },
    { repaymentId: anna.repaymentId },
    { quoteId: anna.quoteId },
    { complaintId: anna.complaintId },
    { complaintId: anna.complaintId, turn: 1 },
    { complaintId: anna.complaintId, turn: 2 },
  ];
  const answered = new Set<string>();
  let all = '';
  for (const call of plainReads) {
    for (const input of inputs) {
      const answer = await anna.client.ask(call as never, input as never);
      if (answer.name !== 'success') continue;
      answered.add(call.path);
      all += JSON.stringify(answer.data);
      break;
    }
  }
  // Plans are offered from three days before the due date. By then the quote has expired.
  await app.addDays(6);
  all += JSON.stringify(
    await anna.client.must(planCal, { loanId: anna.loanId as never, count: 2 }),
  );
  answered.add(planCal.path);
  const unanswered = plainReads.map((call) => call.path).filter((path) => !answered.has(path));
  expect(unanswered).toEqual([]);
  const { rows } = await app.owner.pool.query<{
    hash: string | null;
    phone: string;
    token: string;
  }>(
    `select b.password_hash as hash, encode(b.phone_hash, 'hex') as phone,
       encode(s.token_hash, 'hex') as token
     from borrowers b join sessions s on s.borrower_id = b.id`,
  );
  const secrets = rows.flatMap(({ hash, phone, token }) => [
    hash,
    phone,
    token,
    Buffer.from(token, 'hex').toString('base64url'),
  ]);
  const others = [
    ben.userGid,
    ben.loanId,
    ben.idNumber,
    ben.life.phone.slice(3),
    `${ben.life.firstName} ${ben.life.lastName}`,
  ];
  const own = [anna.idNumber, anna.client.token, anna.life.password];
  expect(secrets.length).toBeGreaterThan(6);
  expect([...secrets, ...others, ...own].filter((text) => text && all.includes(text))).toEqual([]);
  // Payout accounts and IDs are returned masked.
  const { wallets } = await anna.client.must(walletList, {});
  expect(JSON.stringify(wallets)).not.toContain(anna.life.phone.slice(3));
  expect((await anna.client.must(creditQuery, {})).identity).toMatchObject({
    idNumberStart: anna.idNumber.slice(0, 2),
  });
  expect((await anna.client.must(deviceList, {})).devices).toHaveLength(1);
  expect((await anna.client.must(dataExport, { format: 'json' })).name).toMatch(/^sandali-data-/);
});
