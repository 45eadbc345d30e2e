import { district } from '@sandali/contract/credit.ts';
import { offerReload } from '#/client/program.ts';
import { useServerQuery } from '#/client/query.ts';
import { type Form, useField } from '#/client/useForm.tsx';
import { useText } from '#/i18n/text.ts';
import { SearchPicker } from '#/ui/SearchPicker.tsx';
import type { SearchOption } from '#/ui/searchOptions.ts';
import { TextButton } from '#/ui/TextLink.tsx';
import type { StepFields } from './useStepForm.ts';

export type PlaceFieldsProps = { form: Form<PlaceField> & Pick<StepFields<PlaceField>, 'now'> };

/** The three pickers with the server's places. */
export function LoadedPlaceFields({ form }: PlaceFieldsProps) {
  return <PlaceFields form={form} levels={usePlaces(form.now)} />;
}

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
    />
  );
}

// Province, city, barangay: each level is loaded when the one above it is known, and stays in memory.

type PlaceField = 'provinceCode' | 'cityCode' | 'barangayCode';
/** `off`: the level above is not chosen yet. */
export type Level = { state: 'off' | 'loading' | 'failed' | 'ready'; places: readonly SearchOption[]; retry(): void };
type Levels = Record<PlaceField, Level>;

/** The places to choose from at each level, by the codes chosen so far ('' for none). */
function usePlaces({ provinceCode, cityCode }: { provinceCode: string; cityCode: string }): Levels {
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
