import fc from 'fast-check';
import { expect, test } from 'vitest';
import { companyAccount, ownedAccount } from './chart.ts';
import { chargesPosted, loanCooledOff, moneyShared, moneyUnmatched, paidOut, repaymentBooked, total } from './rules.ts';

const money = fc.bigInt({ min: 0n, max: 100_000_000n });

test('a paid out loan: principal owed, arrival gone, fees earned', () => {
  const lines = paidOut({
    loanId: 'L',
    principalCentavos: 6_000_000n,
    arrivalCentavos: 5_939_000n,
    serviceFeeCentavos: 60_000n,
    channelFeeCentavos: 1_000n,
  });
  expect(lines).toEqual([
    { account: ownedAccount('loan.principal', 'L'), amountCentavos: 6_000_000n },
    { account: companyAccount('gateway.float'), amountCentavos: -5_939_000n },
    { account: companyAccount('income.serviceFee'), amountCentavos: -60_000n },
    { account: companyAccount('income.channelFee'), amountCentavos: -1_000n },
  ]);
});

test('a returned loan: fees and every charge are taken back, and what is left of the loan with them', () => {
  const lines = loanCooledOff({
    loanId: 'L',
    serviceFeeCentavos: 60_000n,
    channelFeeCentavos: 1_000n,
    interestCentavos: 12_000n,
    lateCentavos: 500n,
  });
  expect(lines).toEqual([
    { account: companyAccount('income.serviceFee'), amountCentavos: 60_000n },
    { account: companyAccount('income.channelFee'), amountCentavos: 1_000n },
    { account: companyAccount('income.interest'), amountCentavos: 12_000n },
    { account: companyAccount('income.late'), amountCentavos: 500n },
    { account: ownedAccount('loan.principal', 'L'), amountCentavos: -61_000n },
    { account: ownedAccount('loan.interest', 'L'), amountCentavos: -12_000n },
    { account: ownedAccount('loan.late', 'L'), amountCentavos: -500n },
  ]);
});

test('every fact makes lines that sum to zero and hold no zero', () => {
  fc.assert(
    fc.property(money, money, money, money, (a, b, c, d) => {
      const all = [
        paidOut({ loanId: 'L', principalCentavos: a + b + c, arrivalCentavos: a, serviceFeeCentavos: b, channelFeeCentavos: c }),
        chargesPosted({ loanId: 'L', interestCentavos: a, lateCentavos: b }),
        repaymentBooked({
          amountCentavos: a + b + c + d,
          shares: [{ loanId: 'L', lateCentavos: a, interestCentavos: b, principalCentavos: c }],
          borrowerId: 'B',
          refundableCentavos: d,
        }),
        loanCooledOff({ loanId: 'L', serviceFeeCentavos: a, channelFeeCentavos: b, interestCentavos: c, lateCentavos: d }),
        moneyShared({
          shares: [{ loanId: 'L', lateCentavos: -a, interestCentavos: -b, principalCentavos: a + b - c }],
          borrowerId: 'B',
          refundableCentavos: c,
        }),
        moneyUnmatched(a + 1n, 'PHP'),
      ];
      for (const lines of all) {
        expect(total(lines)).toBe(0n);
        expect(lines.every((line) => line.amountCentavos !== 0n)).toBe(true);
      }
    }),
  );
});
