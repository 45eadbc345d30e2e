// The schema of a proclamation and its days, in this folder and in files for `ops holiday add`.
import { zDay } from '@sandali/contract/day.ts';
import * as v from 'valibot';

const zWords = (least: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(least), v.maxLength(100), v.regex(/^\P{C}*$/u));

/** Regular holidays and special non-working days, but not special working days. */
export const zProclamation = v.strictObject({
  /** A citation: 'Proclamation 1006 s.2025'. */
  proclamation: zWords(5),
  days: v.pipe(
    v.array(
      v.strictObject({ on: zDay, kind: v.picklist(['regular', 'special']), name: zWords(2) }),
    ),
    v.minLength(1),
    v.maxLength(60),
    v.check((days) => new Set(days.map(({ on }) => on)).size === days.length, 'a day occurs twice'),
  ),
});
export type Proclamation = {
  proclamation: string;
  days: { on: string; kind: 'regular' | 'special'; name: string }[];
};
