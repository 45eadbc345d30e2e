import { renewCal } from '@sandali/contract/extension.ts';
import { planCal, planCounts } from '@sandali/contract/plan.ts';
import { repaymentChannelList } from '@sandali/contract/repayment.ts';
import { type ReactNode, useEffect, useState } from 'react';
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
import type { ExtensionOption } from './answers.ts';
import { ExtensionView } from './ExtensionView.tsx';
import type { PayFee } from './PayFee.tsx';
import type { TakePlan } from './TakePlan.tsx';

/**
 * /renew?loanId=…: compares the options; &how=extend pays the fee, &how=plan&count=… accepts a
 * plan.
 */
export default function Extension() {
  const text = useText();
  const search = useSearch();
  const loanId = search.get('loanId') ?? '';
  const renewal = useServerQuery(renewCal, { loanId }, { isOff: !loanId });
  const isPaying = search.get('how') === 'extend';
  // Loaded in parallel with the offer, because the channels depend only on the loan.
  useServerQuery(repaymentChannelList, { loanId }, { isOff: !loanId || !isPaying });
  const count =
    search.get('how') === 'plan'
      ? planCounts.find((planCount) => String(planCount) === search.get('count'))
      : undefined;
  useServerQuery(planCal, { loanId, count: count ?? 2 }, { isOff: !loanId || !count });
  const { data, failure } = renewal;
  // The default is neither the costly extension nor full payment, because a borrower on this page
  // usually cannot afford to pay in full.
  const [way, setWay] = useState<ExtensionOption>('part');
  const [wantedCount, setCount] = useState<number>(planCounts[0]);
  const telephone = useConfig()?.telephone ?? '';
  useEffect(() => void loadSteps().catch(() => {}), []);
  if (!loanId || failure?.name === 'loanUnknown' || (failure?.name === 'inputInvalid' && !data)) {
    return (
      <GoneScreen title={text('repayment.missing.title')}>
        {text('repayment.missing.words')}
      </GoneScreen>
    );
  }
  if (failure?.name === 'repaymentClosed') return <ClosedLoan />;
  if (data) {
    const { extension, bill } = data;
    if (isPaying && extension)
      return <LoadedStep>{({ PayFee }) => <PayFee renewal={data} offer={extension} />}</LoadedStep>;
    if (count && data.plans.choices.length > 0)
      return (
        <LoadedStep>{({ TakePlan }) => <TakePlan loanId={bill.loanId} count={count} />}</LoadedStep>
      );
    return (
      <ExtensionView
        renewal={data}
        way={way}
        onWay={setWay}
        count={wantedCount}
        onCount={setCount}
        telephone={telephone}
      />
    );
  }
  return failure ? <LoadErrorPage read={renewal} /> : <ExtensionSkeleton />;
}

type Steps = { PayFee: typeof PayFee; TakePlan: typeof TakePlan };
let loaded: Steps | null = null;

/**
 * Loads the next steps with their texts while the first step is shown, so that they open at once.
 */
async function loadSteps(): Promise<Steps> {
  loaded ??= await loadChunk(async () => ({
    ...(await import('./PayFee.tsx')),
    ...(await import('./TakePlan.tsx')),
  }));
  return loaded;
}

function LoadedStep({ children }: { children(steps: Steps): ReactNode }) {
  const [steps, setSteps] = useState<Steps | null>(loaded);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    loadSteps().then(setSteps, () => setFailed(true));
  }, []);
  if (steps) return children(steps);
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
