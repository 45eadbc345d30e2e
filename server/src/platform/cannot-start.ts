/**
 * A failure of the start whose cause a person can fix. Entry points print its message without a
 * stack and exit 1.
 */
export class CannotStart extends Error {}
