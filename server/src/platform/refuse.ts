// A call can fail in three ways: Refused (expected, with a code from the call's list), Invalid
// (input with the wrong shape), or broken, which is every other error.
import type { AnyCall } from '@sandali/contract/call.ts';
import type { RefusalName } from '@sandali/contract/codes.ts';

type Refusing = Pick<AnyCall, 'refusals'>;

/** Values for a refusal's text: formatted amounts, dates, counts. */
export type RefusalValues = Record<string, string | number>;

/** An expected refusal. It rolls back everything that the verb has written. */
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

/** Input with the wrong shape. The response is `inputInvalid` and names the fields. */
export class Invalid extends Error {
  readonly fields: readonly string[];
  constructor(fields: readonly string[]) {
    super(`invalid: ${fields.join(', ')}`);
    this.name = 'Invalid';
    this.fields = fields;
  }
}

/** Refuses a call with one of its declared refusals. */
export function refuse<C extends Refusing>(
  _call: C,
  name: C['refusals'][number],
  values: RefusalValues = {},
): never {
  throw new Refused(name, values);
}

/** Asserts an invariant, in production too. A failure rolls back, returns 500 and is logged. */
export function invariant(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(`This must not happen: ${sentence}`);
}

/**
 * A refusal that keeps what the verb has written. For example, a refused call still counts a wrong
 * code.
 */
export class RefusedButKept extends Refused {}

/** Refuses a call and commits what the verb has written so far. */
export function refuseButKeep<C extends Refusing>(
  _call: C,
  name: C['refusals'][number],
  values: RefusalValues = {},
): never {
  throw new RefusedButKept(name, values);
}

/**
 * A command's refusal in one sentence. Rolls back everything except the command's row in the trail.
 */
export class Declined extends Error {
  override name = 'Declined';
}
