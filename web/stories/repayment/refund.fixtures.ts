// Responses of /refund/query, for tests and the gallery.
import type { Arrival } from '@sandali/contract/arrival.ts';
import { asDay, type Instant } from '@sandali/contract/day.ts';
import type { AccountId, RefundId } from '@sandali/contract/id.ts';
import { centavos } from '@sandali/contract/money.ts';
import type { Refund } from '@sandali/contract/refund.ts';
import type { RefundAccount, Refundable } from '#/screens/repayment/refundForm.ts';

const limits = {
  minimumCentavos: centavos(1_00),
  maximumCentavos: centavos(50_000_00),
  arrivalMinutes: 10,
};
const soon: Arrival = { rail: null, how: 'minutes', minutes: 10, on: asDay('2026-11-20') };
const wallet: RefundAccount = {
  ...limits,
  ways: [{ maximumCentavos: null, arrival: soon }],
  accountId: '00000000-0000-4000-8000-000000000001' as AccountId,
  label: 'GCash',
  last4: '4567',
  mark: 'GC',
  canBePaid: true,
  heldHours: 0,
};
const bank: RefundAccount = {
  ...wallet,
  accountId: '00000000-0000-4000-8000-000000000002' as AccountId,
  label: 'BDO Unibank',
  last4: '4821',
  mark: 'BDO',
};
const heldBank: RefundAccount = { ...bank, canBePaid: false, heldHours: 17 };
const strange: RefundAccount = {
  ...bank,
  accountId: '00000000-0000-4000-8000-000000000003' as AccountId,
  label: 'Rural Bank of Guinobatan',
  mark: 'RB',
  canBePaid: false,
};

const some = {
  refundableCentavos: centavos(1_120_50),
  leastCentavos: centavos(1_00),
  feeCentavos: centavos(0),
  refund: null,
};

export const refundables: Record<'some' | 'held' | 'noAccount' | 'tooLittle', Refundable> = {
  some: { ...some, accounts: [wallet, bank] },
  held: { ...some, refundableCentavos: centavos(60_000_00), accounts: [wallet, heldBank, strange] },
  noAccount: { ...some, accounts: [] },
  tooLittle: { ...some, refundableCentavos: centavos(50), accounts: [wallet, bank] },
};

const ordered: Refund = {
  refundId: '00000000-0000-4000-8000-000000000009' as RefundId,
  state: 'ordered',
  amountCentavos: centavos(1_120_50),
  label: 'BDO Unibank',
  last4: '4821',
  mark: 'BDO',
  orderedAt: '2026-11-20T10:02:00+08:00' as Instant,
  expectedBy: '2026-11-20T10:12:00+08:00' as Instant,
  arrival: soon,
  endedAt: null,
};
const ended = {
  ...ordered,
  expectedBy: null,
  arrival: null,
  endedAt: '2026-11-20T10:04:00+08:00' as Instant,
};

const monday: Arrival = { rail: 'pesonet', how: 'later', minutes: 0, on: asDay('2026-11-23') };
/** A refund above InstaPay's maximum, requested after PESONet's cut-off on a Friday. */
export const byBatch: Refundable = {
  ...some,
  refundableCentavos: centavos(60_000_00),
  accounts: [
    {
      ...bank,
      maximumCentavos: centavos(300_000_00),
      ways: [
        { maximumCentavos: centavos(50_000_00), arrival: soon },
        { maximumCentavos: null, arrival: monday },
      ],
    },
  ],
};
export const orderedByBatch: Refund = {
  ...ordered,
  amountCentavos: centavos(60_000_00),
  expectedBy: null,
  arrival: monday,
};

export const refunds: Record<Refund['state'], Refund> = {
  ordered,
  paid: { ...ended, state: 'paid' },
  failed: { ...ended, state: 'failed' },
  reversed: { ...ended, state: 'reversed', endedAt: '2026-11-22T09:30:00+08:00' as Instant },
};
