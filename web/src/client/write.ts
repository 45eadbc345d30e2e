// A write from a form or a button. It is sent once, and its id is stored until the server responds.
// The borrower is shown every outcome.

import type { AnyCall, DataOf, RequestInputOf } from '@sandali/contract/call.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallResult, Failure, FailureName } from './callServer.ts';
import { type ProgramLoader, useProgram } from './program.ts';

/**
 * A call, or a function that loads it. The function keeps schemas out of a public page's first
 * paint.
 */
type CallSource<C extends AnyCall> = C | (() => Promise<C>);

export type WriteOptions<C extends AnyCall> = {
  /**
   * Distinguishes writes of one call, for example by the id of a quote. Without it, a call can have
   * only one open write.
   */
  key?: string;
  /**
   * If set, the write is never resent automatically, because a later attempt is useless or the
   * screen offers its own.
   */
  isSentOnce?: true;
  /**
   * Called after success. The write stays busy until this resolves, for example until the next
   * screen opens.
   */
  onDone?(data: DataOf<C>): unknown;
  /**
   * Maps refusals to fields. Such a refusal is shown beside its field, which gets the focus,
   * instead of as a toast.
   */
  fields?: Partial<Record<FailureName<C>, string>>;
  /** For uploads: called with the share of the body that was sent, 0 to 1. */
  onProgress?(share: number): void;
  /** Handles a failure; returns true to suppress the toast. */
  onFailed?(failure: Failure<C>): boolean | undefined;
};

export type Write<C extends AnyCall> = {
  /**
   * Sends the write unless it is busy. Resolves after the last automatic attempt, with undefined if
   * the borrower left the screen. If the response is lost and the borrower resends the same input,
   * the server treats it as the same request.
   */
  send(input: RequestInputOf<C>): Promise<CallResult<C> | undefined>;
  isBusy: boolean;
  /** The failure of the last attempt, until the next one starts. */
  failure: Failure<C> | null;
  /** Returns the refusal that concerns this field, if any. The caller must show it. */
  fieldError(name: string): string | undefined;
  /** Clears the last failure, for example when the borrower edits the field. */
  clear(): void;
};

/**
 * Returns a write and its busy state. A refusal is shown beside its field or as a toast for 5 s.
 * The request id survives a reload. If the phone is offline, the write is resent once the network
 * is back, unless the borrower has left or touched the screen.
 */
export function useWrite<C extends AnyCall>(
  source: CallSource<C>,
  options: WriteOptions<C> = {},
): Write<C> {
  const program = useProgram();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure<C> | null>(null);
  const running = useRef(false);
  const latest = useRef({ source, options });
  latest.current = { source, options };

  const shownFields = useRef(new Set<string>());
  const removeToast = useRef<(() => void) | undefined>(undefined);
  const network = useNetwork();
  const attempt = useCallback(
    async (input: RequestInputOf<C>, maySendLater: () => boolean): Promise<CallResult<C>> => {
      running.current = true;
      setBusy(true);
      setFailure(null);
      try {
        const result = await sendOnce(
          program,
          latest.current.source,
          latest.current.options,
          input,
          maySendLater,
        );
        const { onDone, onFailed, fields } = latest.current.options;
        if (result.ok) await onDone?.(result.data);
        else {
          setFailure(result);
          const refused = refusedFields(result, fields);
          if (refused[0]) focusField(refused[0]);
          const isShownAtFields =
            refused.length > 0 && refused.every((field) => shownFields.current.has(field));
          const isShown =
            isShownAtFields ||
            onFailed?.(result) ||
            !result.message ||
            result.name === 'sessionInvalid';
          removeToast.current = program.loaded()?.showFailure(result, isShown);
        }
        return result;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [program],
  );

  const fieldError = (name: string) => {
    shownFields.current.add(name);
    return failure && refusedFields(failure, options.fields).includes(name)
      ? failure.message
      : undefined;
  };
  const send = useCallback(
    async (input: RequestInputOf<C>) => {
      if (running.current) return undefined;
      network.stop();
      const watch = network.watch();
      try {
        for (let attempts = 0; ; attempts += 1) {
          // The first automatic resend is only for a phone that reports no network. If the network
          // is merely weak, the borrower decides.
          const maySendLater = () =>
            attempts < maxAutoAttempts && (attempts > 0 || !navigator.onLine) && !watch.isOver();
          const result = await attempt(input, maySendLater);
          const end = shouldResend(result) ? await watch.untilThere(attempts) : 'stopped';
          if (end === 'there') continue;
          if (end === 'touched') {
            removeToast.current?.();
            setFailure((last) => last && { ...last, message: last.plainMessage ?? last.message });
          }
          return network.isHere() ? result : undefined;
        }
      } finally {
        watch.end();
      }
    },
    [attempt, network],
  );
  const clear = useCallback(() => {
    network.stop();
    setFailure(null);
  }, [network]);
  return { send, isBusy, failure, fieldError, clear };
}

/** Returns the refused fields; '' stands for a field that the form does not show. */
function refusedFields<C extends AnyCall>(
  { name, fields }: Failure<C>,
  ofNames: WriteOptions<C>['fields'],
): readonly string[] {
  return fields ?? [ofNames?.[name] ?? []].flat();
}

/** `sendOnce` sets `plainMessage` only if `maySendLater` allows another attempt. */
const shouldResend = (result: CallResult<AnyCall>) =>
  !result.ok && result.plainMessage !== undefined;

// The first wait ends when the phone goes online. Requests may still fail then, so up to three more
// waits of 4, 8 and 16 s follow.
const maxAutoAttempts = 4;
const firstWaitMs = 2_000;

type End = 'there' | 'touched' | 'stopped';

/** Allows one watch of the network at a time, which stops when the screen closes. */
function useNetwork() {
  const isHere = useRef(false);
  const stop = useRef<() => void>(() => {});
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      stop.current();
    };
  }, []);
  const [network] = useState(() => ({
    isHere: () => isHere.current,
    stop: () => stop.current(),
    watch() {
      const watch = watchNetwork();
      stop.current = watch.stop;
      if (!isHere.current) watch.stop();
      return watch;
    },
  }));
  return network;
}

