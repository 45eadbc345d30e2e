import { renewCal } from '@sandali/contract/extension.ts';
import { repaymentChannelList } from '@sandali/contract/repayment.ts';
import { useEffect, useState } from 'react';
import { loadChunk } from '#/client/chunk.ts';
import { useConfig } from '#/client/config.ts';
import { useServerQuery } from '#/client/query.ts';
import { useText } from '#/i18n/text.ts';
import { useSearch } from '#/routes/navigation.ts';
import { ClosedLoan, GoneScreen } from '#/screens/repayment/StaleNote.tsx';
import { ScreenLoadError } from '#/shell/ErrorScreen.tsx';
import { LoadErrorPage } from '#/shell/Query.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonCard } from '#/ui/Skeleton.tsx';
import type { ExtensionOption, Offer, Renewal } from './answers.ts';
import { ExtensionView } from './ExtensionView.tsx';
import type { PayFee } from './PayFee.tsx';

/** /renew?loanId=…: the three ways from here side by side; with &how=extend where the fee is paid. */
export default function Extension() {
  const text = useText();
  const search = useSearch();
  const loanId = search.get('loanId') ?? '';
  const renewal = useServerQuery(renewCal, { loanId }, { isOff: !loanId });
  const isPaying = search.get('how') === 'extend';
  // Asked for beside the offer: where the fee can be paid depends on the loan alone.
  useServerQuery(repaymentChannelList, { loanId }, { isOff: !loanId || !isPaying });
  const { data, failure } = renewal;
  // Nothing costly is chosen beforehand: paying all is the cheapest way.
  const [way, setWay] = useState<ExtensionOption>('all');
  const telephone = useConfig()?.telephone ?? '';
  useEffect(() => void loadPayFee().catch(() => {}), []);
  if (!loanId || failure?.name === 'loanUnknown' || (failure?.name === 'inputInvalid' && !data)) {
    return <GoneScreen title={text('repayment.missing.title')}>{text('repayment.missing.words')}</GoneScreen>;
  }
  if (failure?.name === 'repaymentClosed') return <ClosedLoan />;
  if (data) {
    if (isPaying && data.extension) return <LoadedPayFee renewal={data} offer={data.extension} />;
    return <ExtensionView renewal={data} way={way} onWay={setWay} telephone={telephone} />;
  }
  return failure ? <LoadErrorPage read={renewal} /> : <ExtensionSkeleton />;
}

let loaded: typeof PayFee | null = null;

/** The second step with its texts, loaded beside the first so that it is there when it is wanted. */
async function loadPayFee(): Promise<typeof PayFee> {
  loaded ??= (await loadChunk(() => import('./PayFee.tsx'))).PayFee;
  return loaded;
}

function LoadedPayFee(props: { renewal: Renewal; offer: Offer }) {
  const [Shown, setShown] = useState<typeof PayFee | null>(() => loaded);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    loadPayFee().then(
      (part) => setShown(() => part),
      () => setFailed(true),
    );
  }, []);
  if (Shown) return <Shown {...props} />;
  return hasFailed ? <ScreenLoadError /> : <ExtensionSkeleton />;
}

/** Shown on /renew while the options are loaded. */
export function ExtensionSkeleton() {
  const text = useText();
  return (
    <Page>
      <SkeletonCard lines={1} label={text('extension.loading')} />
      <SkeletonCard lines={4} label={text('extension.loading')} />
      <SkeletonCard lines={4} label={text('extension.loading')} />
    </Page>
  );
}
