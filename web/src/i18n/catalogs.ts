// The text catalogues, about one a slice. To add a text:
//   1. add `msgid "shell.back"` and its msgstr to src/i18n/en/<catalog>.po and to the same catalog
//      of every other language (one line each; ids begin
//      with the slice or a part of it (`refund`, `devices`) or, in shell.po, with `shell`, `tab`,
//      `title`, `http` or `net`; login.po holds what /login
//      shows, under both; the ids of the agreements, `service` and `privacy`, are in the hash of
//      each version and stay);
//   2. use it: `const text = useText(); text('shell.back')`. Every npm command makes
//      generated/ids.ts anew, `npm run dev` as soon as a catalogue is saved: a text
//      that is missing, or used with wrong values, fails the type check. A missing or empty
//      translation fails the build; the test beside web/ids.ts compares the catalogs and the
//      languages.

/** What /login shows before the rest of the program is there. Always loaded. */
export const loginCatalog = 'login';
/** What the shell needs: loaded with the program. */
export const shellCatalog = 'shell';
/**
 * Each is loaded with the first screen whose route names it. Ids begin with the slice; a few texts
 * that several slices use are in shell.po, or, where few screens do, in a catalogue of their own.
 */
export const screenCatalogs = [
  'account',
  'credit',
  'payoutAccounts',
  'loan',
  'repayment',
  'home',
  'privacy',
  'notifications',
  'cases',
  'legal',
  'idNumber',
] as const;

export type ScreenCatalog = (typeof screenCatalogs)[number];
export type CatalogName = typeof shellCatalog | ScreenCatalog;

export const catalogNames = [loginCatalog, shellCatalog, ...screenCatalogs] as const;
