// One contact from the phone book, by the native shell's picker or the browser's own: both give
// nothing but the chosen contact.
import { type MobileNumber, parsePhilippineMobile } from '@sandali/contract/phone.ts';
import { isInShell, shellSupports } from '#/client/bridge.ts';
import { loadChunk } from '#/client/chunk.ts';
import { offerReload } from '#/client/program.ts';

type Entry = { name?: string[]; tel?: string[] };
declare global {
  interface Navigator {
    /** Contact Picker API, W3C draft of 2024; Chrome on Android has it. */
    contacts?: {
      select(properties: ['name', 'tel'], options: { multiple: false }): Promise<Entry[]>;
    };
  }
}

/**
 * `none`: nothing came back. `noMobile`: it has no Philippine mobile number. `failed`: the phone
 * book could not be opened. `denied`: it may not be. `tooOld`: this version of the app cannot.
 */
export type Picked =
  | { kind: 'picked'; name: string; phones: MobileNumber[] }
  | { kind: 'noMobile'; name: string }
  | { kind: 'none' | 'failed' | 'denied' | 'tooOld' };
export type PickContact = () => Promise<Picked>;

/**
 * The picker of the shell, else of this browser, or null where there is none. A shell without one
 * says that it wants an update.
 */
export function contactPicker(): PickContact | null {
  if (shellSupports('pickContact')) return pickInShell;
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

async function pickInShell(): Promise<Picked> {
  // Loaded when it is wanted, and by nobody outside a shell.
  const calls = await loadChunk(() => import('#/client/bridgeCalls.ts')).catch(() => null);
  if (!calls) {
    offerReload();
    return { kind: 'none' };
  }
  const result = await calls.pickContact();
  if (result.kind === 'done')
    return readPicked([{ name: [result.data.name], tel: result.data.numbers }]);
  if (result.kind === 'unsupported') return { kind: 'tooOld' };
  return { kind: result.kind === 'cancelled' || result.kind === 'timedOut' ? 'none' : result.kind };
}

/**
 * Cleans what the picker gave: the name to what a name may hold, the numbers to those that are
 * Philippine mobiles, each once.
 */
export function readPicked([entry]: readonly Entry[]): Picked {
  if (!entry) return { kind: 'none' };
  const name = cleanName(entry.name?.[0] ?? '');
  const phones = [
    ...new Set((entry.tel ?? []).map(parsePhilippineMobile).filter((phone) => phone !== null)),
  ];
  return phones.length > 0 ? { kind: 'picked', name, phones } : { kind: 'noMobile', name };
}

/** 'Mama ❤️ (bahay)' is 'Mama bahay': letters and the signs of names, in single spaces. */
export function cleanName(text: string): string {
  // A mark counts with its letter only: what makes a heart red is a mark as well.
  return (text.normalize('NFC').match(/\p{L}\p{M}*|./gsu) ?? [])
    .map((piece) => (/^[\p{L} .'’-]/u.test(piece) ? piece : ' '))
    .join('')
    .replace(/ +/g, ' ')
    .replace(/^[^\p{L}]+/u, '')
    .trim();
}
