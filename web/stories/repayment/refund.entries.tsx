import { getText } from '#/i18n/text.ts';
import { NothingToRefund, RefundSkeleton, TooLittleToRefund } from '#/screens/repayment/Refund.tsx';
import { RefundResult } from '#/screens/repayment/RefundResult.tsx';
import { RefundView } from '#/screens/repayment/RefundView.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing, refusedWith } from '#stories/fixtures.ts';
import { screensOf } from '#stories/ShellBar.tsx';
import { byBatch, orderedByBatch, refundables, refunds } from './refund.fixtures.ts';

const screen = screensOf('Refund', 'title.refund');

const form = (of: keyof typeof refundables, over: { isBusy?: boolean; refusal?: string } = {}) => (
  <RefundView
    refundable={refundables[of]}
    isBusy={over.isBusy ?? false}
    refused={refusedWith({ amount: over.refusal })}
    onSend={nothing}
  />
);

const result = (of: keyof typeof refunds, staleMessage: string | null = null) => (
  <RefundResult
    refund={refunds[of]}
    canSendAgain={of === 'failed' || of === 'reversed'}
    staleMessage={staleMessage}
  />
);

export const entries: Entry[] = [
  screen('all of it', () => form('some')),
  screen('an account held back, another not payable', () => form('held')),
  screen('no account yet', () => form('noAccount')),
  screen('refused', () =>
    form('some', {
      refusal: 'This is more than we are holding for you: we can send back ₱120.50.',
    }),
  ),
  screen('being sent', () => form('some', { isBusy: true })),
  screen('on its way', () => result('ordered')),
  screen('on its way, not up to date', () => result('ordered', getText('net.abnormal'))),
  screen('by PESONet', () => (
    <RefundView refundable={byBatch} isBusy={false} refused={refusedWith({})} onSend={nothing} />
  )),
  screen('on its way by PESONet', () => (
    <RefundResult refund={orderedByBatch} canSendAgain={false} staleMessage={null} />
  )),
  screen('arrived', () => result('paid')),
  screen('did not arrive', () => result('failed')),
  screen('came back', () => result('reversed')),
  screen('nothing to send back', () => <NothingToRefund />),
  screen('too little to be sent', () => <TooLittleToRefund kept={refundables.tooLittle} />),
  screen('loading', () => <RefundSkeleton />),
];
