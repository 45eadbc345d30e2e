// Short messages over the screen: 5000 ms each (spec §8), announced, drawn by the shell.
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
 * Shows a message: `plain` for what succeeded, `info` for news that is neither success nor failure.
 * The same text is not shown twice at once. One with an action stays until it is used or dismissed.
 * @returns its id.
 */
export function toast(
  text: string,
  { tone = 'plain', action }: { tone?: Toast['tone']; action?: Toast['action'] } = {},
): number {
  const made: Toast = { id: ++lastId, text, tone, ...(action ? { action } : {}) };
  toasts.set([...toasts.now().filter((one) => one.text !== text), made].slice(-3));
  if (!action) setTimeout(() => dismissToast(made.id), toastMs);
  return made.id;
}

export function dismissToast(id: number): void {
  if (toasts.now().some((one) => one.id === id))
    toasts.set(toasts.now().filter((one) => one.id !== id));
}

/** The messages to draw, oldest first. */
export const useToasts = toasts.use;
