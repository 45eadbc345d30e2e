// What is given back of a draft of an earlier visit.
import type { Beginning } from './drafts.ts';

/** What a form is given back. `over` is the beginning that it was typed over, as far as that may be kept; unknown of a draft of the server's. */
export type Restored = { values: Record<string, string>; leftAt: string | null; over?: string | undefined };

/** The draft over a form's beginning, `kept` being what may be kept of that; null where it belongs to another beginning, or nothing of it differs. */
export function restoredOver<V extends Record<string, string>>(found: Restored, start: V, kept: string): Beginning<V> | null {
  if (found.over !== undefined && found.over !== kept) return null;
  const changed = Object.entries(found.values).filter(([field, answer]) => field in start && answer !== start[field]);
  if (changed.length === 0) return null;
  const keptCount = changed.filter(([, answer]) => answer !== '').length;
  return { values: { ...start, ...Object.fromEntries(changed) }, keptCount, leftAt: found.leftAt };
}
