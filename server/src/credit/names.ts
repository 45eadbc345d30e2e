import { isOneName, type PersonName } from '@sandali/contract/personName.ts';

/** The names a borrower gave, as on the ID. */
export type KnownName = PersonName;

const mostOfShort = 30;

/**
 * The first name and the initial of the last, as an SMS names somebody to a stranger: at most 30
 * letters, cut between words if possible, without a dot between letters, which would be a link.
 */
export function shortNameOf({ firstName, lastName }: KnownName): string {
  const words = firstName
    .replace(/\.(?=\S)/g, ' ')
    .split(' ')
    .filter(Boolean);
  const initial = isOneName({ firstName, lastName }) ? '' : ` ${[...lastName][0]}.`;
  while (words.length > 1 && words.join(' ').length + initial.length > mostOfShort) words.pop();
  return [...words.join(' ')].slice(0, mostOfShort - initial.length).join('') + initial;
}
