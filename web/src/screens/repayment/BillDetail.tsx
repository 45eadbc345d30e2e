import { billDetail } from '@sandali/contract/loan.ts';
import { useConfig } from '#/client/config.ts';
import { useServerQuery } from '#/client/query.ts';
import { useText } from '#/i18n/text.ts';
import { useSearch } from '#/routes/navigation.ts';
import { OfflineFallback } from '#/screens/offline/OfflineFallback.tsx';
import { useSaveBill } from '#/screens/offline/useSave.ts';
import { LoadErrorPage } from '#/shell/Query.tsx';
import { BillSkeleton } from './BillSkeleton.tsx';
import { BillView } from './BillView.tsx';
import { GoneScreen } from './StaleNote.tsx';

/** /billDetail?loanId=…: one bill in full. */
export default function BillDetail() {
  const text = useText();
  const loanId = useSearch().get('loanId') ?? '';
  const bill = useServerQuery(billDetail, { loanId }, { isOff: !loanId });
  const { data, failure, refresh } = bill;
  useSaveBill(data);
  const telephone = useConfig()?.telephone ?? '';
  if (!loanId || failure?.name === 'loanUnknown' || (failure?.name === 'inputInvalid' && !data)) {
    return <GoneScreen title={text('repayment.missing.title')}>{text('repayment.missing.words')}</GoneScreen>;
  }
  if (data) return <BillView detail={data} telephone={telephone} old={failure && { failure, onRetry: () => void refresh() }} />;
  if (!failure) return <BillSkeleton />;
  return (
    <OfflineFallback failure={failure} onRetry={refresh}>
      <LoadErrorPage read={bill} />
    </OfflineFallback>
  );
}
