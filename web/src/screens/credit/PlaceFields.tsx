import { offerReload } from '#/kit/program.ts';
import { useText } from '#/kit/text.ts';
import { SearchPicker } from '#/ui/SearchPicker.tsx';
import { TextButton } from '#/ui/TextLink.tsx';
import type { Bound } from './useFields.ts';
import { type Level, type Levels, type PlaceField, usePlaces } from './usePlaces.ts';

export type PlaceFieldsProps = {
  bind(field: PlaceField): Bound;
  /** Choosing a place forgets the ones below it. */
  change(values: Partial<Record<PlaceField, string>>): void;
};

/** The three pickers with the server's places. */
export function AskedPlaces(props: PlaceFieldsProps) {
  const levels = usePlaces({ provinceCode: props.bind('provinceCode').value, cityCode: props.bind('cityCode').value });
  return <PlaceFields {...props} levels={levels} />;
}

/** Province, city or municipality, barangay: three long lists, each found by search. */
export function PlaceFields({ bind, change, levels }: PlaceFieldsProps & { levels: Levels }) {
  const below = {
    provinceCode: { cityCode: '', barangayCode: '' },
    cityCode: { barangayCode: '' },
    barangayCode: {},
  } as const;
  return (['provinceCode', 'cityCode', 'barangayCode'] as const).map((field) => {
    const bound = bind(field);
    const pick = (value: string) => {
      if (value !== bound.value) change({ [field]: value, ...below[field] });
    };
    return <PlacePicker key={field} field={field} bound={{ ...bound, onChange: pick }} level={levels[field]} />;
  });
}

function PlacePicker({ field, bound, level }: { field: PlaceField; bound: Bound; level: Level }) {
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
