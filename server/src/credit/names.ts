import { isOneName, type PersonName } from '@sandali/contract/personName.ts';

const mostOfShort = 30;

/**
 * Returns a first name and an initial for an SMS to a stranger: at most 30 letters, cut between
 * words if possible. A dot within a word becomes a space, because phones would turn the word into a
 * link.
 */
export function shortNameOf({ firstName, lastName }: PersonName): string {
  const words = firstName
    .replace(/\.(?=\S)/g, ' ')
    .split(' ')
    .filter(Boolean);
  const initial = isOneName({ firstName, lastName }) ? '' : ` ${[...lastName][0]}.`;
  while (words.length > 1 && words.join(' ').length + initial.length > mostOfShort) words.pop();
  return [...words.join(' ')].slice(0, mostOfShort - initial.length).join('') + initial;
}

/** Returns only the name from saved personal information. */
export function nameOf(personal: PersonName | null): PersonName | null {
  return (
    personal && {
      firstName: personal.firstName,
      middleName: personal.middleName,
      lastName: personal.lastName,
    }
  );
}
