import { visibleLine } from '@sandali/contract/text.ts';

const leastReason = 3;
export const mostReason = 500;

/** Says what a reason lacks; null if it is complete. */
export function faultOfReason(reason: string): string | null {
  const { length } = visibleLine(reason);
  return length < leastReason || length > mostReason
    ? `Give a reason of ${leastReason} to ${mostReason} characters.`
    : null;
}
