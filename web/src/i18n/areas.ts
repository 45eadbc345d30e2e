// The text catalogues, one area a file, so that two people seldom edit the same one. To add a text:
//   1. add `msgid "account.login.title"` and its msgstr to src/i18n/en/<area>.po and to the same area of every other language
//      (one line each; ids begin with the area or, in shell.po, with `shell`, `tab`, `title`, `http` or `net`);
//   2. run `node web/ids.ts`, which writes src/i18n/ids.ts: a text that is missing, or used with wrong values, then fails the type check;
//   3. use it: `const text = useText(); text('account.login.title')`.
// A missing or empty translation fails the build; the test beside web/ids.ts compares ids.ts, the areas and the languages.
import type { Messages } from '#/kit/words.ts';

/** What /login and the other public pages need: loaded before the first paint. A public screen may use texts of these areas only. */
export const publicAreas = ['shell', 'account'] as const;

/** What the screens behind the login need: each area is a file, loaded with the first screen whose route names it. */
export const innerAreas = ['credit', 'payee', 'loan', 'repayment', 'home', 'my'] as const;

export type InnerArea = (typeof innerAreas)[number];
/** How each area of one language is loaded. */
export type InnerTexts = Readonly<Record<InnerArea, () => Promise<{ messages: Messages }>>>;

export const areas = [...publicAreas, ...innerAreas] as const;
