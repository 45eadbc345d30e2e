/**
 * A startup failure whose cause a person can fix. Entry points print its message without a stack
 * trace and exit with 1.
 */
export class CannotStart extends Error {}
