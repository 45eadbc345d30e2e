import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { renewApply, renewCal } from '@sandali/contract/extension.ts';
import { repaymentChannelList } from '@sandali/contract/repayment.ts';
import { invalidate, useServerQuery } from '#/client/query.ts';
import { useWrite } from '#/client/write.ts';
import { navigate } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import { ChooseSkeleton } from '#/screens/repayment/PaySkeletons.tsx';
import { ClosedLoan } from '#/screens/repayment/StaleNote.tsx';
import { LoadErrorPage } from '#/shell/Query.tsx';
import type { Offer, Renewal } from './answers.ts';
import { PayFeeView } from './PayFeeView.tsx';

/** Where the fee is paid; then its code. */
export function PayFee({ renewal: { bill }, offer }: { renewal: Renewal; offer: Offer }) {
  const { loanId } = bill;
  const ways = useServerQuery(repaymentChannelList, { loanId });
  const apply = useWrite(renewApply, {
    key: loanId,
    onDone: ({ repaymentId }) => navigate(addressOf('repayment', { loanId, repaymentId })),
    // The offer of another day, or of another sum: the screen shows what holds now.
    onFailed: () => void invalidate(renewCal),
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
  return failure ? <LoadErrorPage read={ways} /> : <ChooseSkeleton />;
}
