// Payment codes in every state that their screen can show, for tests and the gallery.
import type { RepaymentId } from '@sandali/contract/id.ts';
import type { Status } from '#/screens/repayment/answers.ts';
import { at, due, loanId, pesos, today } from './repayment.fixtures.ts';

/** Returns the amount owed on a bill today and, if the bill is not due yet, on its due date. */
export const amountsLeft = (now: number, then?: number) => ({
  currentDue: due(now, today),
  nextDue: then === undefined ? null : due(then, '2026-11-28'),
});

const status: Status = {
  repaymentId: loanId(9) as unknown as RepaymentId,
  loanId: loanId(1),
  state: 'given',
  purpose: 'bill',
  channel: 'sevenEleven',
  amountCentavos: pesos(62_006),
  code: '731409286605',
  payload: null,
  account: null,
  link: null,
  endsAt: at('2026-11-20T15:59:59.999Z'),
  secondsLeft: null,
  takesLong: false,
  growsDaily: true,
  paidCentavos: pesos(0),
  paidAt: null,
  takenBackCentavos: pesos(0),
  bill: { state: 'overdue', ...amountsLeft(62_006) },
  refundableCentavos: pesos(0),
  takesAtOnceCentavos: null,
  part: null,
  extension: null,
};
const toReturn: Status = {
  ...status,
  purpose: 'coolingOff',
  growsDaily: false,
  amountCentavos: pesos(59_390),
  endsAt: at('2026-11-25T15:59:59.999Z'),
  bill: { state: 'upcoming', ...amountsLeft(60_000, 60_960) },
};
const firstOf2: Status & { part: NonNullable<Status['part']> } = {
  ...status,
  amountCentavos: pesos(50_000),
  part: {
    number: 1,
    count: 2,
    paidBeforeCentavos: pesos(0),
    left: due(12_006, today),
    nextId: null,
  },
};
const lastOf2 = { ...firstOf2.part, number: 2, paidBeforeCentavos: pesos(50_000) };
const paid = { state: 'booked', paidAt: at('2026-11-20T01:41:00Z') } as const;

const byLink: Status = {
  ...status,
  channel: 'gcash',
  code: 'GC73140928660510',
  link: '/sandbox/checkout/GC73140928660510',
  endsAt: at('2026-11-20T02:40:00.000Z'),
  secondsLeft: 840,
};

const lasting = { ...status, amountCentavos: null, endsAt: null, growsDaily: false };
const repaidByLasting = {
  paidCentavos: pesos(62_006),
  paidAt: paid.paidAt,
  bill: { state: 'repaid', ...amountsLeft(0) },
} as const;

