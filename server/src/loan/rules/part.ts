import type { Day } from '@sandali/contract/day.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { allocate, withoutRemainder, withPosting } from './allocate.ts';
import type { BillFacts } from './bill.ts';

/** Returns the facts after a partial payment on the given day. */
export function restAfter(facts: BillFacts, amountCentavos: Centavos, day: Day): BillFacts {
  return withoutRemainder(withPosting(facts, allocate(facts, amountCentavos, day), day), day);
}
