// The text catalogues, about one a slice. To add a text:
//   1. add `msgid "shell.back"` and its msgstr to src/i18n/en/<area>.po and to the same area of every other language (one line each; ids begin
//      with the slice or a part of it (`refund`, `devices`) or, in shell.po, with `shell`, `tab`, `title`, `http` or `net`; login.po holds what /login
//      shows, under both; the ids of the agreements, `service` and `privacy`, are in the hash of each version and stay);
//   2. use it: `const text = useText(); text('shell.back')`. Every npm command makes generated/ids.ts anew, `npm run dev` as soon as a catalogue is saved: a text
//      that is missing, or used with wrong values, fails the type check.
// A missing or empty translation fails the build; the test beside web/ids.ts compares the areas and the languages.

/** What /login shows before the rest of the program is there. It is always spoken. */
export const firstArea = 'login';
/** What the shell needs: spoken as soon as the program is there. */
export const shellArea = 'shell';
/** Each is loaded with the first screen whose route names it. Ids begin with the slice; a few texts that several slices say stand in shell.po. */
export const screenAreas = [
  'account',
  'security',
  'credit',
  'payoutAccounts',
  'loan',
  'bill',
  'repayment',
  'home',
  'coupon',
  'privacy',
  'documents',
  'notifications',
  'cases',
  'legal',
  'serviceAgreement',
  'privacyPolicy',
] as const;

export type ScreenArea = (typeof screenAreas)[number];
export type Area = typeof shellArea | ScreenArea;

export const areas = [firstArea, shellArea, ...screenAreas] as const;
