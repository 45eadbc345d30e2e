import type { DataOf } from '@sandali/contract/call.ts';
import { type changePhone, changePhoneQuery } from '@sandali/contract/phoneChange.ts';
import { useState } from 'react';
import { useAsk } from '#/kit/query.ts';
import { useText } from '#/kit/text.ts';
import { ErrorState } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';
import { ChangedPhone, PhoneLater } from './ChangedPhone.tsx';
import { ChangePhoneSteps } from './ChangePhoneSteps.tsx';

/** Change of number (spec §2): by codes to both, or with the ID number where the old phone is lost; once in 14 days. */
export default function ChangePhone() {
  const begin = useAsk(changePhoneQuery, {});
  const [done, setDone] = useState<DataOf<typeof changePhone> | null>(null);
  if (done) return <ChangedPhone done={done} />;
  if (!begin.data) {
    return <ChangePhoneWaiting message={begin.failure?.message} isRetrying={begin.isRefreshing} onRetry={() => void begin.refresh()} />;
  }
  const { possibleOn, phoneMasked } = begin.data;
  if (possibleOn) return <PhoneLater possibleOn={possibleOn} phoneMasked={phoneMasked} />;
  return <ChangePhoneSteps begin={begin.data} onDone={setDone} onLater={() => void begin.refresh()} />;
}

type WaitingProps = { message: string | undefined; isRetrying: boolean; onRetry(): void };

/** Before it is known whether the number can be changed now, or where that could not be loaded. */
export function ChangePhoneWaiting({ message, isRetrying, onRetry }: WaitingProps) {
  const text = useText();
  return (
    <Page>
      {message === undefined ? (
        <SkeletonRows count={2} label={text('account.newPhone.loading')} />
      ) : (
        <ErrorState title={text('account.newPhone.failed')} retryLabel={text('shell.retry')} isRetrying={isRetrying} onRetry={onRetry}>
          {message}
          <br />
          {text('account.newPhone.failedSafe')}
        </ErrorState>
      )}
    </Page>
  );
}
