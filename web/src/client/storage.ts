// Access to local and session storage that never throws. If the browser blocks storage, values last
// until the page closes. docs/integrators/protocol.md lists all keys.

type Area = 'localStorage' | 'sessionStorage';
const memory = new Map<string, string>();

function area(name: Area): Storage | null {
  try {
    return globalThis[name] ?? null;
  } catch {
    return null;
  }
}

/** Returns the text stored under the key, or null. */
export function readStored(key: string, from: Area = 'localStorage'): string | null {
  try {
    return area(from)?.getItem(key) ?? memory.get(`${from} ${key}`) ?? null;
  } catch {
    return memory.get(`${from} ${key}`) ?? null;
  }
}

/** Stores the text under the key; null removes the key. */
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

/** Returns the parsed JSON stored under the key, or null if it is not valid. */
export function readStoredJson(key: string, from: Area = 'localStorage'): unknown {
  try {
    return JSON.parse(readStored(key, from) ?? 'null');
  } catch {
    return null;
  }
}
