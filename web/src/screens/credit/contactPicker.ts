// Picks one contact with the native shell's picker or the browser's. Both return only the chosen
// contact.
import { type MobileNumber, parsePhilippineMobile } from '@sandali/contract/phone.ts';
import { isInShell, shellSupports } from '#/client/bridge.ts';
import { loadChunk } from '#/client/chunk.ts';

type Entry = { name?: string[]; tel?: string[] };
declare global {
  interface Navigator {
    /** Contact Picker API (W3C draft of 2024), supported by Chrome on Android. */
    contacts?: {
      select(properties: ['name', 'tel'], options: { multiple: false }): Promise<Entry[]>;
    };
  }
}

/**
 * `none`: nothing was chosen. `noMobile`: the contact has no Philippine mobile number. `failed`:
 * the phone book did not open. `denied`: permission was denied. `tooOld`: the app is too old.
 */
export type Picked =
  | { kind: 'picked'; name: string; phones: MobileNumber[] }
  | { kind: 'noMobile'; name: string }
  | { kind: 'none' | 'failed' | 'denied' | 'tooOld' };
export type PickContact = () => Promise<Picked>;

/**
 * Returns the shell's picker, otherwise the browser's. In a shell with neither, returns one whose
 * result asks for an update; elsewhere null. `onLoadFailed` runs if the picker's script cannot be
 * loaded.
 */
export function contactPicker(onLoadFailed: () => void): PickContact | null {
  if (shellSupports('pickContact')) return () => pickInShell(onLoadFailed);
  const { contacts } = navigator;
  if (typeof contacts?.select !== 'function')
    return isInShell() ? async () => ({ kind: 'tooOld' }) : null;
  return async () => {
    try {
      return readPicked(await contacts.select(['name', 'tel'], { multiple: false }));
    } catch {
      return { kind: 'failed' };
    }
  };
}

async function pickInShell(onLoadFailed: () => void): Promise<Picked> {
  // Loaded on demand, and only inside a shell.
  const calls = await loadChunk(() => import('#/client/bridgeCalls.ts')).catch(() => null);
  if (!calls) {
    onLoadFailed();
    return { kind: 'none' };
  }
  const result = await calls.pickContact();
  if (result.kind === 'done')
    return readPicked([{ name: [result.data.name], tel: result.data.numbers }]);
  if (result.kind === 'unsupported') return { kind: 'tooOld' };
  return { kind: result.kind === 'cancelled' || result.kind === 'timedOut' ? 'none' : result.kind };
}

/** Cleans the picker's result: returns a valid name, and each Philippine mobile number once. */
export function readPicked([entry]: readonly Entry[]): Picked {
  if (!entry) return { kind: 'none' };
  const name = cleanName(entry.name?.[0] ?? '');
  const phones = [
    ...new Set((entry.tel ?? []).map(parsePhilippineMobile).filter((phone) => phone !== null)),
  ];
  return phones.length > 0 ? { kind: 'picked', name, phones } : { kind: 'noMobile', name };
}

/**
 * Cleans a name: keeps letters and name punctuation, with single spaces. 'Mama ❤️ (bahay)' becomes
 * 'Mama bahay'.
 */
export function cleanName(text: string): string {
  // Keep a mark only with its letter, since an emoji's variation selector is a mark too.
  return (text.normalize('NFC').match(/\p{L}\p{M}*|./gsu) ?? [])
    .map((piece) => (/^[\p{L} .'’-]/u.test(piece) ? piece : ' '))
    .join('')
    .replace(/ +/g, ' ')
    .replace(/^[^\p{L}]+/u, '')
    .trim();
}
