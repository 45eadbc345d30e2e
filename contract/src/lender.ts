// The lender, as the law requires it beside prices and on papers (SEC MC 19 s.2019, RA 3765).
import * as v from 'valibot';

/** The lender beside a price. */
export const zLenderName = v.object({
  name: v.string(),
  registrationNumber: v.string(),
  authorityNumber: v.string(),
});

/** The lender as shown on documents: with the registered address and telephone too. */
export const zLender = v.object({
  ...zLenderName.entries,
  address: v.string(),
  telephone: v.string(),
});
