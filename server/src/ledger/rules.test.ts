import fc from 'fast-check';
import { expect, test } from 'vitest';
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

/** Amounts of which no two sums are equal. */
const owed = { principalCentavos: 1_000n, interestCentavos: 200n, lateCentavos: 30n };
const share = { loanId, ...owed, extensionFeeCentavos: 4n };
const fees = { serviceFeeCentavos: 70n, channelFeeCentavos: 5n };
const refund = { borrowerId: 'B', amountCentavos: 9n };
const payment = {
  amountCentavos: 1_240n,
  shares: [share],
  borrowerId: 'B',
  refundableCentavos: 6n,
};

/** The accounts of each entry: debits above zero, credits below, and the owner in brackets. */
const postings: readonly [name: string, lines: Line[], expected: string][] = [
  [
    'a payout',
    paidOut({ loanId, principalCentavos: 1_075n, arrivalCentavos: 1_000n, ...fees }),
    'loan.principal(L) 1075, gateway.float -1000, income.serviceFee -70, income.channelFee -5',
  ],
  [
    'a reversed payout',
    loanReversed({
      loanId,
      borrowerId: 'B',
      arrivalCentavos: 2_425n,
      ...fees,
      owed,
      paid: {
        principalCentavos: 1_400n,
        interestCentavos: 11n,
        lateCentavos: 12n,
        extensionFeeCentavos: 4n,
      },
      waived: { principalCentavos: 100n, interestCentavos: 20n, lateCentavos: 3n },
    }),
    'gateway.float 2425, income.serviceFee 70, income.channelFee 5, income.interest 231, ' +
      'income.late 45, income.extensionFee 4, loss.remainders -123, loan.principal(L) -1000, ' +
      'loan.interest(L) -200, loan.late(L) -30, borrower.refundable(B) -1427',
  ],
  [
    'a returned loan',
    loanCooledOff({ loanId, ...fees, interestCentavos: 200n, lateCentavos: 30n }),
    'income.serviceFee 70, income.channelFee 5, income.interest 200, income.late 30, ' +
      'loan.principal(L) -75, loan.interest(L) -200, loan.late(L) -30',
  ],
  [
    'charges that fell due',
    chargesPosted({ loanId, interestCentavos: 200n, lateCentavos: 30n, extensionFeeCentavos: 4n }),
    'loan.interest(L) 200, income.interest -200, loan.late(L) 30, income.late -30, ' +
      'loan.extensionFee(L) 4, income.extensionFee -4',
  ],
  [
    'a payment through a gateway',
    repaymentBooked({ from: 'gateway.float', ...payment }),
    'gateway.float 1240, loan.late(L) -30, loan.interest(L) -200, loan.principal(L) -1000, ' +
      'loan.extensionFee(L) -4, borrower.refundable(B) -6',
  ],
  [
    'a transfer to our own bank account',
    repaymentBooked({ from: 'bank.account', ...payment, shares: [], refundableCentavos: 1_240n }),
    'bank.account 1240, borrower.refundable(B) -1240',
  ],
  ['unmatched pesos at a gateway', moneyUnmatched(9n, 'PHP'), 'gateway.float 9, suspense -9'],
  [
    'unmatched dollars',
    moneyUnmatched(9n, 'USD'),
    'gateway.otherCurrency 9, suspense.otherCurrency -9',
  ],
  ['an unmatched transfer', moneyUnmatched(9n, 'PHP', 'ownBank'), 'bank.account 9, suspense -9'],
  ['returned pesos', suspenseReturned(9n, 'PHP'), 'suspense 9, company.bank -9'],
  [
    'returned dollars',
    suspenseReturned(9n, 'USD'),
    'suspense.otherCurrency 9, gateway.otherCurrency -9',
  ],
  ['a returned transfer', suspenseReturned(9n, 'PHP', 'ownBank'), 'suspense 9, bank.account -9'],
  [
    'an ordered refund',
    refundStep('ordered', refund),
    'borrower.refundable(B) 9, borrower.refundOrdered(B) -9',
  ],
  ['a paid refund', refundStep('paid', refund), 'borrower.refundOrdered(B) 9, gateway.float -9'],
  [
    'a failed refund',
    refundStep('failed', refund),
    'borrower.refundOrdered(B) 9, borrower.refundable(B) -9',
  ],
  [
    'a reversed refund',
    refundStep('reversed', refund),
    'gateway.float 9, borrower.refundable(B) -9',
  ],
  ['contested money', payoutContested(9n), 'payout.contested 9, gateway.float -9'],
  ['contested money that came back', contestedReturned(9n), 'gateway.float 9, payout.contested -9'],
  ['lost money that came back', contestedReturned(9n, true), 'gateway.float 9, loss.payouts -9'],
  ['contested money that is lost', contestedLost(9n), 'loss.payouts 9, payout.contested -9'],
  [
    'waived charges',
    chargesWaived({ loanId, interestCentavos: 200n, lateCentavos: 30n }),
    'income.interest 200, loan.interest(L) -200, income.late 30, loan.late(L) -30',
  ],
  [
    'a waived remainder',
    remainderWaived({ loanId, ...owed }),
    'loss.remainders 1230, loan.principal(L) -1000, loan.interest(L) -200, loan.late(L) -30',
  ],
  [
    'a write-off',
    loanWrittenOff({ loanId, owed }),
    'loan.writtenOff(L) 1230, loan.principal(L) -1000, loan.interest(L) -200, loan.late(L) -30',
  ],
];

test.each(postings)('posts %s to its accounts', (_, lines, expected) => {
  const shown = lines.map(
    ({ account: { kind, ownerId }, amountCentavos }) =>
      `${kind}${ownerId ? `(${ownerId})` : ''} ${amountCentavos}`,
  );
  expect(shown.join(', ')).toBe(expected);
  expect(total(lines)).toBe(0n);
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