export const statuses = {
  ownAccount: {
    ...lasting,
    channel: 'offlineTransfer',
    code: 'TR-7KQ2-M4XX',
    account: {
      bankName: 'Bangko Kunwari',
      accountName: 'Sandali Lending Corp.',
      accountNumber: '0000 1234 5678',
    },
  },
  asked: { ...status, state: 'asked', code: null },
  askedLong: { ...status, state: 'asked', code: null, takesLong: true },
  given: status,
  early: {
    ...status,
    channel: 'pawnshop',
    amountCentavos: pesos(30_722.4),
    growsDaily: false,
    bill: { state: 'upcoming', ...amountsLeft(30_722.4, 31_212) },
  },
  inProgress: { ...status, state: 'inProgress' },
  booked: {
    ...status,
    ...paid,
    paidCentavos: pesos(62_006),
    bill: { state: 'repaid', ...amountsLeft(0) },
  },
  partlyEarly: {
    ...status,
    ...paid,
    paidCentavos: pesos(30_000),
    bill: { state: 'upcoming', ...amountsLeft(30_600, 31_212) },
  },
  partly: {
    ...status,
    ...paid,
    paidCentavos: pesos(20_000),
    bill: { state: 'overdue', ...amountsLeft(42_006) },
  },
  takenBack: {
    ...status,
    ...paid,
    paidCentavos: pesos(20_000),
    takenBackCentavos: pesos(20_000),
    bill: { state: 'overdue', ...amountsLeft(62_006) },
  },
  takenBackInPart: {
    ...status,
    ...paid,
    paidCentavos: pesos(20_000),
    takenBackCentavos: pesos(5_000),
    bill: { state: 'overdue', ...amountsLeft(47_006) },
  },
  partlyOfPlan: {
    ...status,
    ...paid,
    paidCentavos: pesos(25_000),
    bill: { state: 'overdue', ...amountsLeft(37_006) },
  },
  paidWrittenOff: {
    ...status,
    ...paid,
    paidCentavos: pesos(25_024),
    bill: { state: 'writtenOff', ...amountsLeft(0) },
  },
  expired: { ...status, state: 'expired' },
  refused: { ...status, state: 'refused', code: null },
  closed: { ...status, bill: { state: 'repaid', ...amountsLeft(0) } },
  minutes: {
    ...status,
    channel: 'qrph',
    code: 'QR7314092866051',
    payload: '00020101021228QR7314092866051',
    endsAt: at('2026-11-20T02:40:00.000Z'),
    secondsLeft: 840,
  },
  link: { ...byLink },
  linkCard: { ...byLink, channel: 'bankCard' },
  linkMaking: { ...byLink, state: 'asked', code: null, link: null },
  linkLong: { ...byLink, state: 'asked', code: null, link: null, takesLong: true },
  linkOnItsWay: { ...byLink, state: 'inProgress' },
  linkDeclined: { ...byLink, state: 'declined' },
  linkEnded: { ...byLink, state: 'expired', secondsLeft: 0 },
  lasting: { ...lasting, channel: 'cliqqLifelong', code: '9117314092866051' },
  lastingTakenBack: {
    ...lasting,
    channel: 'cliqqLifelong',
    code: '9117314092866051',
    paidCentavos: pesos(20_000),
    takenBackCentavos: pesos(20_000),
    paidAt: paid.paidAt,
    bill: { state: 'overdue', ...amountsLeft(62_006) },
  },
  lastingLimited: {
    ...lasting,
    channel: 'cliqqLifelong',
    code: '9117314092866051',
    takesAtOnceCentavos: pesos(50_000),
  },
  lastingPaid: {
    ...lasting,
    channel: 'cliqqLifelong',
    code: '9117314092866051',
    paidCentavos: pesos(20_000),
    paidAt: paid.paidAt,
    bill: { state: 'overdue', ...amountsLeft(42_006) },
  },
  transfer: {
    ...lasting,
    channel: 'bankTransfer',
    code: '8808314092866051',
    payload: 'Sandbox Bank',
  },
  overpaid: {
    ...status,
    ...paid,
    paidCentavos: pesos(65_000),
    bill: { state: 'repaid', ...amountsLeft(0) },
    refundableCentavos: pesos(2_994),
  },
  lastingRepaid: {
    ...lasting,
    channel: 'bankTransfer',
    code: '8808314092866051',
    ...repaidByLasting,
  },
  toReturn: { ...toReturn },
  part1: { ...firstOf2 },
  part2: { ...firstOf2, amountCentavos: pesos(12_006), part: { ...lastOf2, left: due(0, today) } },
  partByLink: {
    ...byLink,
    amountCentavos: pesos(100_000),
    part: { ...firstOf2.part, count: 3, left: due(106_400, today) },
  },
  partStopped: {
    ...firstOf2,
    ...paid,
    paidCentavos: pesos(50_000),
    bill: { state: 'overdue', ...amountsLeft(12_006) },
    part: { ...firstOf2.part, left: due(12_006, today) },
  },
  partToReturn: {
    ...toReturn,
    amountCentavos: pesos(20_000),
    part: { ...firstOf2.part, count: 3, left: due(39_390, '2026-11-25') },
  },
  partReturned: {
    ...toReturn,
    ...paid,
    amountCentavos: pesos(50_000),
    paidCentavos: pesos(50_000),
    bill: { state: 'upcoming', ...amountsLeft(10_000, 10_160) },
    part: { ...firstOf2.part, left: due(9_390, '2026-11-25') },
  },
  returned: {
    ...toReturn,
    ...paid,
    paidCentavos: pesos(59_390),
    bill: { state: 'cooledOff', ...amountsLeft(0) },
  },
  returnCodeEnded: { ...toReturn, state: 'expired' },
  returnLinkEnded: { ...toReturn, channel: 'gcash', state: 'expired', secondsLeft: 0 },
  notReturned: { ...toReturn, state: 'expired' },
} satisfies Record<string, Status>;
