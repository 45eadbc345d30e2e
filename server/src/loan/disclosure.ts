// What a borrower is shown and agrees to, as one hash: the facts of the quote, the lender, the receiver, and the version of the statement.
import { createHash } from 'node:crypto';
import type { QuoteFacts } from '@sandali/contract/quote.ts';
import type { SettingValues } from '#/kit/settings.ts';

/** The version of the disclosure statement and loan agreement (RA 3765; SEC MC 19 s.2019). A new wording is a new version. */
export const disclosureVersion = '2026-11-1';

/** The lender as the statement names it. */
export function lenderOf(settings: SettingValues) {
  return {
    name: settings.companyName,
    registrationNumber: settings.companyRegNumber,
    authorityNumber: settings.companyAuthNumber,
    telephone: settings.telephone,
  };
}

/** SHA-256 over everything the statement says, with its keys sorted. */
export function disclosureHash(of: {
  facts: QuoteFacts;
  lender: ReturnType<typeof lenderOf>;
  receiver: { label: string; last4: string } | null;
}): Buffer {
  const sorted = (value: unknown): unknown =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, one]) => [key, sorted(one)]),
        )
      : value;
  return createHash('sha256')
    .update(JSON.stringify(sorted({ version: disclosureVersion, ...of })))
    .digest();
}
