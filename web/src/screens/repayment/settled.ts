import type { BillState } from '@sandali/contract/bill.ts';

const settled: readonly BillState[] = ['repaid', 'cooledOff', 'writtenOff', 'void'];

/** Whether nothing is owed on a bill any more, however it came to that. */
export function isSettled(state: BillState): boolean {
  return settled.includes(state);
}
