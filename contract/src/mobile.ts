// The schema of a mobile number, apart from phone.ts: what reads a number as it is typed is in the first paint, and the schema library is not.
import * as v from 'valibot';
import { storedMobile } from './phone.ts';

/** Accepts a `MobileNumber`. */
export const zMobile = v.pipe(v.string(), v.regex(storedMobile), v.brand('MobileNumber'));
