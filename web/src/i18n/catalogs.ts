// The text catalogs, about one per slice. To add a text:
//   1. Add `msgid "shell.back"` and its msgstr, one line each, to src/i18n/en/<catalog>.po and to
//      the same file in every other language. An id begins with the name of its slice or of a part
//      of the slice (`refund`); in shell.po also with `shell`, `tab`, `title`, `http` or `net`.
//      login.po has the texts of /login, with ids of either kind. Ids in the agreements (`service`,
//      `privacy`) never change, because the hash of an agreement's version includes them.
//   2. Use it: `const text = useText(); text('shell.back')`. Every npm command regenerates
//      generated/ids.ts, and so does `npm run dev` on save. A missing text or a wrong value then
//      fails the type check, and a missing or empty translation fails the build. web/ids.test.ts
//      compares the languages.

/** The texts that /login shows before the app is loaded. They are always loaded. */
export const loginCatalog = 'login';
/** The shell's texts, which are loaded with the app. */
export const shellCatalog = 'shell';
/**
 * Catalogs that are loaded with the first screen whose route lists them. Texts that several slices
 * share are in shell.po, or in a catalog of their own if only a few screens need them.
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
