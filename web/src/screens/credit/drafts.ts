// The values of a step's form that are not saved yet. In memory they are complete, for a borrower
// who leaves the form and comes back; what may be kept longer (contract/src/draft.ts) is stored on
// the phone and the server by separate code, which is loaded with a form.
import type { CreditStep } from '@sandali/contract/credit.ts';
import { onSessionEnd } from '#/client/session.ts';

/** The initial values of a form, as JSON, and its present values. */
type Draft = [start: string, values: Record<string, string>];
type DraftStore = typeof import('./draftStore.ts');
let drafts: Partial<Record<CreditStep, Draft>> = {};
let store: DraftStore | null = null;
onSessionEnd(() => {
  drafts = {};
});

/** Loads what keeps drafts; null where it cannot be: the form does without. */
export async function loadDraftStore(): Promise<DraftStore | null> {
  store ??= await import('./draftStore.ts').catch(() => null);
  return store;
}

/** What keeps drafts, where it is there. */
export const getDraftStore = () => store;

/**
 * What a form begins with: the values, and which of them come from a draft that was kept, with the
 * field that was touched last.
 */
export type InitialForm<V> = { values: V; keptCount: number; leftAt: string | null };

/**
 * What was typed over this beginning of the step's form, here or in an earlier visit, else the
 * beginning: what has been saved since wins.
 */
export function initialForm<V extends Record<string, string>>(
  step: CreditStep,
  start: V,
): InitialForm<V> {
  const [begun, values] = drafts[step] ?? [];
  if (begun === JSON.stringify(start)) return { values: values as V, keptCount: 0, leftAt: null };
  return store?.restoredForm(step, start) ?? { values: start, keptCount: 0, leftAt: null };
}

/** Whether something was typed into a form, here or in an earlier visit, that is not saved. */
export const hasDraft = (step: CreditStep) =>
  drafts[step] !== undefined || (store?.hasRestored(step) ?? false);

/** Stores the present values of the form; `field` was touched last. */
export function saveDraft<V extends Record<string, string>>(
  step: CreditStep,
  start: V,
  values: V,
  field: string | null,
): void {
  drafts[step] = [JSON.stringify(start), values];
  store?.save(step, { start, values, leftAt: field });
}

/** Forgets it: the step is saved, or is to begin empty. */
export function discardDraft(step: CreditStep): void {
  delete drafts[step];
  store?.discard(step);
}

/** Forgets all of them: the application has been sent. */
export function discardAllDrafts(): void {
  drafts = {};
  store?.discardAll();
}

/**
 * What a form is given back. `over` is the beginning that it was typed over, as far as that may be
 * kept; unknown of a draft of the server's.
 */
export type RestoredDraft = {
  values: Record<string, string>;
  leftAt: string | null;
  over?: string | undefined;
};

/**
 * The draft over a form's beginning, `kept` being what may be kept of that; null where it belongs
 * to another beginning, or nothing of it differs.
 */
export function applyRestored<V extends Record<string, string>>(
  found: RestoredDraft,
  start: V,
  store: string,
): InitialForm<V> | null {
  if (found.over !== undefined && found.over !== store) return null;
  const changed = Object.entries(found.values).filter(
    ([field, answer]) => field in start && answer !== start[field],
  );
  if (changed.length === 0) return null;
  // Barangay, city and province are one answer, and so are an income and who decides on it.
  const partsOfAnswers = ['provinceCode', 'cityCode', 'asksPerson'];
  const keptCount = changed.filter(
    ([field, answer]) => answer !== '' && !partsOfAnswers.includes(field),
  ).length;
  return { values: { ...start, ...Object.fromEntries(changed) }, keptCount, leftAt: found.leftAt };
}
