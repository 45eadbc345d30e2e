// Places to choose from, of the Philippine Standard Geographic Code.
import * as v from 'valibot';
import { call } from './call.ts';
import { zPlace, zPlaceCode } from './credit.ts';
import { zLine } from './text.ts';

/**
 * Provinces; or the cities and municipalities of a province; or the barangays of a city (PSGC); or
 * places of every kind that answer what was typed, of a province or city alone where its code is
 * given (`within`), each with what it lies in: its region, province and city.
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
