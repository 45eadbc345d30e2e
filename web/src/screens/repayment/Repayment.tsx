import { useEffect, useState } from 'react';
import { loadChunk } from '#/client/chunk.ts';
import { useText } from '#/i18n/text.ts';
import { useSearch } from '#/routes/navigation.ts';
import { ScreenLoadError } from '#/shell/ErrorScreen.tsx';
import { Choose } from './Choose.tsx';
import type { PaymentCode } from './PaymentCode.tsx';
import { CodeSkeleton } from './PaySkeletons.tsx';
import { GoneScreen } from './StaleNote.tsx';
import type { AmountKind } from './useAmount.ts';

/**
 * /repayment?loanId=… lets the borrower choose how to pay. With &repaymentId=…, it shows the code
 * and the outcome of the payment.
 */
export default function Repayment() {
  const text = useText();
  const search = useSearch();
  const loanId = search.get('loanId');
  const repaymentId = search.get('repaymentId');
  useEffect(() => void loadCode().catch(() => {}), []);
  if (repaymentId)
    return <LoadedCode key={repaymentId} repaymentId={repaymentId} loanId={loanId} />;
  if (loanId) return <Choose key={loanId} loanId={loanId} start={startOf(search.get('how'))} />;
  return (
    <GoneScreen title={text('repayment.missing.title')}>
      {text('repayment.missing.words')}
    </GoneScreen>
  );
}

/** Returns the kind of amount that an address requests; null to use the default for the bill. */
function startOf(how: string | null): AmountKind | null {
  return how === 'return' || how === 'part' || how === 'full' ? how : null;
}

let loaded: typeof PaymentCode | null = null;

/**
 * Loads the code screen with its texts while the borrower chooses, so that the screen is ready
 * before the code.
 */
async function loadCode(): Promise<typeof PaymentCode> {
  loaded ??= (await loadChunk(() => import('./PaymentCode.tsx'))).PaymentCode;
  return loaded;
}

function LoadedCode(props: { repaymentId: string; loanId: string | null }) {
  const [Shown, setShown] = useState<typeof PaymentCode | null>(() => loaded);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    loadCode().then(
      (code) => setShown(() => code),
      () => setFailed(true),
    );
  }, []);
  if (Shown) return <Shown {...props} />;
  return hasFailed ? <ScreenLoadError /> : <CodeSkeleton />;
}
