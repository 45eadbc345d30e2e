// The form of a step. It counts incomplete fields while the borrower types, and stores drafts.
import type { CreditStep } from '@sandali/contract/credit.ts';
import { undrawnLetters } from '@sandali/contract/paperLetters.ts';
import { useEffect, useRef, useState } from 'react';
import type { GenericSchema } from 'valibot';
import { type Form, useForm, type Values } from '#/client/useForm.tsx';
import { focusField } from '#/client/write.ts';
import { getText } from '#/i18n/text.ts';
import { discardDraft, getDraftStore, initialForm, saveDraft } from './drafts.ts';
import { type Problem, problemsOf } from './stepForms.ts';

/** The server's refusal of a field, or of the whole form if `field` is null. */
export type Refusal<F extends string> = { field: F | null; message: string };

type StepFormOptions<F extends string, I> = {
  step: CreditStep;
  start: Values<F>;
  schema: GenericSchema<unknown, I>;
  /** Returns the message for a field's problem; `typed` is the field's value. */
  say(field: F, problem: Exclude<Problem, 'long' | 'letters'>, typed: string): string;
  refusal: Refusal<F> | null;
  onSave(input: I): void;
  onOpen?(): void;
};

export type StepFields<F extends string> = Form<F> & {
  now: Values<F>;
  problems: ReadonlyMap<F, Problem>;
  /** How many answers were restored from an earlier visit; 0 after starting over. */
  keptCount: number;
  /** The last field touched in the earlier visit. */
  leftAt: string | null;
  /** Discards the restored answers and starts over. */
  clear(): void;
};

/**
 * Creates a step's form. A wrong answer is reported on blur, or at once if restored; a missing
 * answer only on submit. The server's refusal stays until its field is edited.
 */
export function useStepForm<F extends string, I>({
  step,
  start,
  schema,
  say,
  refusal,
  onSave,
  onOpen,
}: StepFormOptions<F, I>): StepFields<F> {
  const [begun, setBegun] = useState(() => initialForm(step, start));
  const [editedAfter, setEditedAfter] = useState<Refusal<F> | null>(null);
  const form = useForm<F, I>({
    schema,
    start: begun.values,
    onInput: onSave,
    ...(onOpen && { onOpen }),
  });
  const { hook } = form;
  const { isSubmitted, touchedFields } = hook.formState;
  const now = hook.watch() as Values<F>;
  const refused =
    refusal?.field && refusal !== editedAfter
      ? { field: refusal.field, message: refusal.message }
      : null;
  const problems = problemsOf(schema, now);
  useLeaveWarning(isLost(step, start, now));
  useDraft(step, start, hook);
  useEffect(() => {
    if (begun.leftAt) focusField(begun.leftAt);
  }, [begun]);
  useEffect(() => {
    if (refusal?.field) focusField(refusal.field);
    // A refusal of the whole form is shown at the top.
    else if (refusal) scrollTo(0, 0);
  }, [refusal]);

  const clear = () => {
    discardDraft(step);
    getDraftStore()?.discardOnServer(step);
    hook.reset(start);
    setBegun({ values: start, keptCount: 0, leftAt: null });
  };
  return {
    ...form,
    now,
    problems: refused ? new Map([...problems, [refused.field, 'wrong']]) : problems,
    clear,
    keptCount: begun.keptCount,
    leftAt: begun.leftAt,
    change: (values) => {
      form.change(values);
      if (refusal?.field && refusal.field in values) setEditedAfter(refusal);
    },
    error: (field) => {
      if (refused?.field === field) return refused.message;
      const problem = problems.get(field);
      const isLeft = field in touchedFields || now[field] === begun.values[field];
      const isShown = isSubmitted || (problem !== 'missing' && (problem !== 'wrong' || isLeft));
      if (!problem || !isShown) return undefined;
      if (problem === 'long') return getText('credit.say.long');
      if (problem === 'letters')
        return getText('credit.say.letters', { letters: undrawnLetters(now[field]).join(' ') });
      return say(field, problem, now[field]);
    },
  };
}

/** Saves drafts while the borrower types, and sends the last draft when the form is left. */
function useDraft<F extends string>(
  step: CreditStep,
  start: Values<F>,
  hook: Form<F>['hook'],
): void {
  const latest = useRef(start);
  latest.current = start;
  useEffect(() => {
    let changed: { values: Values<F>; name: string } | null = null;
    // Fields that change together, such as the fields of a place, are saved together.
    const save = () => {
      if (changed) saveDraft(step, latest.current, changed.values, changed.name);
      changed = null;
    };
    return hook.subscribe({
      formState: { values: true },
      callback: ({ values, name }) => {
        if (!name) return;
        if (!changed) queueMicrotask(save);
        changed = { values: values as Values<F>, name };
      },
    });
  }, [hook, step]);
  useEffect(() => () => getDraftStore()?.flush(), []);
}

/**
 * Whether leaving would lose typed values: those that drafts never contain, or all of them if the
 * store is not loaded.
 */
function isLost<F extends string>(step: CreditStep, start: Values<F>, now: Values<F>): boolean {
  const store = getDraftStore();
  return (Object.keys(now) as F[]).some(
    (field) => now[field] !== start[field] && (!store || store.isNeverSaved(step, field)),
  );
}

/**
 * Makes the browser ask before a reload loses typed values, because a borrower can reload by
 * accident by pulling down.
 */
function useLeaveWarning(isUnsaved: boolean): void {
  useEffect(() => {
    window.onbeforeunload = isUnsaved ? (event) => event.preventDefault() : null;
    return () => {
      window.onbeforeunload = null;
    };
  }, [isUnsaved]);
}
