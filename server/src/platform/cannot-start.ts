/**
 * A reason that a person can act on, in one sentence; the programs print it without a stack and end
 * with 1.
 */
export class CannotStart extends Error {}
