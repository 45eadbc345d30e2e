// The text catalogs, about one per slice. To add a text:
//   1. Add `msgid "shell.back"` and its msgstr to src/i18n/en/<catalog>.po and to the same file of
//      every other language, one line each. Ids begin with the slice or a part of it (`refund`,
//      `devices`); in shell.po also with `shell`, `tab`, `title`, `http` or `net`. login.po holds
//      the texts of /login under both. The ids of the agreements (`service`, `privacy`) are part of
//      each version's hash, so they never change.
//   2. Use it: `const text = useText(); text('shell.back')`. Every npm command regenerates
//      generated/ids.ts, and `npm run dev` does on save: a missing text or wrong values fail the
//      type check. A missing or empty translation fails the build; the test beside web/ids.ts
//      compares the languages.

/** Texts that /login shows before the rest of the app is loaded. They are always loaded. */
export const loginCatalog = 'login';
/** Texts of the shell, loaded with the app. */
export const shellCatalog = 'shell';
/**
 * Catalogs that are loaded with the first screen whose route names them. Texts that several slices
 * share are in shell.po, or in a catalog of their own if few screens need them.
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
