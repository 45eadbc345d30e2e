// What a file of `ops holiday add` holds, and what each file of this folder is: one proclamation
// and its days.
import { zDay } from '@sandali/contract/day.ts';
import * as v from 'valibot';

const zWords = (least: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(least), v.maxLength(100), v.regex(/^\P{C}*$/u));

/**
 * Regular holidays and special non-working days; a special working day is a working day and does
 * not belong here.
 */
export const zProclamation = v.strictObject({
  /** As it is cited: 'Proclamation 1006 s.2025'. */
  proclamation: zWords(5),
  days: v.pipe(
    v.array(
      v.strictObject({ on: zDay, kind: v.picklist(['regular', 'special']), name: zWords(2) }),
    ),
    v.minLength(1),
    v.maxLength(60),
    v.check(
      (days) => new Set(days.map((one) => one.on)).size === days.length,
      'a day stands twice',
    ),
  ),
});
export type Proclamation = {
  proclamation: string;
  days: { on: string; kind: 'regular' | 'special'; name: string }[];
};
