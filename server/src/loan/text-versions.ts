// The wordings of disclosure statement and loan agreement, by version.
import type { Day } from '@sandali/contract/day.ts';

/** The wording that is shown today; a loan names the one it was signed with. */
export const textVersion = '2026-11-2';

/**
 * Oldest first. A change of the wording, in any language, is a new row and a new `textVersion`; a row is never changed once a release has carried
 * it. `hash` is SHA-256 over the wording in every language, as disclosure-statement.test.ts builds it. What was signed is kept word for word with each loan, so
 * that nobody needs an older wording to read it.
 */
export const textVersions: readonly { version: string; startsOn: Day; hash: string }[] = [
  { version: textVersion, startsOn: '2026-11-22' as Day, hash: '9851dcfe167a0302d7a11883979d83cd4b928c5b765fa727afd79ab1c9f083a1' },
];
