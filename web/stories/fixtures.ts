import type { Chains, Counters } from '@sandali/contract/channel.ts';
import type { SearchSheetWords } from '#/ui/SearchSheet.tsx';
import type { SearchOption } from '#/ui/searchOptions.ts';

/** A handler that does nothing, for content that is only shown. */
export function nothing(): void {}

export const banks: readonly (SearchOption & { letters: string; colour: string })[] = [
  { value: 'bdo', label: 'BDO Unibank', also: 'Banco de Oro', letters: 'BDO', colour: '#0a3d91' },
  {
    value: 'bpi',
    label: 'Bank of the Philippine Islands',
    detail: 'BPI',
    letters: 'BPI',
    colour: '#8f1d2c',
  },
  { value: 'cb', label: 'China Bank', detail: 'Chinabank', letters: 'CB', colour: '#9a1c1f' },
  { value: 'ew', label: 'EastWest Bank', letters: 'EW', colour: '#5b2d82' },
  { value: 'lb', label: 'Land Bank', detail: 'LandBank', letters: 'LB', colour: '#1d6b35' },
  {
    value: 'ub',
    label: 'UnionBank',
    detail: 'UnionBank of the Philippines',
    letters: 'UB',
    colour: '#a34700',
  },
  { value: 'mb', label: 'Metrobank', also: 'Metropolitan Bank', letters: 'MB', colour: '#0b3a7a' },
];

/** Two thousand options, which is more than the number of barangays in any province. */
export const manyPlaces: readonly SearchOption[] = Array.from({ length: 2000 }, (_, at) => ({
  value: String(at),
  label: `Barangay ${at + 1}${at % 7 === 0 ? ' (Poblacion)' : ''}`,
}));

export const bankWords: SearchSheetWords = {
  title: 'Choose your bank',
  searchLabel: 'Search banks',
  clearLabel: 'Clear the search',
  closeLabel: 'Close',
  count: (total) => `${total} banks`,
  none: 'No bank with this name. Try fewer letters.',
};

export const monthNames =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** A drawing that replaces an ID photo. */
export const idPicture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 296 186"><rect width="296" height="186" fill="#dfeae7"/><path d="M0 0h296v34H0z" fill="#9fc4be"/><path d="M16 13h120v8H16z" fill="#53807a"/><rect x="16" y="52" width="84" height="104" rx="6" fill="#b9d2cd"/><circle cx="58" cy="90" r="20" fill="#7fa8a1"/><path d="M24 156c2-28 16-38 34-38s32 10 34 38z" fill="#7fa8a1"/><path d="M116 56h52v7h-52zM116 70h120v10H116zM116 92h44v7h-44zM116 106h92v10h-92zM116 128h60v7h-60zM116 142h140v10H116z" fill="#8fb1ab"/></svg>',
)}`;

/** Shop chains, with the names that the server gives them. */
export const chainFixtures: Chains = {
  pawnshop: {
    name: 'Cebuana Lhuillier',
    sign: 'Cebuana Lhuillier Pawnshop',
    collectBy: 'Pera Padala',
    payBy: 'Bills Payment',
  },
  remittance: {
    name: 'Palawan Express',
    sign: 'Palawan Pawnshop – Palawan Express Pera Padala',
    collectBy: 'Pera Padala',
    payBy: 'Bills Payment',
  },
};

/** Counters for cash pickup and cardless withdrawal, with the names that the server gives them. */
export const counterFixtures: Counters = {
  cashPickup: ['Cebuana Lhuillier', 'LBC'],
  cardless: ['Security Bank'],
};

/** Returns error messages for a form's fields, as if the server had refused the form. */
export const refusedWith = (words: Partial<Record<string, string>>) => ({
  fieldError: (field: string) => words[field],
  clear: nothing,
});
