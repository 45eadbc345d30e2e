// Invented orders in every state, for the tests and the gallery.
import type { RefundId } from '@sandali/contract/id.ts';
import type { Orders } from './answers.ts';
import { bills, loanId, pesos, today } from './testing.ts';

export const orders: Record<'full' | 'busy' | 'later' | 'empty' | 'calm', Orders> = {
  full: {
    today,
    totalDueCentavos: pesos(193_526),
    dueSoonCount: 1,
    overdueCount: 1,
    refundableCentavos: pesos(0),
    refund: null,
    open: [bills.overdue, bills.soon, bills.later],
    settled: [],
    inTransit: [],
    ended: [],
  },
  busy: {
    today,
    totalDueCentavos: pesos(245_726),
    dueSoonCount: 2,
    overdueCount: 1,
    refundableCentavos: pesos(120.5),
    refund: {
      refundId: '00000000-0000-4000-8000-000000000021' as RefundId,
      state: 'ordered',
      amountCentavos: pesos(1_000),
      label: 'GCash',
      last4: '4567',
    },
    open: [bills.overdue, bills.today, bills.tomorrow, bills.paying],
    settled: [bills.repaid],
    inTransit: [
      { loanId: loanId(8), referenceNo: 'SL-2026-000008', state: 'bankProcessing', principalCentavos: pesos(80_000), loanOn: today },
    ],
    ended: [
      { loanId: loanId(7), referenceNo: 'SL-2026-000017', state: 'cancelled', principalCentavos: pesos(60_000), loanOn: today },
      { loanId: loanId(9), referenceNo: 'SL-2026-000016', state: 'failed', principalCentavos: pesos(70_000), loanOn: today },
    ],
  },
  later: {
    today,
    totalDueCentavos: pesos(70_560),
    dueSoonCount: 0,
    overdueCount: 0,
    refundableCentavos: pesos(0),
    refund: null,
    open: [bills.later],
    settled: [bills.repaid],
    inTransit: [],
    ended: [],
  },
  empty: {
    today,
    totalDueCentavos: pesos(0),
    dueSoonCount: 0,
    overdueCount: 0,
    refundableCentavos: pesos(0),
    refund: null,
    open: [],
    settled: [],
    inTransit: [],
    ended: [],
  },
  calm: {
    today,
    totalDueCentavos: pesos(0),
    dueSoonCount: 0,
    overdueCount: 0,
    refundableCentavos: pesos(120.5),
    refund: {
      refundId: '00000000-0000-4000-8000-000000000020' as RefundId,
      state: 'failed',
      amountCentavos: pesos(120.5),
      label: 'BDO Unibank',
      last4: '4821',
    },
    open: [],
    settled: [bills.repaid],
    inTransit: [],
    ended: [],
  },
};
