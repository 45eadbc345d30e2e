// The state of a step's form: what stands in the fields, what is wrong with it, and when that is said.
import type { CreditStep } from '@sandali/contract/credit.ts';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { draftOf, forgetDraft, keepDraft, keptNow } from './drafts.ts';
import type { Problem, Verdict } from './verdict.ts';

/** What the server refused: at a field, or (null) about the whole form. */
export type Refusal<F extends string> = { field: F | null; message: string };

type Given<F extends string, I> = {
  step: CreditStep;
  start: Record<F, string>;
  /** Judges the values; its problems stand in the order of the page. */
  check(values: Record<F, string>): Verdict<F, I>;
  /** The plain message for a problem of a field. */
  say(field: F, problem: Problem): string;
  refusal: Refusal<F> | null;
};

/** What a field of ui/ takes: spread it over the control. */
export type Bound = { id: string; name: string; value: string; onChange(value: string): void; error: string | undefined };

export type Fields<F extends string, I> = Verdict<F, I> & {
  values: Record<F, string>;
  change(values: Partial<Record<F, string>>): void;
  bind(field: F): Bound;
  error(field: F): string | undefined;
  /** From now on every open answer is pointed at, and the first one takes the focus. */
  showAll(): void;
  /** Answers that were kept of an earlier visit and stand in the form; 0 where none are, or once it was begun empty. */
  keptCount: number;
  /** The field that was touched last in that visit. */
  leftAt: string | null;
  /** Begins without them. */
  clear(): void;
  /** Goes up with that: what the fields themselves remember is to be forgotten too. */
  round: number;
  /** For the page around the fields: a wrong answer is said once its field has been left. */
  onBlur(event: FocusEvent): void;
};

/** Holds a form. A wrong answer is said when its field is left, a missing one only when somebody tries to go on. */
export function useFields<F extends string, I>({ step, start, check, say, refusal }: Given<F, I>): Fields<F, I> {
  const [begun, setBegun] = useState(() => ({ ...draftOf(step, start), round: 0 }));
  const [values, setValues] = useState(begun.values);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isTried, setTried] = useState(false);
  const [editedAfter, setEditedAfter] = useState<Refusal<F> | null>(null);
  const verdict = check(values);
  const latest = useRef(values);
  useLeaveWarning(isLost(step, start, values));
  useEffect(() => {
    if (begun.leftAt) focusOn(begun.leftAt);
  }, [begun]);
  // What was typed is not left behind when the form is.
  useEffect(() => () => keptNow()?.flush(), []);

  useEffect(() => {
    if (refusal?.field) focusOn(refusal.field);
    // What is about the whole form is said at its top.
    else if (refusal) scrollTo(0, 0);
  }, [refusal]);

  const change = (some: Partial<Record<F, string>>) => {
    latest.current = { ...latest.current, ...some };
    setValues(latest.current);
    keepDraft(step, start, latest.current, Object.keys(some)[0] ?? null);
    if (refusal?.field && refusal.field in some) setEditedAfter(refusal);
  };
  const error = (field: F) => {
    if (refusal?.field === field && refusal !== editedAfter) return refusal.message;
    const problem = verdict.problems.get(field);
    const isSaid = isTried || (problem !== 'missing' && (problem !== 'wrong' || left.has(field)));
    return problem && isSaid ? say(field, problem) : undefined;
  };
  const clear = () => {
    forgetDraft(step);
    keptNow()?.forgetThere(step);
    latest.current = start;
    setValues(start);
    setBegun({ values: start, keptCount: 0, leftAt: null, round: begun.round + 1 });
  };
  return {
    ...verdict,
    keptCount: begun.keptCount,
    leftAt: begun.leftAt,
    round: begun.round,
    clear,
    values,
    change,
    error,
    bind: (field) => ({
      id: idOf(field),
      name: field,
      value: values[field],
      onChange: (value) => change({ [field]: value } as Partial<Record<F, string>>),
      error: error(field),
    }),
    showAll: () => {
      setTried(true);
      const first = verdict.problems.keys().next().value;
      if (first) focusOn(first);
    },
    onBlur: ({ target, relatedTarget }) => {
      const field = fieldOfId(target.id);
      // From one part of a date to the next is not away from it.
      if (field && field === fieldOfId(relatedTarget?.id)) return;
      if (field && !left.has(field)) setLeft(new Set([...left, field]));
    },
  };
}

/** Whether something was typed that no draft keeps: all of it, where what keeps drafts could not be loaded. */
function isLost<F extends string>(step: CreditStep, start: Record<F, string>, values: Record<F, string>): boolean {
  const kept = keptNow();
  return (Object.keys(values) as F[]).some((field) => values[field] !== start[field] && (!kept || kept.isNeverKept(step, field)));
}

/** Has the browser ask before it throws away what was typed: a page that is pulled down to be loaded anew is an easy slip of the thumb. */
function useLeaveWarning(isUnsaved: boolean): void {
  useEffect(() => {
    window.onbeforeunload = isUnsaved ? (event) => event.preventDefault() : null;
    return () => {
      window.onbeforeunload = null;
    };
  }, [isUnsaved]);
}

/** The id of a field's control, or of the element around its controls. */
export function idOf(field: string): string {
  return `credit-${field}`;
}

function fieldOfId(id: string | undefined): string | undefined {
  return /^credit-(\w+)/.exec(id ?? '')?.[1];
}

/** Moves the focus to a field, whatever its control is (an input, a list's button, the first of some radios). */
export function focusOn(field: string): void {
  const found = document.getElementById(idOf(field));
  const controls = 'input, select, button';
  const control = found?.matches(controls) ? found : found?.querySelector<HTMLElement>(controls);
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: 'center' });
}
