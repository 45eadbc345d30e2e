import { renewCal } from '@sandali/contract/renew.ts';
import { useState } from 'react';
import { useConfig } from '#/kit/config.ts';
import { useSearch } from '#/kit/location.ts';
import { useAsk } from '#/kit/query.ts';
import { useText } from '#/kit/text.ts';
import { CannotShow, ClosedLoan, GoneScreen } from '#/screens/repayment/CannotShow.tsx';
import { Page } from '#/ui/Layout.tsx';
import type { Way } from './answers.ts';
import { PayFee } from './PayFee.tsx';
import { RenewSkeleton } from './RenewSkeleton.tsx';
import { WaysView } from './WaysView.tsx';

/** /renew?loanId=…: the three ways from here side by side; with &how=extend where the fee is paid. */
export default function Renew() {
  const text = useText();
  const search = useSearch();
  const loanId = search.get('loanId') ?? '';
  const { data, failure, isRefreshing, refresh } = useAsk(renewCal, { loanId }, { isOff: !loanId });
  // Nothing costly is chosen beforehand: paying all is the cheapest way.
  const [way, setWay] = useState<Way>('all');
  const telephone = useConfig()?.telephone ?? '';
  if (!loanId || failure?.name === 'loanUnknown' || (failure?.name === 'inputInvalid' && !data)) {
    return <GoneScreen title={text('repayment.missing.title')}>{text('repayment.missing.words')}</GoneScreen>;
  }
  if (failure?.name === 'repaymentClosed') return <ClosedLoan />;
  if (data) {
    if (search.get('how') === 'extend' && data.extension) return <PayFee renewal={data} offer={data.extension} />;
    return <WaysView renewal={data} way={way} onWay={setWay} telephone={telephone} />;
  }
  if (!failure) return <RenewSkeleton />;
  return (
    <Page>
      <CannotShow failure={failure} isRetrying={isRefreshing} onRetry={() => void refresh()} />
    </Page>
  );
}
