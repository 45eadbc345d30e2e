// The borrower's home address as it appears in documents.

import type { StepValues } from '#/credit/sealed.ts';
import { placeNames } from '#/data/geography.ts';

/**
 * Returns '1 Kalye Halimbawa, Barangay, City, Province'; null before personal information is saved.
 */
export function homeAddressOf(personal: StepValues<'personal'> | null): string | null {
  if (!personal) return null;
  const { address, provinceCode, cityCode, barangayCode } = personal;
  const place = placeNames({ province: provinceCode, city: cityCode, barangay: barangayCode });
  return [address, place?.barangay, place?.city, place?.province].filter(Boolean).join(', ');
}
