// Who lends, as the law has it named beside prices and on papers (SEC MC 19 s.2019, RA 3765).
import * as v from 'valibot';

/** What stands beside every price that is shown. */
export const zLenderName = v.object({
  name: v.string(),
  registrationNumber: v.string(),
  authorityNumber: v.string(),
});

/** What stands on papers: the registered address as well, and how the lender is reached. */
export const zLender = v.object({
  ...zLenderName.entries,
  address: v.string(),
  telephone: v.string(),
});
