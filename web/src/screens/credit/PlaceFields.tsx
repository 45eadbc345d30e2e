import { district } from '@sandali/contract/place.ts';
import { useState } from 'react';
import { useProgram } from '#/client/program.ts';
import { useServerQuery } from '#/client/query.ts';
import { type Form, useField } from '#/client/useForm.tsx';
import { useText } from '#/i18n/text.ts';
import { SearchPicker } from '#/ui/SearchPicker.tsx';
import { type Place, PlaceSheet } from './PlaceSheet.tsx';
import type { StepFields } from './useStepForm.ts';

export type PlaceCode = 'provinceCode' | 'cityCode' | 'barangayCode';
type PlaceFieldsProps = {
  form: Form<PlaceCode> & Pick<StepFields<PlaceCode>, 'now'>;
  /** The places in the saved answers, with the names that the server sent. */
  known: readonly Place[];
};

/**
 * Asks for barangay, city and province with a single search. The barangay's field shows all three.
 */
export function PlaceFields({ form, known }: PlaceFieldsProps) {
  const text = useText();
  const { offerReload } = useProgram();
  const bound = useField(form, 'barangayCode');
  const [picked, setPicked] = useState<readonly Place[]>([]);
  const { state, names } = useNames(form.now, [...picked, ...known]);
  const label = state === 'loading' ? text('credit.place.loading') : names.join(', ');
  const choose = (chain: readonly Place[]) => {
    const [province, city, barangay] = chain.map(({ code }) => code);
    setPicked(chain);
    form.change({
      barangayCode: barangay ?? '',
      cityCode: city ?? '',
      provinceCode: province ?? '',
    });
  };
  return (
    <SearchPicker
      {...bound}
      onCannotOpen={offerReload}
      label={text('credit.place.label')}
      hint={text('credit.place.hint')}
      error={state === 'failed' ? text('credit.place.failed') : bound.error}
      placeholder={text('credit.place.title.0')}
      options={state === 'none' || state === 'failed' ? [] : [{ value: bound.value, label }]}
      drawSheet={(Sheet, close) => (
        <PlaceSheet
          Sheet={Sheet}
          value={bound.value}
          onClose={close}
          onDone={(chain) => {
            close();
            choose(chain);
          }}
        />
      )}
    />
  );
}

/**
 * Returns the names of the chosen barangay, city and province. For values from a local draft, loads
 * the lists of places first. `none` means that nothing is chosen or the codes are unknown.
 */
function useNames(
  { provinceCode, cityCode, barangayCode }: Record<PlaceCode, string>,
  known: readonly Place[],
) {
  const codes = [barangayCode, cityCode, provinceCode];
  const isChosen = codes.every((code) => code !== '');
  const isOff = !isChosen || codes.every((code) => known.some((place) => place.code === code));
  const lists = [
    useServerQuery(district, { level: 'provinces' }, { isOff }),
    useServerQuery(district, { level: 'cities', provinceCode }, { isOff }),
    useServerQuery(district, { level: 'barangays', cityCode }, { isOff }),
  ];
  const places = [...known, ...lists.flatMap(({ data }) => data?.places ?? [])];
  const names = codes.flatMap((code) => places.find((place) => place.code === code)?.name ?? []);
  if (!isChosen) return { state: 'none', names } as const;
  if (names.length === codes.length) return { state: 'named', names } as const;
  if (lists.some(({ failure }) => failure && failure.name !== 'placeUnknown'))
    return { state: 'failed', names } as const;
  return {
    state: lists.every(({ data, failure }) => data || failure) ? 'none' : 'loading',
    names,
  } as const;
}
