// Local and session storage that never throw: where a browser forbids them, what was written lasts
// as long as the page. The keys in use are listed in docs/integrators/protocol.md; nothing else may
// be kept here.

type Area = 'localStorage' | 'sessionStorage';
const memory = new Map<string, string>();

function area(name: Area): Storage | null {
  try {
    return globalThis[name] ?? null;
  } catch {
    return null;
  }
}

/** What is kept under the key, or null. */
export function readStored(key: string, from: Area = 'localStorage'): string | null {
  try {
    return area(from)?.getItem(key) ?? memory.get(`${from} ${key}`) ?? null;
  } catch {
    return memory.get(`${from} ${key}`) ?? null;
  }
}

/** Keeps the text under the key; null removes it. */
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

/** Reads JSON that this program wrote; any other stored text counts as nothing. */
export function readStoredJson(key: string, from: Area = 'localStorage'): unknown {
  try {
    return JSON.parse(readStored(key, from) ?? 'null');
  } catch {
    return null;
  }
}
