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
 * Loads the saved answers, redirects a borrower who may not visit this step, and renders the form.
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
  const isReady = useStoredDraft(step, redirect ? undefined : data);
  if (data && !redirect && isReady) return children(data);
  if (failure && !data) return <QueryFailed read={read} />;
  return <StepLoading />;
}

type LazilyProps<P> = P & { load(): Promise<{ default: ComponentType<P> }> };

/** Renders a component that few visits need, and loads it on demand. */
export function Lazily<P extends object>({ load: loader, ...props }: LazilyProps<P>) {
  const { part, load } = useLazy(loader);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once
  useEffect(() => void load(), []);
  return part ? <part.default {...(props as unknown as P)} /> : <StepLoading />;
}

/**
 * Loads an earlier visit's draft in parallel with the saved answers. Returns true once the form may
 * be shown.
 */
function useStoredDraft(step: CreditStep, credit: Credit | undefined): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => void loadDraftStore(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form starts once
  useEffect(() => {
    if (!credit || isReady) return;
    void loadDraftStore()
      // The work step's draft contains income and payday, which are asked before the first step.
      .then(
        (store) =>
          store &&
          Promise.all([
            store.loadDraft(step, credit.drafts),
            step === 'personal' && store.loadDraft('work', credit.drafts),
          ]),
      )
      .finally(() => setReady(true));
  }, [credit, step]);
  return isReady;
}

/** The skeleton of a form while its values load. */
export function StepLoading() {
  const text = useText();
  return (
    <Page>
      <SkeletonCard lines={2} label={text('credit.loading')} />
      <SkeletonCard lines={4} label={text('credit.loading')} />
    </Page>
  );
}
