// What the server knows of the application, and the saving of one step.
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

/** My application, as of this screen. */
export function useCredit(): ServerQuery<typeof creditQuery> {
  return useFreshAnswer(useServerQuery(creditQuery, {}));
}

/**
 * An answer from before this screen is shown only once a newer one has come or failed: forms begin
 * from it, and redirects obey it.
 */
export function useFreshAnswer<C extends AnyCall>(read: ServerQuery<C>): ServerQuery<C> {
  const isSettled = useRef(false);
  if (!read.isRefreshing) isSettled.current = true;
  return isSettled.current ? read : { ...read, data: undefined, isLoading: true };
}

/**
 * A saved step goes on by itself: what its screen then learns of the application leads nowhere
 * else.
 */
let isNavigating = false;

/** Redirects with `replace` as soon as there is an address. */
export function useRedirect(to: string | null): void {
  useEffect(() => {
    if (to && !isNavigating) void navigate(to, { replace: true });
  }, [to]);
}

type Saving<C extends AnyCall, F extends string> = Pick<Write<C>, 'send' | 'isBusy'> & {
  refusal: Refusal<F> | null;
};

/**
 * Saves a step and goes on to the next. `places` names the field of a refusal, or null where it is
 * about the whole form.
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
        // The next screen begins from what the server now has.
        await invalidate(creditQuery);
        await continueAfterLogin(pathAfter(step));
      } finally {
        isNavigating = false;
      }
    },
    onFailed: ({ name, message, fields }) => {
      const field = name in places ? places[name] : (fields?.find(Boolean) as F | undefined);
      if (field !== undefined) setRefusal({ field, message });
      // Another device has moved on or back: the new answer leads to the present step. Or the rules
      // for an income have changed.
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

/** A screen whose facts did not come, with the way to ask again. */
export function QueryFailed({ read }: Pick<LoadErrorProps, 'read'>) {
  return <LoadErrorPage read={read} safe={useText()('credit.failedSafe')} />;
}
