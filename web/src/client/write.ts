// A write from a form or a button: sent once, kept until it is answered, and every end of it said to the borrower.

import type { AnyCall, DataOf, RequestInputOf } from '@sandali/contract/call.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallResult, Failure, FailureName } from './callServer.ts';
import { loadedProgram, loadProgram, offerReload } from './program.ts';
import type { Tries } from './sendOnce.ts';

/** A call, or a way to load it: a public page keeps the schemas out of its first paint so. */
type CallSource<C extends AnyCall> = C | (() => Promise<C>);

export type WriteOptions<C extends AnyCall> = {
  /** Distinguishes intentions of one call, such as the quote that is applied for. Without it there is one open write a call. */
  key?: string;
  /** After success. While it runs (say, until the next screen is there) the write still counts as busy. */
  onDone?(data: DataOf<C>): unknown;
  /** Refusals that belong to a field, by the field's `name`: said beside it and focused instead of shown as a toast. */
  fields?: Partial<Record<FailureName<C>, string>>;
  /** For uploads: called with the share that was sent, 0 to 1. */
  onProgress?(share: number): void;
  /** Handles a failure itself; true means that no toast is to be shown. */
  onFailed?(failure: Failure<C>): boolean | undefined;
};

export type Write<C extends AnyCall> = {
  /** Sends, unless one is already on its way. Sending the same input again after a lost answer is the same request to the server. */
  send(input: RequestInputOf<C>): Promise<CallResult<C> | undefined>;
  isBusy: boolean;
  /** The last failure, until the next try. */
  failure: Failure<C> | null;
  /** The refusal that belongs to the field of this name, or undefined. */
  fieldError(name: string): string | undefined;
  /** Forgets the last failure, for instance when the field is edited. */
  clear(): void;
};

/**
 * A write with its busy state, its refusal beside the field or as a toast of 5 s, and its request id that survives a reload. One without an answer is
 * sent again by itself, unless its screen was left or something on it was touched meanwhile.
 */
export function useWrite<C extends AnyCall>(source: CallSource<C>, options: WriteOptions<C> = {}): Write<C> {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure<C> | null>(null);
  const running = useRef(false);
  const latest = useRef({ source, options });
  latest.current = { source, options };

  const { say, unsay, sayAnew, isHere, wait } = useWhatComes(setFailure);
  const attempt = useCallback(
    async (input: RequestInputOf<C>, tries: Tries): Promise<CallResult<C> | undefined> => {
      if (running.current) return undefined;
      wait(null);
      running.current = true;
      setBusy(true);
      setFailure(null);
      try {
        const { result, again } = await sendOnce(latest.current.source, latest.current.options, input, tries);
        const { onDone, onFailed, fields } = latest.current.options;
        if (result.ok) {
          unsay();
          await onDone?.(result.data);
        } else {
          const failure = result.plainMessage === undefined || isHere.current ? result : { ...result, message: result.plainMessage };
          setFailure(failure);
          const field = fields?.[failure.name];
          if (field) focusField(field);
          const isSaid = field !== undefined || onFailed?.(failure) || !failure.message || failure.name === 'sessionInvalid';
          if (again && isHere.current) wait((giveUp) => again((next) => void attempt(input, next), giveUp));
          say(failure, isSaid);
        }
        return result;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [wait, say, unsay, isHere],
  );

  const fieldError = (name: string) => (failure && options.fields?.[failure.name] === name ? failure.message : undefined);
  const send = useCallback(
    (input: RequestInputOf<C>) => {
      sayAnew();
      return attempt(input, null);
    },
    [attempt, sayAnew],
  );
  const clear = useCallback(() => {
    wait(null);
    setFailure(null);
  }, [wait]);
  return { send, isBusy, failure, fieldError, clear };
}

/** What is said of a failure, and the wait for the next try, which ends with the screen. */
function useWhatComes<C extends AnyCall>(setFailure: (next: (last: Failure<C> | null) => Failure<C> | null) => void) {
  /** What was said of the last failure, and what takes its toast off again. */
  const said = useRef<{ message: string; unsay: (() => void) | undefined } | null>(null);
  const stopWaiting = useRef<(() => void) | null>(null);
  const isHere = useRef(false);
  const [parts] = useState(() => {
    const unsay = () => {
      said.current?.unsay?.();
      said.current = null;
    };
    const giveUp = () => {
      unsay();
      setFailure((last) => last && { ...last, message: last.plainMessage ?? last.message });
    };
    return {
      isHere,
      unsay,
      /** Forgets what was said: it is said again. */
      sayAnew: () => {
        said.current = null;
      },
      /** What a try before has said already is said once. */
      say: (failure: Failure<C>, isSaid: boolean) => {
        if (said.current?.message === failure.message) return;
        unsay();
        said.current = { message: failure.message, unsay: loadedProgram()?.showFailure(failure, isSaid) };
      },
      /** Ends the wait, and begins another. */
      wait: (begin: ((giveUp: () => void) => () => void) | null) => {
        stopWaiting.current?.();
        stopWaiting.current = begin?.(giveUp) ?? null;
      },
    };
  });
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      parts.wait(null);
    };
  }, [parts]);
  return parts;
}

/** Stops a wait when a control is touched, which may be a change of mind: then `giveUp` is called. Returns a cancel function. */
function unlessTouched(stopWaiting: () => void, giveUp: () => void): () => void {
  const stop = () => {
    stopWaiting();
    removeEventListener('input', touched, true);
    removeEventListener('click', touched, true);
  };
  const touched = ({ target, type }: Event) => {
    if (type !== 'input' && !(target instanceof Element && target.closest(`${controls}, a, label`))) return;
    stop();
    giveUp();
  };
  addEventListener('input', touched, true);
  addEventListener('click', touched, true);
  return stop;
}

type Sent<C extends AnyCall> = {
  result: CallResult<C>;
  /** Waits to send it again by itself; absent where that is not to be. Returns a cancel function. */
  again?: (run: (tries: Tries) => void, giveUp: () => void) => () => void;
};

async function sendOnce<C extends AnyCall>(
  source: CallSource<C>,
  { key = '', onProgress }: WriteOptions<C>,
  input: RequestInputOf<C>,
  tries: Tries,
): Promise<Sent<C>> {
  // All of it is kept out of the first paint.
  const parts = await Promise.all([import('./sendOnce.ts'), typeof source === 'function' ? source() : source, loadProgram()]).catch(
    () => null,
  );
  if (!parts) {
    offerReload();
    return { result: { ok: false, code: '', name: 'offline', message: '', isDefinite: false } };
  }
  const [{ sendOnce, whenToSendAgain }, call] = parts;
  const result = await sendOnce(call, key, input, { tries, ...(onProgress && { onProgress }) });
  if (result.ok || result.plainMessage === undefined) return { result };
  return { result, again: (run, giveUp) => unlessTouched(whenToSendAgain(tries, run), giveUp) };
}

/** The id of a field's control, or of the element around its controls. */
export const fieldId = (name: string) => `field-${name}`;

const controls = 'input, select, textarea, button';

/** Moves the focus to the form field of this name, so that the error beside it is read out: to its control, or to the first of several. */
export function focusField(name: string): void {
  const found = document.getElementById(fieldId(name)) ?? document.getElementsByName(name)[0];
  const control = found?.matches(controls) ? found : found?.querySelector<HTMLElement>(controls);
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: 'center' });
}
