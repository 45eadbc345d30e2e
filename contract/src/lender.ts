// The lender's details, as the law requires them beside prices and on papers (SEC MC 19 s.2019, RA
// 3765).
import * as v from 'valibot';

/** The lender's details beside a price. */
export const zLenderName = v.object({
  name: v.string(),
  registrationNumber: v.string(),
  authorityNumber: v.string(),
});

/** The lender's details on papers, with the registered address and telephone too. */
export const zLender = v.object({
  ...zLenderName.entries,
  address: v.string(),
  telephone: v.string(),
});
