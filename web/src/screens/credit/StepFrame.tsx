import type { DataOf } from '@sandali/contract/call.ts';
import type { CreditStep, creditQuery } from '@sandali/contract/credit.ts';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useLazy } from '#/client/useLazy.ts';
import { useText } from '#/i18n/text.ts';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonCard } from '#/ui/Skeleton.tsx';
import { loadDraftStore } from './drafts.ts';
import { stepRedirect } from './steps.ts';
import { QueryFailed, useCredit, useRedirect } from './useCredit.tsx';

export type Credit = DataOf<typeof creditQuery>;

/**
 * Loads the answers so far, redirects a borrower who may not be at this step, and renders the form.
 */
export function StepFrame({
  step,
  children,
}: {
  step: CreditStep;
  children(credit: Credit): ReactNode;
}) {
  const read = useCredit();
  const { data, failure } = read;
  const redirect = data ? stepRedirect(step, data.nextStep) : null;
  useRedirect(redirect);
  const isReady = useFoundDraft(step, redirect ? undefined : data);
  if (data && !redirect && isReady) return children(data);
  if (failure && !data) return <QueryFailed read={read} />;
  return <StepLoading />;
}

type LazilyProps<P> = P & { load(): Promise<{ default: ComponentType<P> }> };

/** A part that most visits do without, loaded when it is needed. */
export function Lazily<P extends object>({ load: loader, ...props }: LazilyProps<P>) {
  const { part, load } = useLazy(loader);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once
  useEffect(() => void load(), []);
  return part ? <part.default {...(props as unknown as P)} /> : <StepLoading />;
}

/**
 * Looks for what was typed in an earlier visit while the form's own answer is on its way, and is
 * true once a form may begin with both.
 */
function useFoundDraft(step: CreditStep, credit: Credit | undefined): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => void loadDraftStore(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form begins once; fresher answers change nothing of it
  useEffect(() => {
    if (!credit || isReady) return;
    void loadDraftStore()
      // Income and payday are asked before the first step, and kept for the third.
      .then(
        (kept) =>
          kept &&
          Promise.all([
            kept.loadDraft(step, credit.drafts),
            step === 'personal' && kept.loadDraft('work', credit.drafts),
          ]),
      )
      .finally(() => setReady(true));
  }, [credit, step]);
  return isReady;
}

/** A form before its values are loaded. */
export function StepLoading() {
  const text = useText();
  return (
    <Page>
      <SkeletonCard lines={2} label={text('credit.loading')} />
      <SkeletonCard lines={4} label={text('credit.loading')} />
    </Page>
  );
}
