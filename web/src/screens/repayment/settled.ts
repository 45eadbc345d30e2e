import type { BillState } from '@sandali/contract/bill.ts';

const settled: readonly BillState[] = ['repaid', 'cooledOff', 'writtenOff', 'void'];

/** Whether a bill is settled in any way: repaid, returned, written off or void. */
export function isSettled(state: BillState): boolean {
  return settled.includes(state);
}
