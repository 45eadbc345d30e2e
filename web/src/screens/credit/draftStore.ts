// Drafts that outlive the page: on the phone at every change, sealed (client/encryptedStore.ts),
// and on the server with the first change of a form, which says where somebody is, then every
// twenty seconds of typing at most, and when the page is put away. What a draft may contain is
// defined by the contract: `keepable` removes everything else.

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

/** What was found for a form. */
const restored = new Map<CreditStep, RestoredDraft>();
const unsent = new Map<CreditStep, Typed>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** Whose draft was sent last. */
let sentLast: CreditStep | null = null;
let sending: Promise<unknown> = Promise.resolve();

/** The beginning of a form, as far as a draft may hold it. */
function beginningOf(step: CreditStep, start: Record<string, string>): string {
  return JSON.stringify(keepable(step, start));
}

/** Whether no draft holds this field. */
export const isNeverSaved = (step: CreditStep, field: string) => neverKept[step].includes(field);

/** Restores the newer of this phone's draft and the server's. */
export async function loadDraft(
  step: CreditStep,
  serverDrafts: readonly KeptDraft[],
): Promise<void> {
  offerRestored(step, await newestDraft(step, serverDrafts));
}

/** The server's is no newer where it came from here. */
async function newestDraft(
  step: CreditStep,
  serverDrafts: readonly KeptDraft[],
): Promise<RestoredDraft | null> {
  const parsed = v.safeParse(zOnPhone, await readEncrypted(`draft ${step}`));
  const own = parsed.success && !isTooOld(parsed.output.keptAtMs) ? parsed.output : null;
  const other = serverDrafts.find((one) => one.form === step);
  const found =
    own && (!other || other.isFromHere || own.keptAtMs >= instantMs(other.keptAt)) ? own : other;
  if (!found) return null;
  return {
    values: keepable(step, found.values),
    leftAt: found.leftAt,
    over: 'over' in found ? found.over : undefined,
  };
}

/** Passes a form the stored draft; null if there is none. A draft in memory is newer. */
export function offerRestored(step: CreditStep, found: RestoredDraft | null): void {
  if (found) restored.set(step, found);
  else restored.delete(step);
}

/** Whether a draft was found for a form. */
export const hasRestored = (step: CreditStep) => restored.has(step);

/** What a form begins with where a draft was found for it; else null. */
export function restoredForm<V extends Record<string, string>>(
  step: CreditStep,
  start: V,
): InitialForm<V> | null {
  const found = restored.get(step);
  return found ? applyRestored(found, start, beginningOf(step, start)) : null;
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

/** Sends what the server has not got yet. */
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
    // What does not get there is on the phone, and goes with the next change.
    if (draft.success) sending = sending.then(() => callServer(draftSave, draft.output));
  }
  unsent.clear();
}

/**
 * Before a step is saved: waits for a running save, and cancels the next, so that no draft arrives
 * after it.
 */
export async function cancelSave(step: CreditStep): Promise<void> {
  unsent.delete(step);
  await sending;
}

/** Forgets the draft of a step here. The server forgets its own when the step is saved. */
export function discard(step: CreditStep): void {
  restored.delete(step);
  unsent.delete(step);
  void updateEncrypted(`draft ${step}`, () => null);
}

/** Forgets all drafts here. */
export function discardAll(): void {
  for (const step of creditSteps) discard(step);
}

/** Has the server forget the draft of a step, which is to begin empty. */
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

/** Only what differs from the beginning is a draft: an emptied field too. */
function changedOf(step: CreditStep, { start, values }: Typed): Record<string, string> {
  return Object.fromEntries(
    Object.entries(keepable(step, values)).filter(([field, answer]) => answer !== start[field]),
  );
}
