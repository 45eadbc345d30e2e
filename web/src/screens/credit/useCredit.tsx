// Loads the application from the server, and saves its steps.
import type { AnyCall } from '@sandali/contract/call.ts';
import { type CreditStep, creditQuery } from '@sandali/contract/credit.ts';
import { useEffect, useRef, useState } from 'react';
import type { FailureName } from '#/client/callServer.ts';
import { invalidate, type ServerQuery, useServerQuery } from '#/client/query.ts';
import { useWrite, type Write } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { continueAfterLogin, navigate } from '#/routes/navigation.ts';
import { LoadErrorPage, type LoadErrorProps } from '#/shell/Query.tsx';
import { discardAllDrafts, discardDraft, getDraftStore } from './drafts.ts';
import { pathAfter } from './steps.ts';
import type { Refusal } from './useStepForm.ts';

/** Fetches the borrower's application for this screen. */
export function useCredit(): ServerQuery<typeof creditQuery> {
  return useFreshAnswer(useServerQuery(creditQuery, {}));
}

/**
 * Returns no data from before this screen opened until a refetch succeeds or fails, because forms
 * take their initial values from the data.
 */
export function useFreshAnswer<C extends AnyCall>(read: ServerQuery<C>): ServerQuery<C> {
  const isSettled = useRef(false);
  if (!read.isRefreshing) isSettled.current = true;
  return isSettled.current ? read : { ...read, data: undefined, isLoading: true };
}

/** Whether the app is navigating because a step was saved. No redirect may interfere meanwhile. */
let isNavigating = false;

/** Redirects with `replace` as soon as `to` is set. */
export function useRedirect(to: string | null): void {
  useEffect(() => {
    if (to && !isNavigating) void navigate(to, { replace: true });
  }, [to]);
}

type Saving<C extends AnyCall, F extends string> = Pick<Write<C>, 'send' | 'isBusy'> & {
  refusal: Refusal<F> | null;
};

/**
 * Saves a step and continues to the next one. `places` maps each refusal to its field, or to null
 * if it concerns the whole form.
 */
export function useStepSave<C extends AnyCall, F extends string>(
  call: C,
  step: CreditStep,
  places: Partial<Record<FailureName<C>, F | null>>,
  onSaved?: () => void,
): Saving<C, F> {
  const [refusal, setRefusal] = useState<Refusal<F> | null>(null);
  const { send, isBusy } = useWrite(call, {
    onDone: async () => {
      onSaved?.();
      if (step === 'identity') discardAllDrafts();
      else discardDraft(step);
      isNavigating = true;
      try {
        // The next screen starts from the server's new state.
        await invalidate(creditQuery);
        await continueAfterLogin(pathAfter(step));
      } finally {
        isNavigating = false;
      }
    },
    onFailed: ({ name, message, fields }) => {
      const field = name in places ? places[name] : (fields?.find(Boolean) as F | undefined);
      if (field !== undefined) setRefusal({ field, message });
      // Another device has changed the step, or the income rules have changed. The reloaded
      // application leads to the current step.
      if (field === undefined || name === 'incomeTooLow') void invalidate(creditQuery);
      return field !== undefined;
    },
  });
  const sendAlone: typeof send = async (input) => {
    await getDraftStore()?.cancelSave(step);
    return await send(input);
  };
  return { send: sendAlone, isBusy, refusal };
}

/** A page shown if its data did not load, with a retry button. */
export function QueryFailed({ read }: Pick<LoadErrorProps, 'read'>) {
  return <LoadErrorPage read={read} safe={useText()('credit.failedSafe')} />;
}
