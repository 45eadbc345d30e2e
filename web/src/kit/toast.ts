// Short messages over the screen: 5000 ms each (spec §8), announced, drawn by the shell.
import { toastMs } from '@sandali/contract/constants.ts';
import { useSyncExternalStore } from 'react';

export type Toast = { id: number; text: string; tone: 'plain' | 'bad'; action?: { label: string; run(): void } };

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const none: readonly Toast[] = [];

function set(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a message. The same text is not shown twice at once. One with an action stays until it is used or dismissed. @returns its id. */
export function toast(text: string, { tone = 'plain', action }: { tone?: Toast['tone']; action?: Toast['action'] } = {}): number {
  const made: Toast = { id: ++lastId, text, tone, ...(action ? { action } : {}) };
  set([...toasts.filter((one) => one.text !== text), made].slice(-3));
  if (!action) setTimeout(() => dismissToast(made.id), toastMs);
  return made.id;
}

export function dismissToast(id: number): void {
  if (toasts.some((one) => one.id === id)) set(toasts.filter((one) => one.id !== id));
}

/** The messages to draw, oldest first. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
    () => none,
  );
}
