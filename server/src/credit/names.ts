import type { Personal } from '@sandali/contract/credit.ts';

/** The names a borrower gave, as on the ID. */
export type KnownName = Pick<Personal, 'firstName' | 'middleName' | 'lastName'>;

/** First, middle and last name, in the order in which they are said. */
export function fullNameOf({ firstName, middleName, lastName }: KnownName): string {
  return [firstName, middleName, lastName].filter((name) => name !== null).join(' ');
}
