// Unsaved values of a step's form. All of them stay in memory, for a borrower who leaves the form
// and returns. For later visits, the lazily loaded store saves some fields (contract/src/draft.ts)
// on the phone and the server.
import type { CreditStep } from '@sandali/contract/credit.ts';
import { onSessionEnd } from '#/client/session.ts';
import type { InitialForm } from './restoredDraft.ts';

/** A form's initial values as JSON, and its current values. */
type Draft = [start: string, values: Record<string, string>];
type DraftStore = typeof import('./draftStore.ts');
let drafts: Partial<Record<CreditStep, Draft>> = {};
let store: DraftStore | null = null;
onSessionEnd(() => {
  drafts = {};
});

/** Loads the store of drafts; returns null if that fails. The form works without it. */
export async function loadDraftStore(): Promise<DraftStore | null> {
  store ??= await import('./draftStore.ts').catch(() => null);
  return store;
}

export const getDraftStore = () => store;

/**
 * Returns the form's values: those typed over these initial values in this or an earlier visit,
 * otherwise the initial values. Values saved since then take precedence.
 */
export function initialForm<V extends Record<string, string>>(
  step: CreditStep,
  start: V,
): InitialForm<V> {
  const [draftStart, values] = drafts[step] ?? [];
  if (draftStart === JSON.stringify(start))
    return { values: values as V, keptCount: 0, leftAt: null };
  return store?.restoredForm(step, start) ?? { values: start, keptCount: 0, leftAt: null };
}

/** Whether a form has typed values that are not saved, from this or an earlier visit. */
export const hasDraft = (step: CreditStep) =>
  drafts[step] !== undefined || (store?.hasRestored(step) ?? false);

/** Stores a form's current values; `field` is the last touched field. */
export function saveDraft<V extends Record<string, string>>(
  step: CreditStep,
  start: V,
  values: V,
  field: string | null,
): void {
  drafts[step] = [JSON.stringify(start), values];
  store?.save(step, { start, values, leftAt: field });
}

/** Deletes a step's draft after the step is saved or starts over. */
export function discardDraft(step: CreditStep): void {
  delete drafts[step];
  store?.discard(step);
}

/** Deletes all drafts once the application is submitted. */
export function discardAllDrafts(): void {
  drafts = {};
  store?.discardAll();
}
