import fc from 'fast-check';
import { expect, test } from 'vitest';
import { companyAccount, ownedAccount } from './chart.ts';
import { claimEnded, paymentReversed } from './payment-reversed.ts';
import {
  chargesPosted,
  chargesWaived,
  contestedLost,
  contestedReturned,
  type EntryKind,
  type Line,
  loanCooledOff,
  loanReversed,
  loanWrittenOff,
  type MoneyFrom,
  moneyAllocated,
  moneyUnmatched,
  paidOut,
  payoutContested,
  refundStep,
  remainderWaived,
  repaymentBooked,
  suspenseReturned,
  total,
  withLosses,
} from './rules.ts';

const money = fc.bigInt({ min: 0n, max: 100_000_000n });
/**
 * Amounts that may have either sign, because charges can be reversed and money can be reallocated.
 */
const signed = fc.bigInt({ min: -100_000_000n, max: 100_000_000n });
const parts = fc.record({
  lateCentavos: money,
  interestCentavos: money,
  principalCentavos: money,
  extensionFeeCentavos: money,
});
const someMoney = fc.bigInt({ min: 1n, max: 100_000_000n });
const loanId = 'L';

const anyRepayment = (from: MoneyFrom) =>
  fc
    .array(
      fc.record({
        lateCentavos: signed,
        interestCentavos: signed,
        principalCentavos: signed,
        extensionFeeCentavos: signed,
      }),
      {
        maxLength: 5,
      },
    )
    .chain((shares) =>
      money.map((refundableCentavos) => {
        const onBills = shares.reduce(
          (sum, share) =>
            sum +
            share.lateCentavos +
            share.interestCentavos +
            share.principalCentavos +
            share.extensionFeeCentavos,
          0n,
        );
        const named = shares.map((share, nth) => ({ ...share, loanId: `L${nth}` }));
        return repaymentBooked({
          from,
          amountCentavos: onBills + refundableCentavos,
          shares: named,
          borrowerId: 'B',
          refundableCentavos,
        });
      }),
    );

const rest = fc.bigInt({ min: 0n, max: 33n });
const remainder = fc.record({
  principalCentavos: rest,
  interestCentavos: rest,
  lateCentavos: rest,
});

