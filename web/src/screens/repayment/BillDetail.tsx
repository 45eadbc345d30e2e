import { billDetail } from '@sandali/contract/loan.ts';
import { useConfig } from '#/client/config.ts';
import { useAsk } from '#/client/query.ts';
import { useText } from '#/i18n/text.ts';
import { useSearch } from '#/routes/location.ts';
import { KeptInstead } from '#/screens/offline/KeptInstead.tsx';
import { useKeepBill } from '#/screens/offline/useKeep.ts';
import { NotLoadedPage } from '#/shell/Query.tsx';
import { BillSkeleton } from './BillSkeleton.tsx';
import { BillView } from './BillView.tsx';
import { GoneScreen } from './CannotShow.tsx';

/** /billDetail?loanId=…: one bill in full. */
export default function BillDetail() {
  const text = useText();
  const loanId = useSearch().get('loanId') ?? '';
  const bill = useAsk(billDetail, { loanId }, { isOff: !loanId });
  const { data, failure, refresh } = bill;
  useKeepBill(data);
  const telephone = useConfig()?.telephone ?? '';
  if (!loanId || failure?.name === 'loanUnknown' || (failure?.name === 'inputInvalid' && !data)) {
    return <GoneScreen title={text('repayment.missing.title')}>{text('repayment.missing.words')}</GoneScreen>;
  }
  if (data) return <BillView detail={data} telephone={telephone} old={failure && { failure, onRetry: () => void refresh() }} />;
  if (!failure) return <BillSkeleton />;
  return (
    <KeptInstead failure={failure} onRetry={refresh}>
      <NotLoadedPage read={bill} />
    </KeptInstead>
  );
}
