// A write from a form or a button: sent once, kept until it is answered, and every end of it said
// to the borrower.

import type { AnyCall, DataOf, RequestInputOf } from '@sandali/contract/call.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallResult, Failure, FailureName } from './callServer.ts';
import { loadedProgram, loadProgram, offerReload } from './program.ts';

/** A call, or a way to load it: a public page keeps the schemas out of its first paint so. */
type CallSource<C extends AnyCall> = C | (() => Promise<C>);

export type WriteOptions<C extends AnyCall> = {
  /**
   * Distinguishes intentions of one call, such as the quote that is applied for. Without it there
   * is one open write a call.
   */
  key?: string;
  /**
   * For what is of no use later, or whose screen offers the next try: it is not sent again by
   * itself.
   */
  isSentOnce?: true;
  /**
   * After success. While it runs (say, until the next screen is there) the write still counts as
   * busy.
   */
  onDone?(data: DataOf<C>): unknown;
  /**
   * Refusals that belong to a field, by the field's `name`: said beside it and focused instead of
   * shown as a toast.
   */
  fields?: Partial<Record<FailureName<C>, string>>;
  /** For uploads: called with the share that was sent, 0 to 1. */
  onProgress?(share: number): void;
  /** Handles a failure itself; true means that no toast is to be shown. */
  onFailed?(failure: Failure<C>): boolean | undefined;
};

export type Write<C extends AnyCall> = {
  /**
   * Sends, unless one is already on its way; ends with the last try that is made by itself, with
   * undefined where the screen was left meanwhile. Sending the same input again after a lost answer
   * is the same request to the server.
   */
  send(input: RequestInputOf<C>): Promise<CallResult<C> | undefined>;
  isBusy: boolean;
  /** The last failure, until the next try. */
  failure: Failure<C> | null;
  /**
   * The refusal of this field, or undefined. A field that asks shows the server's message itself.
   */
  fieldError(name: string): string | undefined;
  /** Forgets the last failure, for instance when the field is edited. */
  clear(): void;
};

/**
 * A write with its busy state, its refusal beside the field or as a toast of 5 s, and its request
 * id that survives a reload. One that found no network is sent again by itself when there is one,
 * unless its screen was left or touched meanwhile.
 */
export function useWrite<C extends AnyCall>(
  source: CallSource<C>,
  options: WriteOptions<C> = {},
): Write<C> {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure<C> | null>(null);
  const running = useRef(false);
  const latest = useRef({ source, options });
  latest.current = { source, options };

  /** The fields that show their refusals. */
  const asking = useRef(new Set<string>());
  /** Takes the toast of the last failure off again. */
  const unsay = useRef<(() => void) | undefined>(undefined);
  const network = useNetwork();
  const attempt = useCallback(
    async (input: RequestInputOf<C>, maySendLater: () => boolean): Promise<CallResult<C>> => {
      running.current = true;
      setBusy(true);
      setFailure(null);
      try {
        const result = await sendOnce(
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
          const isSaidThere =
            refused.length > 0 && refused.every((field) => asking.current.has(field));
          const isSaid =
            isSaidThere ||
            onFailed?.(result) ||
            !result.message ||
            result.name === 'sessionInvalid';
          unsay.current = loadedProgram()?.showFailure(result, isSaid);
        }
        return result;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [],
  );

  const fieldError = (name: string) => {
    asking.current.add(name);
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
        for (let tries = 0; ; tries += 1) {
          // A try that follows is for a phone that says itself that it has no network: on a weak
          // line the borrower decides.
          const maySendLater = () =>
            tries < maxTriesByItself && (tries > 0 || !navigator.onLine) && !watch.isOver();
          const result = await attempt(input, maySendLater);
          const end = isToBeSentAgain(result) ? await watch.untilThere(tries) : 'stopped';
          if (end === 'there') continue;
          if (end === 'touched') {
            unsay.current?.();
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

/** The refused fields; '' for one that the form does not show. */
function refusedFields<C extends AnyCall>(
  { name, fields }: Failure<C>,
  ofNames: WriteOptions<C>['fields'],
): readonly string[] {
  return fields ?? [ofNames?.[name] ?? []].flat();
}

/** `sendOnce` gives `plainMessage` exactly where `maySendLater` says so. */
const isToBeSentAgain = (result: CallResult<AnyCall>) =>
  !result.ok && result.plainMessage !== undefined;

// The first wait is for `online`, or 2 s where the phone is connected again; as that may be before
// a request can go through, three more are 4, 8 and 16 s.
const maxTriesByItself = 4;
const firstWaitMs = 2_000;

type End = 'there' | 'touched' | 'stopped';

/** One watch at a time, which stops with its screen. */
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
 * Waits for a network, and from now on for a sign that the borrower has gone on, which may be a
 * change of mind: any touch, key that closes, or step back. Then a wait ends, and so does each
 * later one.
 */
function watchNetwork() {
  let over: End | null = null;
  /** Ends the wait that is on, if any. */
  let wake: (end: End) => void = () => {};
  const finish = (end: End) => {
    over ??= end;
    wake(over);
  };
  const listening = new AbortController();
  const how = { capture: true, signal: listening.signal };
  for (const sign of ['input', 'click', 'cancel', 'close', 'popstate'])
    addEventListener(sign, () => finish('touched'), how);
  const untilThere = (tries: number) =>
    new Promise<End>((resolve) => {
      const waiting = new AbortController();
      const goOn = () => wake('there');
      const timer = navigator.onLine ? setTimeout(goOn, firstWaitMs * 2 ** tries) : undefined;
      addEventListener('online', goOn, waiting);
      wake = (end) => {
        clearTimeout(timer);
        waiting.abort();
        resolve(end);
      };
      if (over) wake(over);
    });
  return {
    untilThere,
    isOver: () => over !== null,
    stop: () => finish('stopped'),
    end: () => listening.abort(),
  };
}

async function sendOnce<C extends AnyCall>(
  source: CallSource<C>,
  { key = '', isSentOnce, onProgress }: WriteOptions<C>,
  input: RequestInputOf<C>,
  maySendLater: () => boolean,
): Promise<CallResult<C>> {
  // All of it is kept out of the first paint.
  const parts = await Promise.all([
    import('./sendOnce.ts'),
    typeof source === 'function' ? source() : source,
    loadProgram(),
  ]).catch(() => null);
  if (!parts) {
    offerReload();
    return { ok: false, code: '', name: 'offline', message: '', isDefinite: false };
  }
  const [{ sendOnce }, call] = parts;
  return sendOnce(call, key, input, {
    maySendLater: () => !isSentOnce && maySendLater(),
    ...(onProgress && { onProgress }),
  });
}

/** The id of a field's control, or of the element around its controls. */
export const fieldId = (name: string) => `field-${name}`;

const controls = 'input, select, textarea, button';

/**
 * Moves the focus to the form field of this name, so that the error beside it is read out: to its
 * control, or to the first of several.
 */
export function focusField(name: string): void {
  const found = document.getElementById(fieldId(name)) ?? document.getElementsByName(name)[0];
  const control = found?.matches(controls) ? found : found?.querySelector<HTMLElement>(controls);
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: 'center' });
}