/**
 * Waits for the network and watches for signs that the borrower has moved on: typing, a tap, a
 * closed dialog, going back. Any such sign ends this wait and all later ones.
 */
function watchNetwork() {
  let outcome: End | null = null;
  let wake: (end: End) => void = () => {};
  const finish = (end: End) => {
    outcome ??= end;
    wake(outcome);
  };
  const listening = new AbortController();
  const how = { capture: true, signal: listening.signal };
  for (const sign of ['input', 'click', 'cancel', 'close', 'popstate'])
    addEventListener(sign, () => finish('touched'), how);
  const waitForNetwork = (attempts: number) =>
    new Promise<End>((resolve) => {
      const waiting = new AbortController();
      const goOn = () => wake('there');
      const timer = navigator.onLine ? setTimeout(goOn, firstWaitMs * 2 ** attempts) : undefined;
      addEventListener('online', goOn, waiting);
      wake = (end) => {
        clearTimeout(timer);
        waiting.abort();
        resolve(end);
      };
      if (outcome) wake(outcome);
    });
  return {
    untilThere: waitForNetwork,
    isOver: () => outcome !== null,
    stop: () => finish('stopped'),
    end: () => listening.abort(),
  };
}

async function sendOnce<C extends AnyCall>(
  program: ProgramLoader,
  source: CallSource<C>,
  { key = '', isSentOnce, onProgress }: WriteOptions<C>,
  input: RequestInputOf<C>,
  maySendLater: () => boolean,
): Promise<CallResult<C>> {
  // All three are loaded here rather than at start, to keep them out of the first paint.
  const parts = await Promise.all([
    import('./sendOnce.ts'),
    typeof source === 'function' ? source() : source,
    program.load(),
  ]).catch(() => null);
  if (!parts) {
    program.offerReload();
    return { ok: false, code: '', name: 'offline', message: '', isDefinite: false };
  }
  const [{ sendOnce }, call] = parts;
  return sendOnce(call, key, input, {
    maySendLater: () => !isSentOnce && maySendLater(),
    ...(onProgress && { onProgress }),
  });
}

/** Returns the element id of a field's control, or of the element around its controls. */
export const fieldId = (name: string) => `field-${name}`;

const controls = 'input, select, textarea, button';

/**
 * Focuses the form field with this name, or its first control, so that screen readers announce its
 * error.
 */
export function focusField(name: string): void {
  const field = document.getElementById(fieldId(name)) ?? document.getElementsByName(name)[0];
  const control = field?.matches(controls) ? field : field?.querySelector<HTMLElement>(controls);
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: 'center' });
}
