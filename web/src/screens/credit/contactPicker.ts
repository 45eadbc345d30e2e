// Picks one contact by the native shell's picker or the browser's. Neither gives more than the
// chosen contact.
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
 * `none`: nothing chosen. `noMobile`: no Philippine mobile number. `failed`: the phone book did not
 * open. `denied`: no permission. `tooOld`: this app version cannot.
 */
export type Picked =
  | { kind: 'picked'; name: string; phones: MobileNumber[] }
  | { kind: 'noMobile'; name: string }
  | { kind: 'none' | 'failed' | 'denied' | 'tooOld' };
export type PickContact = () => Promise<Picked>;

/** The shell's picker, else the browser's, else null. A shell without one asks for an update. */
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
  // Loaded on demand, and only inside a shell.
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

/** Cleans the picker's answer: a valid name, and each Philippine mobile number once. */
export function readPicked([entry]: readonly Entry[]): Picked {
  if (!entry) return { kind: 'none' };
  const name = cleanName(entry.name?.[0] ?? '');
  const phones = [
    ...new Set((entry.tel ?? []).map(parsePhilippineMobile).filter((phone) => phone !== null)),
  ];
  return phones.length > 0 ? { kind: 'picked', name, phones } : { kind: 'noMobile', name };
}

/** 'Mama ❤️ (bahay)' becomes 'Mama bahay': letters and signs of names, in single spaces. */
export function cleanName(text: string): string {
  // A mark counts only with its letter: the variation selector of an emoji is a mark too.
  return (text.normalize('NFC').match(/\p{L}\p{M}*|./gsu) ?? [])
    .map((piece) => (/^[\p{L} .'’-]/u.test(piece) ? piece : ' '))
    .join('')
    .replace(/ +/g, ' ')
    .replace(/^[^\p{L}]+/u, '')
    .trim();
}
