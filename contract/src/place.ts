// Places from the Philippine Standard Geographic Code (PSGC), for address forms.
import * as v from 'valibot';
import { call } from './call.ts';
import { zPlace, zPlaceCode } from './credit.ts';
import { zLine } from './text.ts';

/**
 * Lists provinces, a province's cities and municipalities, or a city's barangays. `found` searches
 * places of every kind, in the whole country or `within` a province or city; each result has its
 * region, province and city.
 */
export const district = call({
  path: '/credit/district',
  who: 'borrower',
  kind: 'read',
  request: v.variant('level', [
    v.strictObject({ level: v.literal('provinces') }),
    v.strictObject({ level: v.literal('cities'), provinceCode: zPlaceCode }),
    v.strictObject({ level: v.literal('barangays'), cityCode: zPlaceCode }),
    v.strictObject({ level: v.literal('found'), words: zLine(60), within: v.optional(zPlaceCode) }),
  ]),
  data: v.object({
    places: v.array(v.object({ ...zPlace.entries, above: v.optional(v.array(zPlace)) })),
  }),
  refusals: ['placeUnknown'],
});
