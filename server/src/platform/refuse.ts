// The three ways a call may fail: Refused (expected, with a code from the call's own list), Invalid
// (the input has the wrong shape), and Broken, which is every other error.
import type { Call, RefusalOf } from '@sandali/contract/call.ts';
import type { RefusalName } from '@sandali/contract/codes.ts';

/** Values that a refusal's text names: amounts already written out, dates, counts. */
export type RefusalValues = Record<string, string | number>;

/** An expected no. It rolls back what the verb has written so far. */
export class Refused extends Error {
  readonly refusal: RefusalName;
  readonly values: RefusalValues;
  constructor(refusal: RefusalName, values: RefusalValues = {}) {
    super(refusal);
    this.name = 'Refused';
    this.refusal = refusal;
    this.values = values;
  }
}

/** Input of the wrong shape: answered `inputInvalid`, naming the fields. */
export class Invalid extends Error {
  readonly fields: readonly string[];
  constructor(fields: readonly string[]) {
    super(`invalid: ${fields.join(', ')}`);
    this.name = 'Invalid';
    this.fields = fields;
  }
}

/** Refuses a call by one of the names it declares. */
// biome-ignore lint/suspicious/noExplicitAny: any call may be handed in; only its refusals matter here
export function refuse<C extends Call<any, any, any>>(
  _call: C,
  name: RefusalOf<C>,
  values: RefusalValues = {},
): never {
  throw new Refused(name as RefusalName, values);
}

/** What cannot be: rolls back, answers 500, and is logged. Stays on in production. */
export function invariant(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(`This must not happen: ${sentence}`);
}

/**
 * A refusal whose verb's effects stay: a wrong code has been counted, though the call is refused.
 */
export class RefusedButKept extends Refused {}

/** Refuses a call and commits what the verb has written so far. */
// biome-ignore lint/suspicious/noExplicitAny: any call may be handed in; only its refusals matter here
export function refuseButKeep<C extends Call<any, any, any>>(
  _call: C,
  name: RefusalOf<C>,
  values: RefusalValues = {},
): never {
  throw new RefusedButKept(name as RefusalName, values);
}

/** A command's no, in one sentence. Nothing of it stays but its row in the trail. */
export class Declined extends Error {
  override name = 'Declined';
}
