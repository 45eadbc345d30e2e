/** A reason that a person can act on. Entry points print its message without a stack and exit 1. */
export class CannotStart extends Error {}
