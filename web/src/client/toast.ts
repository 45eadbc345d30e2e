// Toasts over the screen. The shell renders and announces each for 5000 ms (spec §8).
import { toastMs } from '@sandali/contract/constants.ts';
import { createStore } from './createStore.ts';

export type Toast = {
  id: number;
  text: string;
  tone: 'plain' | 'info' | 'bad';
  action?: { label: string; run(): void };
};

let lastId = 0;
const toasts = createStore<readonly Toast[]>([]);

/**
 * Shows a toast; `plain` reports success, `info` is neutral. The same text is never shown twice at
 * once. A toast with an action stays until it is used or dismissed.
 */
export function toast(
  text: string,
  { tone = 'plain', action }: { tone?: Toast['tone']; action?: Toast['action'] } = {},
): number {
  const added: Toast = { id: ++lastId, text, tone, ...(action ? { action } : {}) };
  toasts.set([...toasts.now().filter((shown) => shown.text !== text), added].slice(-3));
  if (!action) setTimeout(() => dismissToast(added.id), toastMs);
  return added.id;
}

export function dismissToast(id: number): void {
  if (toasts.now().some((shown) => shown.id === id))
    toasts.set(toasts.now().filter((shown) => shown.id !== id));
}

/** Returns the toasts to render, oldest first. */
export const useToasts = toasts.use;
