// The borrower's home address as it appears in documents.

import { openStep } from '#/credit/sealed.ts';
import { placeNames } from '#/data/geography.ts';
import type { Sealer } from '#/platform/seal.ts';

/**
 * Returns '1 Kalye Halimbawa, Barangay, City, Province'; null before personal information is saved.
 */
export function homeAddressFrom(
  sealer: Sealer,
  borrowerId: string,
  personalSealed: Buffer | null,
): string | null {
  const personal = openStep(sealer, 'personal', borrowerId, personalSealed);
  if (!personal) return null;
  const { address, provinceCode, cityCode, barangayCode } = personal;
  const place = placeNames({ province: provinceCode, city: cityCode, barangay: barangayCode });
  return [address, place?.barangay, place?.city, place?.province].filter(Boolean).join(', ');
}
