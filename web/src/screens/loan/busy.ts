// Refusals of a loan that pass by themselves and are nobody's own doing: the status screen says them, and leaves when they are over.

/** Where a loan is chosen. */
const whileChoosing: readonly string[] = ['budgetSpent', 'lendingPaused', 'systemBusy'];

export function isBusyNow(name: string | undefined): boolean {
  return name !== undefined && whileChoosing.includes(name);
}

/** Of a signature, a system that is busy may be asked again at once, with the statement still on the screen. */
export function isBusyForToday(name: string): boolean {
  return name !== 'systemBusy' && isBusyNow(name);
}
