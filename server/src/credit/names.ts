import type { Personal } from '@sandali/contract/credit.ts';

/** The names a borrower gave, as on the ID. */
export type KnownName = Pick<Personal, 'firstName' | 'middleName' | 'lastName'>;

const mostOfShort = 30;

/**
 * The first name and the initial of the last, as somebody is named to a stranger by SMS: at most 30 letters, cut between words where it can be, and no dot
 * between letters, which would make an address of it.
 */
export function shortNameOf({ firstName, lastName }: KnownName): string {
  const words = firstName
    .replace(/\.(?=\S)/g, ' ')
    .split(' ')
    .filter(Boolean);
  const initial = `${[...lastName][0]}.`;
  while (words.length > 1 && [...words, initial].join(' ').length > mostOfShort) words.pop();
  const first = [...words.join(' ')].slice(0, mostOfShort - initial.length - 1).join('');
  return `${first} ${initial}`;
}

/** First, middle and last name, in this order. */
export function fullNameOf({ firstName, middleName, lastName }: KnownName): string {
  return [firstName, middleName, lastName].filter((name) => name !== null).join(' ');
}
