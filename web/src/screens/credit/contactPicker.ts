// One contact from the phone book, by the browser's own picker, which hands over nothing but what is picked.
import { type MobileNumber, parsePhilippineMobile } from '@sandali/contract/phone.ts';

type Entry = { name?: string[]; tel?: string[] };
declare global {
  interface Navigator {
    /** Contact Picker API, W3C draft of 2024; Chrome on Android has it. */
    contacts?: { select(properties: ['name', 'tel'], options: { multiple: false }): Promise<Entry[]> };
  }
}

/** `none`: nothing came back. `noMobile`: it has no Philippine mobile number. `failed`: the phone book could not be opened. */
export type Picked =
  | { kind: 'picked'; name: string; phones: MobileNumber[] }
  | { kind: 'noMobile'; name: string }
  | { kind: 'none' | 'failed' };
export type PickContact = () => Promise<Picked>;

/** The picker of this browser, or null where it has none. */
export function contactPicker(): PickContact | null {
  const { contacts } = navigator;
  if (typeof contacts?.select !== 'function') return null;
  return async () => {
    try {
      return readPicked(await contacts.select(['name', 'tel'], { multiple: false }));
    } catch {
      return { kind: 'failed' };
    }
  };
}

/** Cleans what the picker gave: the name to what a name may hold, the numbers to those that are Philippine mobiles, each once. */
export function readPicked([entry]: readonly Entry[]): Picked {
  if (!entry) return { kind: 'none' };
  const name = cleanName(entry.name?.[0] ?? '');
  const phones = [...new Set((entry.tel ?? []).map(parsePhilippineMobile).filter((phone) => phone !== null))];
  return phones.length > 0 ? { kind: 'picked', name, phones } : { kind: 'noMobile', name };
}

/** 'Mama ❤️ (bahay)' is 'Mama bahay': letters and the signs of names, in single spaces, at most 60. */
export function cleanName(text: string): string {
  // A mark counts with its letter only: what makes a heart red is a mark as well.
  const kept = (text.normalize('NFC').match(/\p{L}\p{M}*|./gsu) ?? [])
    .map((piece) => (/^[\p{L} .'’-]/u.test(piece) ? piece : ' '))
    .join('')
    .replace(/ +/g, ' ')
    .replace(/^[^\p{L}]+/u, '');
  return [...kept].slice(0, 60).join('').trim();
}
