import { visibleLine } from '@sandali/contract/text.ts';

const [least, most] = [3, 500] as const;
export const mostReason = most;

/** Says what a reason lacks; null if it is complete. */
export function faultOfReason(reason: string): string | null {
  const { length } = visibleLine(reason);
  return length < least || length > most
    ? `Give a reason of ${least} to ${most} characters.`
    : null;
}
