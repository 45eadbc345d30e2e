// The day on which somebody was born.
import * as v from 'valibot';
import { zDay } from './day.ts';

/** A birthday somebody alive may have: an older one is a typing error, which the form reports at once. */
export const zBirthday = v.pipe(
  zDay,
  v.check((day) => day >= '1900-01-01', 'too long ago'),
);
