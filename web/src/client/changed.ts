// A bell between writes and reads: after a write, whatever was read before may be out of date. It keeps the query library out of the login page.

const listeners = new Set<() => void>();

/** Rings after a write that the server has decided. */
export function notifyChanged(): void {
  for (const listener of listeners) listener();
}

export function onChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
