// What stands in a step's form and is not saved yet: kept in memory for whoever looks elsewhere in the program and comes back. It is never stored,
// because it is what the borrower has not sent.
import type { CreditStep } from '@sandali/contract/credit.ts';
import { onSessionEnd } from '#/kit/session.ts';

/** The beginning that a form was typed over, as JSON, and what stands in it. */
type Draft = [start: string, values: Record<string, string>];
let drafts: Partial<Record<CreditStep, Draft>> = {};
onSessionEnd(() => {
  drafts = {};
});

/** What was typed over this beginning of the step's form, else the beginning: what has been saved since, here or elsewhere, wins. */
export function draftOf<V extends Record<string, string>>(step: CreditStep, start: V): V {
  const [begun, values] = drafts[step] ?? [];
  return begun === JSON.stringify(start) ? (values as V) : start;
}

/** Keeps what stands in the form now. */
export function keepDraft<V extends Record<string, string>>(step: CreditStep, start: V, values: V): void {
  drafts[step] = [JSON.stringify(start), values];
}

/** Forgets it: the step is saved. */
export function forgetDraft(step: CreditStep): void {
  delete drafts[step];
}
