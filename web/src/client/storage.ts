// Local and session storage that never throw. If the browser forbids them, values last as long as
// the page. docs/integrators/protocol.md lists all keys.

type Area = 'localStorage' | 'sessionStorage';
const memory = new Map<string, string>();

function area(name: Area): Storage | null {
  try {
    return globalThis[name] ?? null;
  } catch {
    return null;
  }
}

/** Returns the text under the key, or null. */
export function readStored(key: string, from: Area = 'localStorage'): string | null {
  try {
    return area(from)?.getItem(key) ?? memory.get(`${from} ${key}`) ?? null;
  } catch {
    return memory.get(`${from} ${key}`) ?? null;
  }
}

/** Stores the text under the key; null removes it. */
export function writeStored(key: string, text: string | null, into: Area = 'localStorage'): void {
  memory.delete(`${into} ${key}`);
  try {
    const store = area(into);
    if (!store) throw new Error(into);
    if (text === null) store.removeItem(key);
    else store.setItem(key, text);
  } catch {
    if (text !== null) memory.set(`${into} ${key}`, text);
  }
}

/** Parses stored JSON; null if it is not valid. */
export function readStoredJson(key: string, from: Area = 'localStorage'): unknown {
  try {
    return JSON.parse(readStored(key, from) ?? 'null');
  } catch {
    return null;
  }
}