/** Generators of random lines for each kind of entry. The type requires one for every kind. */
const anyFact: Record<EntryKind, fc.Arbitrary<Line[]>> = {
  'loan.paidOut': fc
    .tuple(money, money, money)
    .map(([arrivalCentavos, serviceFeeCentavos, channelFeeCentavos]) => {
      const principalCentavos = arrivalCentavos + serviceFeeCentavos + channelFeeCentavos;
      return paidOut({
        loanId,
        principalCentavos,
        arrivalCentavos,
        serviceFeeCentavos,
        channelFeeCentavos,
      });
    }),
  'loan.reversed': fc
    .tuple(money, money, money, parts, money, remainder)
    .map(([arrivalCentavos, serviceFeeCentavos, channelFeeCentavos, paid, owed, waived]) => {
      // Owed, paid and waived principal must add up to the whole principal, which equals the
      // arrival amount plus fees.
      const principal =
        arrivalCentavos + serviceFeeCentavos + channelFeeCentavos - waived.principalCentavos;
      const paidPrincipal = paid.principalCentavos < principal ? paid.principalCentavos : principal;
      return loanReversed({
        loanId,
        borrowerId: 'B',
        arrivalCentavos,
        serviceFeeCentavos,
        channelFeeCentavos,
        owed: {
          principalCentavos: principal - paidPrincipal,
          interestCentavos: owed,
          lateCentavos: owed / 2n,
        },
        paid: { ...paid, principalCentavos: paidPrincipal },
        waived,
      });
    }),
  'remainder.waived': fc
    .record({ principalCentavos: signed, interestCentavos: signed, lateCentavos: signed })
    .map((waived) => remainderWaived({ loanId, ...waived })),
  'loan.cooledOff': fc
    .tuple(money, money, money, money)
    .map(([serviceFeeCentavos, channelFeeCentavos, interestCentavos, lateCentavos]) =>
      loanCooledOff({
        loanId,
        serviceFeeCentavos,
        channelFeeCentavos,
        interestCentavos,
        lateCentavos,
      }),
    ),
  'money.shared': fc
    .tuple(signed, signed, money)
    .map(([lateCentavos, interestCentavos, refundableCentavos]) =>
      moneyAllocated({
        shares: [
          {
            loanId,
            lateCentavos,
            interestCentavos,
            principalCentavos: -lateCentavos - interestCentavos - refundableCentavos,
            extensionFeeCentavos: 0n,
          },
        ],
        borrowerId: 'B',
        refundableCentavos,
      }),
    ),
  'charges.posted': fc
    .tuple(signed, signed, signed)
    .map(([interestCentavos, lateCentavos, extensionFeeCentavos]) =>
      chargesPosted({ loanId, interestCentavos, lateCentavos, extensionFeeCentavos }),
    ),
  'repayment.booked': fc.oneof(anyRepayment('gateway.float'), anyRepayment('bank.account')),
  'suspense.assigned': anyRepayment('suspense'),
  // An earlier entry charged the fee that this entry pays.
  'extension.booked': fc.tuple(money, money).map(([extensionFeeCentavos, lateCentavos]) =>
    repaymentBooked({
      from: 'gateway.float',
      amountCentavos: extensionFeeCentavos + lateCentavos,
      shares: [
        { loanId, lateCentavos, interestCentavos: 0n, principalCentavos: 0n, extensionFeeCentavos },
      ],
      borrowerId: 'B',
      refundableCentavos: 0n,
    }),
  ),
  'money.unmatched': fc
    .tuple(
      fc.bigInt({ min: 1n, max: 100_000_000n }),
      fc.constantFrom('PHP', 'USD'),
      fc.constantFrom('gateway', 'ownBank'),
    )
    .map(([amount, currency, receivedOn]) => moneyUnmatched(amount, currency, receivedOn)),
  'claim.settled': fc
    .tuple(someMoney, fc.constantFrom('B', null), fc.constantFrom('suspense', 'refundable'))
    .map(([amount, borrowerId, from]) =>
      claimEnded(amount, { borrowerId, from: borrowerId ? from : 'suspense' }),
    ),
  'claim.writtenOff': fc
    .tuple(someMoney, fc.constantFrom('B', null))
    .map(([amount, borrowerId]) => claimEnded(amount, { borrowerId, from: 'loss' })),
  'payment.reversed': fc.oneof(
    fc
      .tuple(someMoney, fc.constantFrom('PHP', 'USD'))
      .map(([amount, currency]) => paymentReversed(amount, { suspense: 'waiting', currency })),
    someMoney.map((amount) => paymentReversed(amount, { suspense: 'returned', currency: 'PHP' })),
    fc.tuple(parts, money, money).map(([paid, keptCentavos, reclaimedCentavos]) => {
      const off = (amount: bigint) => -amount;
      const share = {
        loanId,
        lateCentavos: off(paid.lateCentavos),
        interestCentavos: off(paid.interestCentavos),
        principalCentavos: off(paid.principalCentavos),
        extensionFeeCentavos: off(paid.extensionFeeCentavos),
      };
      const onBills =
        paid.lateCentavos +
        paid.interestCentavos +
        paid.principalCentavos +
        paid.extensionFeeCentavos;
      const from = { borrowerId: 'B', shares: [share], keptCentavos, reclaimedCentavos };
      return paymentReversed(onBills + keptCentavos + reclaimedCentavos, from);
    }),
  ),
  'suspense.returned': fc
    .tuple(someMoney, fc.constantFrom('PHP', 'USD'), fc.constantFrom('gateway', 'ownBank'))
    .map(([amount, currency, receivedOn]) => suspenseReturned(amount, currency, receivedOn)),
  'refund.ordered': someMoney.map((amountCentavos) =>
    refundStep('ordered', { borrowerId: 'B', amountCentavos }),
  ),
  'refund.paid': someMoney.map((amountCentavos) =>
    refundStep('paid', { borrowerId: 'B', amountCentavos }),
  ),
  'refund.failed': someMoney.map((amountCentavos) =>
    refundStep('failed', { borrowerId: 'B', amountCentavos }),
  ),
  'refund.reversed': someMoney.map((amountCentavos) =>
    refundStep('reversed', { borrowerId: 'B', amountCentavos }),
  ),
  'payout.contested': someMoney.map(payoutContested),
  'payout.contestedReturned': fc
    .tuple(someMoney, fc.boolean())
    .map(([amount, wasWrittenOff]) => contestedReturned(amount, wasWrittenOff)),
  'payout.contestedLost': someMoney.map(contestedLost),
  'charges.waived': fc
    .tuple(signed, signed)
    .map(([interestCentavos, lateCentavos]) =>
      chargesWaived({ loanId, interestCentavos, lateCentavos }),
    ),
  'loan.writtenOff': fc
    .tuple(money, money, money)
    .map(([principalCentavos, interestCentavos, lateCentavos]) =>
      loanWrittenOff({ loanId, owed: { principalCentavos, interestCentavos, lateCentavos } }),
    ),
};

test('money received for a written-off loan reduces its loss', () => {
  const share = {
    lateCentavos: 5n,
    interestCentavos: 3n,
    principalCentavos: 92n,
    extensionFeeCentavos: 0n,
  };
  const shares = [
    { loanId: 'lost', ...share },
    { loanId: 'open', ...share },
  ];
  const lines = repaymentBooked({
    from: 'gateway.float',
    amountCentavos: 200n,
    shares,
    borrowerId: 'B',
    refundableCentavos: 0n,
  });
  const adjusted = withLosses(lines, new Set(['lost']));
  expect(total(adjusted)).toBe(0n);
  const lost = adjusted.filter((line) => line.account.ownerId === 'lost');
  expect([...new Set(lost.map((line) => line.account.kind))]).toEqual(['loan.writtenOff']);
  expect(total(lost)).toBe(-100n);
  const others = (all: readonly Line[]) => all.filter((line) => line.account.ownerId !== 'lost');
  expect(others(adjusted)).toEqual(others(lines));
});

test('books a payout’s principal, arrival amount and fees', () => {
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

test('reverses the fees and all charges of a returned loan', () => {
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

test.each(Object.entries(anyFact))('posts balanced lines without zeros for %s', (_, lines) => {
  fc.assert(
    fc.property(lines, (posted) => {
      expect(total(posted)).toBe(0n);
      expect(posted.every((line) => line.amountCentavos !== 0n)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
