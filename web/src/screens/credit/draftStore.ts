// Drafts that outlive the page: on the phone at each change, encrypted (client/encryptedStore.ts),
// and on the server at a form's first change, then at most every twenty seconds, and when the page
// is hidden. The contract defines a draft's fields; `keepable` removes all others.

import { type CreditStep, creditSteps, type KeptDraft } from '@sandali/contract/credit.ts';
import { instantMs } from '@sandali/contract/day.ts';
import { draftSave, keepable, neverKept } from '@sandali/contract/draft.ts';
import * as v from 'valibot';
import { callServer } from '#/client/callServer.ts';
import { businessMs } from '#/client/clock.ts';
import { isTooOld, readEncrypted, updateEncrypted } from '#/client/encryptedStore.ts';
import { onSessionEnd } from '#/client/session.ts';
import { applyRestored, type InitialForm, type RestoredDraft } from './drafts.ts';

const sendEveryMs = 20_000;

type Typed = {
  start: Record<string, string>;
  values: Record<string, string>;
  leftAt: string | null;
};

const zOnPhone = v.strictObject({
  values: v.record(v.string(), v.string()),
  leftAt: v.nullable(v.string()),
  over: v.string(),
  keptAtMs: v.number(),
});

/** Drafts found for the forms. */
const restored = new Map<CreditStep, RestoredDraft>();
const unsent = new Map<CreditStep, Typed>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** The step whose draft was sent last. */
let sentLast: CreditStep | null = null;
let sending: Promise<unknown> = Promise.resolve();

/** The part of a form's initial values that a draft may contain. */
function beginningOf(step: CreditStep, start: Record<string, string>): string {
  return JSON.stringify(keepable(step, start));
}

/** Whether drafts never contain this field. */
export const isNeverSaved = (step: CreditStep, field: string) => neverKept[step].includes(field);

/** Restores the newer of this phone's draft and the server's. */
export async function loadDraft(
  step: CreditStep,
  serverDrafts: readonly KeptDraft[],
): Promise<void> {
  offerRestored(step, await newestDraft(step, serverDrafts));
}

/** The server's draft is not newer if it came from this device. */
async function newestDraft(
  step: CreditStep,
  serverDrafts: readonly KeptDraft[],
): Promise<RestoredDraft | null> {
  const parsed = v.safeParse(zOnPhone, await readEncrypted(`draft ${step}`));
  const own = parsed.success && !isTooOld(parsed.output.keptAtMs) ? parsed.output : null;
  const other = serverDrafts.find(({ form }) => form === step);
  const newest =
    own && (!other || other.isFromHere || own.keptAtMs >= instantMs(other.keptAt)) ? own : other;
  if (!newest) return null;
  return {
    values: keepable(step, newest.values),
    leftAt: newest.leftAt,
    over: 'over' in newest ? newest.over : undefined,
  };
}

/** Sets the stored draft for a form, or none. A draft in memory is newer. */
export function offerRestored(step: CreditStep, draft: RestoredDraft | null): void {
  if (draft) restored.set(step, draft);
  else restored.delete(step);
}

/** Whether a stored draft exists for a form. */
export const hasRestored = (step: CreditStep) => restored.has(step);

/** A form's initial values from a stored draft; null without one. */
export function restoredForm<V extends Record<string, string>>(
  step: CreditStep,
  start: V,
): InitialForm<V> | null {
  const draft = restored.get(step);
  return draft ? applyRestored(draft, start, beginningOf(step, start)) : null;
}

/** Stores the values of a form. */
export function save(step: CreditStep, typed: Typed): void {
  const record = {
    values: changedOf(step, typed),
    leftAt: typed.leftAt,
    over: beginningOf(step, typed.start),
    keptAtMs: businessMs(),
  };
  void updateEncrypted(`draft ${step}`, () => record);
  unsent.set(step, typed);
  timer ??= setTimeout(flush, step === sentLast ? sendEveryMs : 0);
}

/** Sends what the server does not have yet. */
export function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const [step, typed] of unsent) {
    sentLast = step;
    const draft = v.safeParse(draftSave.request, {
      form: step,
      values: changedOf(step, typed),
      leftAt: typed.leftAt,
    });
    // A draft that does not arrive is still on the phone, and is sent with the next change.
    if (draft.success) sending = sending.then(() => callServer(draftSave, draft.output));
  }
  unsent.clear();
}
/**
 * Cancels the next save of a step and waits for a running one, so that no draft arrives after the
 * step.
 */
export async function cancelSave(step: CreditStep): Promise<void> {
  unsent.delete(step);
  await sending;
}

/** Deletes a step's draft here. The server deletes its own when the step is saved. */
export function discard(step: CreditStep): void {
  restored.delete(step);
  unsent.delete(step);
  void updateEncrypted(`draft ${step}`, () => null);
}

/** Deletes all drafts here. */
export function discardAll(): void {
  for (const step of creditSteps) discard(step);
}

/** Deletes a step's draft on the server, for a form that starts over. */
export function discardOnServer(step: CreditStep): void {
  sending = sending.then(() => callServer(draftSave, { form: step, values: {}, leftAt: null }));
}

onSessionEnd(() => {
  restored.clear();
  unsent.clear();
  clearTimeout(timer);
  timer = undefined;
  sentLast = null;
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') flush();
});
addEventListener('pagehide', flush);

/** A draft has only fields that differ from the initial values, emptied ones too. */
function changedOf(step: CreditStep, { start, values }: Typed): Record<string, string> {
  return Object.fromEntries(
    Object.entries(keepable(step, values)).filter(([field, answer]) => answer !== start[field]),
  );
}
