// Province, city, barangay: each level is asked for when the one above it is known, and stays in memory.
import { district } from '@sandali/contract/credit.ts';
import { useServerQuery } from '#/client/query.ts';
import type { SearchOption } from '#/ui/searchOptions.ts';

export type PlaceField = 'provinceCode' | 'cityCode' | 'barangayCode';
/** `off`: the level above is not chosen yet. */
export type Level = { state: 'off' | 'loading' | 'failed' | 'ready'; places: readonly SearchOption[]; retry(): void };
export type Levels = Record<PlaceField, Level>;

/** The places to choose from at each level, by the codes chosen so far ('' for none). */
export function usePlaces({ provinceCode, cityCode }: { provinceCode: string; cityCode: string }): Levels {
  return {
    provinceCode: useLevel({ level: 'provinces' }, false),
    cityCode: useLevel({ level: 'cities', provinceCode }, provinceCode === ''),
    barangayCode: useLevel({ level: 'barangays', cityCode }, cityCode === ''),
  };
}

type Of = Parameters<typeof useServerQuery<typeof district>>[1];

function useLevel(of: Of, isOff: boolean): Level {
  const { data, failure, refresh } = useServerQuery(district, of, { isOff });
  const places = data?.places.map(({ code, name }) => ({ value: code, label: name })) ?? [];
  const state = isOff ? 'off' : data ? 'ready' : failure ? 'failed' : 'loading';
  return { state, places, retry: () => void refresh() };
}
