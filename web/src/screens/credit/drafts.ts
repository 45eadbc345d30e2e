// What stands in a step's form and is not saved yet. In memory it is whole, for whoever looks elsewhere in the program and comes back; what may be kept of it
// longer (contract/draft.ts) goes to the phone and to the server by a part of its own, which comes when a form does.
import type { CreditStep } from '@sandali/contract/credit.ts';
import { onSessionEnd } from '#/kit/session.ts';
import type { Restored } from './keptDrafts.ts';

/** The beginning that a form was typed over, as JSON, and what stands in it. */
type Draft = [start: string, values: Record<string, string>];
type Kept = typeof import('./keptDrafts.ts');
let drafts: Partial<Record<CreditStep, Draft>> = {};
let restored: Partial<Record<CreditStep, Restored | null>> = {};
let kept: Kept | null = null;
onSessionEnd(() => {
  drafts = {};
  restored = {};
});

/** Loads what keeps drafts; null where it cannot be: the form does without. */
export async function bringKept(): Promise<Kept | null> {
  kept ??= await import('./keptDrafts.ts').catch(() => null);
  return kept;
}

/** What keeps drafts, where it is there. */
export const keptNow = () => kept;

/** Hands a form what was found of its draft; null where there is none. What stands in memory is newer. */
export function offerRestored(step: CreditStep, found: Restored | null): void {
  restored[step] = found;
}

/** What a form begins with: the values, and which of them come from a draft that was kept, with the field that was touched last. */
export type Beginning<V> = { values: V; keptCount: number; leftAt: string | null };

/** What was typed over this beginning of the step's form, else the beginning: what has been saved since, here or elsewhere, wins. */
export function draftOf<V extends Record<string, string>>(step: CreditStep, start: V): Beginning<V> {
  const [begun, values] = drafts[step] ?? [];
  if (begun === JSON.stringify(start)) return { values: values as V, keptCount: 0, leftAt: null };
  const found = restored[step];
  const kept = found?.over === undefined || found.over === keepableStart(step, start) ? (found?.values ?? {}) : {};
  const changed = Object.entries(kept).filter(([field, answer]) => field in start && answer !== start[field]);
  if (changed.length === 0) return { values: start, keptCount: 0, leftAt: null };
  const keptCount = changed.filter(([, answer]) => answer !== '').length;
  return { values: { ...start, ...Object.fromEntries(changed) }, keptCount, leftAt: found?.leftAt ?? null };
}

/** Keeps what stands in the form now; `field` was touched last. */
export function keepDraft<V extends Record<string, string>>(step: CreditStep, start: V, values: V, field: string | null): void {
  drafts[step] = [JSON.stringify(start), values];
  kept?.keep(step, { start, values, leftAt: field });
}

/** Forgets it: the step is saved, or is to begin empty. */
export function forgetDraft(step: CreditStep): void {
  delete drafts[step];
  delete restored[step];
  kept?.drop(step);
}

/** Forgets all of them: the application has been sent. */
export function forgetDrafts(): void {
  drafts = {};
  restored = {};
  kept?.dropAll();
}

function keepableStart(step: CreditStep, start: Record<string, string>): string | undefined {
  return kept?.beginningOf(step, start);
}
