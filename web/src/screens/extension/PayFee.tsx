import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { renewApply, renewCal } from '@sandali/contract/extension.ts';
import { repaymentChannelList } from '@sandali/contract/repayment.ts';
import { refresh, useAsk } from '#/client/query.ts';
import { useWrite } from '#/client/write.ts';
import { go } from '#/routes/location.ts';
import { addressOf } from '#/routes/paths.ts';
import { ClosedLoan } from '#/screens/repayment/CannotShow.tsx';
import { ChooseSkeleton } from '#/screens/repayment/PaySkeletons.tsx';
import { NotLoadedPage } from '#/shell/Query.tsx';
import type { Offer, Renewal } from './answers.ts';
import { PayFeeView } from './PayFeeView.tsx';

/** Where the fee is paid; then its code. */
export function PayFee({ renewal: { bill }, offer }: { renewal: Renewal; offer: Offer }) {
  const { loanId } = bill;
  const ways = useAsk(repaymentChannelList, { loanId });
  const apply = useWrite(renewApply, {
    key: loanId,
    onDone: ({ repaymentId }) => go(addressOf('repayment', { loanId, repaymentId })),
    // The offer of another day, or of another sum: the screen shows what holds now.
    onFailed: () => void refresh(renewCal),
  });
  const { data, failure } = ways;
  if (failure?.name === 'repaymentClosed' || apply.failure?.name === 'repaymentClosed') return <ClosedLoan />;
  if (data) {
    const send = (channel: RepaymentChannel) =>
      void apply.send({
        loanId,
        channel,
        totalCentavos: offer.totalCentavos,
        dueOn: offer.dueAfter.on,
        textHash: offer.textHash,
        textRead: true,
      });
    // Another statement is another thing to read.
    return <PayFeeView key={offer.textHash} ways={data} offer={offer} isBusy={apply.isBusy} onSend={send} />;
  }
  return failure ? <NotLoadedPage read={ways} /> : <ChooseSkeleton />;
}
