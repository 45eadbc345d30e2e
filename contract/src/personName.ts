/** A name as an ID shows it. A single name is stored as both first and last name. */
export type PersonName = { firstName: string; middleName: string | null; lastName: string };

export function isOneName({
  firstName,
  lastName,
}: Pick<PersonName, 'firstName' | 'lastName'>): boolean {
  return firstName.toLowerCase() === lastName.toLowerCase();
}

/** Returns first, middle and last name in this order; a single name once. */
export function fullNameOf(name: PersonName): string {
  const { firstName, middleName, lastName } = name;
  const parts = isOneName(name) ? [firstName, middleName] : [firstName, middleName, lastName];
  return parts.filter((part) => part !== null).join(' ');
}
