// Drafts that outlive the page. Each change is encrypted on the phone (client/encryptedStore.ts).
// Changes are sent to the server at most every twenty seconds, and when the page is hidden. The
// contract defines a draft's fields; `storableValues` removes all others.

import { type CreditStep, creditSteps, type KeptDraft } from '@sandali/contract/credit.ts';
import { instantMs } from '@sandali/contract/day.ts';
import { draftSave, neverKept, storableValues } from '@sandali/contract/draft.ts';
import * as v from 'valibot';
import { callServer } from '#/client/callServer.ts';
import { businessMs } from '#/client/clock.ts';
import { isTooOld, readEncrypted, updateEncrypted } from '#/client/encryptedStore.ts';
import { onSessionEnd } from '#/client/session.ts';
import { applyRestored, type InitialForm, type RestoredDraft } from './restoredDraft.ts';

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

const restored = new Map<CreditStep, RestoredDraft>();
const unsent = new Map<CreditStep, Typed>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** The step whose draft was sent last. */
let sentLast: CreditStep | null = null;
let sending: Promise<unknown> = Promise.resolve();

/** Returns the part of a form's initial values that a draft may contain, as JSON. */
function initialDraft(step: CreditStep, start: Record<string, string>): string {
  return JSON.stringify(storableValues(step, start));
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

/**
 * Returns the newer of this phone's draft and the server's. The server's copy of a draft from this
 * device is never newer.
 */
async function newestDraft(
  step: CreditStep,
  serverDrafts: readonly KeptDraft[],
): Promise<RestoredDraft | null> {
  const parsed = v.safeParse(zOnPhone, await readEncrypted(`draft ${step}`));
  const own = parsed.success && !isTooOld(parsed.output.keptAtMs) ? parsed.output : null;
  const serverDraft = serverDrafts.find(({ form }) => form === step);
  const newest =
    own && (!serverDraft || serverDraft.isFromHere || own.keptAtMs >= instantMs(serverDraft.keptAt))
      ? own
      : serverDraft;
  if (!newest) return null;
  return {
    values: storableValues(step, newest.values),
    leftAt: newest.leftAt,
    over: 'over' in newest ? newest.over : undefined,
  };
}

/** Sets or removes a form's stored draft. Typed values in memory still take precedence. */
export function offerRestored(step: CreditStep, draft: RestoredDraft | null): void {
  if (draft) restored.set(step, draft);
  else restored.delete(step);
}

export const hasRestored = (step: CreditStep) => restored.has(step);

/** Returns a form's initial values from its stored draft; null without a draft. */
export function restoredForm<V extends Record<string, string>>(
  step: CreditStep,
  start: V,
): InitialForm<V> | null {
  const draft = restored.get(step);
  return draft ? applyRestored(draft, start, initialDraft(step, start)) : null;
}

/** Stores a form's values on the phone and schedules sending them. */
export function save(step: CreditStep, typed: Typed): void {
  const record = {
    values: changedFields(step, typed),
    leftAt: typed.leftAt,
    over: initialDraft(step, typed.start),
    keptAtMs: businessMs(),
  };
  void updateEncrypted(`draft ${step}`, () => record);
  unsent.set(step, typed);
  timer ??= setTimeout(flush, step === sentLast ? sendEveryMs : 0);
}

/** Sends all drafts that the server does not have yet. */
export function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const [step, typed] of unsent) {
    sentLast = step;
    const draft = v.safeParse(draftSave.request, {
      form: step,
      values: changedFields(step, typed),
      leftAt: typed.leftAt,
    });
    // A draft that does not reach the server is still on the phone, and is sent with the next
    // change.
    if (draft.success) sending = sending.then(() => callServer(draftSave, draft.output));
  }
  unsent.clear();
}
/**
 * Cancels a step's next save and waits for one in progress, so that no draft reaches the server
 * after the step is saved.
 */
export async function cancelSave(step: CreditStep): Promise<void> {
  unsent.delete(step);
  await sending;
}

/**
 * Deletes a step's draft on this phone. The server deletes its own draft when the step is saved.
 */
export function discard(step: CreditStep): void {
  restored.delete(step);
  unsent.delete(step);
  void updateEncrypted(`draft ${step}`, () => null);
}

export function discardAll(): void {
  for (const step of creditSteps) discard(step);
}

/** Deletes a step's draft on the server, because its form starts over. */
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

/** Returns the fields that differ from the initial values, including emptied ones. */
function changedFields(step: CreditStep, { start, values }: Typed): Record<string, string> {
  return Object.fromEntries(
    Object.entries(storableValues(step, values)).filter(
      ([field, answer]) => answer !== start[field],
    ),
  );
}
