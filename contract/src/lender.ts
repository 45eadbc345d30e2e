// The lender's details that the law requires beside prices and on documents (SEC MC 19 s.2019, RA
// 3765).
import * as v from 'valibot';

export const zLenderName = v.object({
  name: v.string(),
  registrationNumber: v.string(),
  authorityNumber: v.string(),
});

/** The lender's details on documents, which include the registered address and telephone. */
export const zLender = v.object({
  ...zLenderName.entries,
  address: v.string(),
  telephone: v.string(),
});
