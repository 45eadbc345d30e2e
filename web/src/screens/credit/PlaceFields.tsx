import { district } from '@sandali/contract/credit.ts';
import { offerReload } from '#/client/program.ts';
import { useServerQuery } from '#/client/query.ts';
import { type Form, useField } from '#/client/useForm.tsx';
import { useText } from '#/i18n/text.ts';
import { SearchPicker } from '#/ui/SearchPicker.tsx';
import type { SearchOption } from '#/ui/searchOptions.ts';
import { TextButton } from '#/ui/TextLink.tsx';
import type { Credit } from './StepFrame.tsx';
import type { StepFields } from './useStepForm.ts';

export type PlaceFieldsProps = { form: Form<PlaceField> & Pick<StepFields<PlaceField>, 'now'> };

/** The three pickers with the server's places. `known` are those whose names came with the answers. */
export function LoadedPlaceFields({ form, known }: PlaceFieldsProps & { known: Credit['places'] }) {
  return <PlaceFields form={form} levels={usePlaces(form.now, known)} />;
}

/** Loads the provinces beside the answers, with which a form begins. */
export const useProvinces = () => useLevel({ level: 'provinces' });

/** Choosing a place forgets the ones below it. */
const below = { provinceCode: { cityCode: '', barangayCode: '' }, cityCode: { barangayCode: '' }, barangayCode: {} } as const;

/** Province, city or municipality, barangay: three long lists, each found by search. */
export function PlaceFields({ form, levels }: PlaceFieldsProps & { levels: Levels }) {
  return (['provinceCode', 'cityCode', 'barangayCode'] as const).map((field) => (
    <PlacePicker key={field} form={form} field={field} level={levels[field]} />
  ));
}

function PlacePicker({ form, field, level }: PlaceFieldsProps & { field: PlaceField; level: Level }) {
  const bound = useField(form, field);
  const pick = (value: string) => {
    if (value !== bound.value) form.change({ [field]: value, ...below[field] });
  };
  const text = useText();
  const words = {
    title: text(`credit.place.title.${field}`),
    searchLabel: text('credit.place.search'),
    clearLabel: text('credit.place.clear'),
    closeLabel: text('shell.close'),
    count: (found: number) => text('credit.place.found', { found }),
    none: text('credit.place.none'),
  };
  const waits = {
    off: text(`credit.place.above.${field}`),
    loading: text('credit.place.loading'),
    failed: text('credit.place.failed'),
    ready: undefined,
  };
  const isFailed = level.state === 'failed';
  const retry = isFailed && (
    <TextButton isAlone onClick={level.retry}>
      {text('shell.retry')}
    </TextButton>
  );
  return (
    <SearchPicker
      onCannotOpen={offerReload}
      {...bound}
      onChange={pick}
      label={text(`credit.place.label.${field}`)}
      aside={retry}
      error={isFailed ? text('credit.place.failed') : level.state === 'ready' ? bound.error : undefined}
      options={level.places}
      placeholder={text(`credit.place.title.${field}`)}
      words={words}
      disabledReason={waits[level.state]}
      onBeforeOpen={level.complete}
    />
  );
}

// Province, city, barangay: each level is loaded when the one above it is known, and stays in memory.

type PlaceField = 'provinceCode' | 'cityCode' | 'barangayCode';
/** `off`: the level above is not chosen yet. With `complete` it has the chosen place only, until that has brought all. */
export type Level = {
  state: 'off' | 'loading' | 'failed' | 'ready';
  places: readonly SearchOption[];
  retry(): void;
  complete?: (() => Promise<unknown>) | undefined;
};
type Levels = Record<PlaceField, Level>;

/** The places to choose from at each level, by the codes chosen so far ('' for none). */
function usePlaces(chosen: Record<PlaceField, string>, known: Credit['places']): Levels {
  const { provinceCode, cityCode, barangayCode } = chosen;
  const named = (code: string) => known.find((one) => one.code === code);
  return {
    provinceCode: useLevel({ level: 'provinces' }),
    cityCode: useLevel({ level: 'cities', provinceCode }, { isOff: provinceCode === '', chosen: named(cityCode) }),
    barangayCode: useLevel({ level: 'barangays', cityCode }, { isOff: cityCode === '', chosen: named(barangayCode) }),
  };
}

type Of = Parameters<typeof useServerQuery<typeof district>>[1];

type LevelOptions = { isOff?: boolean; chosen?: Credit['places'][number] | undefined };

/** A level whose chosen place has a name is shown without its list, which is loaded when it is wanted. */
function useLevel(of: Of, { isOff = false, chosen }: LevelOptions = {}): Level {
  const { data, failure, refresh } = useServerQuery(district, of, { isOff: isOff || chosen !== undefined });
  const listed = data?.places ?? (chosen ? [chosen] : []);
  const places = listed.map(({ code, name }) => ({ value: code, label: name }));
  const state = isOff ? 'off' : failure && !data ? 'failed' : places.length > 0 || data ? 'ready' : 'loading';
  return { state, places, retry: () => void refresh(), complete: data ? undefined : refresh };
}
