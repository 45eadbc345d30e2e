// The place search runs on the server: all places together would take up 196 KB, and a response is
// at most 2 KB. Without a query, the sheet lists provinces, then cities, then barangays.
import type { DataOf, RequestInputOf } from '@sandali/contract/call.ts';
import { district } from '@sandali/contract/place.ts';
import { useEffect, useRef, useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { useText } from '#/i18n/text.ts';
import { LoadError, type LoadErrorProps } from '#/shell/Query.tsx';
import { SpaceBetween } from '#/ui/Layout.tsx';
import type { SearchSheet } from '#/ui/SearchSheet.tsx';
import type { SearchOption } from '#/ui/searchOptions.ts';
import { Text } from '#/ui/Text.tsx';
import { TextButton } from '#/ui/TextLink.tsx';
import type { Credit } from './StepFrame.tsx';

export type Place = Credit['places'][number];
type Listed = DataOf<typeof district>['places'];
/** A row of the list. `chain` contains the place and the places around it, the province first. */
type PlaceOption = SearchOption & { chain: readonly Place[] };

type PlaceSheetProps = {
  Sheet: typeof SearchSheet;
  value: string;
  /** Called with the province, the city and the chosen barangay. */
  onDone(chain: readonly Place[]): void;
  onClose(): void;
};

/** How long typing must pause before the server is queried. */
const pauseMs = 250;

/** The sheet for choosing a place from the server's lists. */
export function PlaceSheet({ Sheet, value, onDone, onClose }: PlaceSheetProps) {
  const [within, setWithin] = useState<readonly Place[]>([]);
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed), typed === '' ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const read = useServerQuery(district, wantedOf(query, within));
  // While a longer query loads, the results of the previous query stay visible.
  const lastPlaces = useRef<Listed>(undefined);
  if (read.data) lastPlaces.current = read.data.places;
  const isSearch = isEnough(query);
  return (
    <PlaceSheetView
      Sheet={Sheet}
      value={value}
      within={within}
      places={read.data?.places ?? (isSearch && !read.failure ? lastPlaces.current : undefined)}
      isSearch={isSearch}
      read={read}
      onSearch={setTyped}
      onWithin={setWithin}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

/** Whether a query is long enough: two letters, or a digit because some barangays are numbered. */
const isEnough = (query: string) => /\d|\S\S/.test(query);

function wantedOf(query: string, within: readonly Place[]): RequestInputOf<typeof district> {
  const [province, city] = within;
  const inside = city ?? province;
  if (isEnough(query))
    return { level: 'found', words: query, ...(inside && { within: inside.code }) };
  if (city) return { level: 'barangays', cityCode: city.code };
  return province ? { level: 'cities', provinceCode: province.code } : { level: 'provinces' };
}

export type PlaceSheetViewProps = PlaceSheetProps & {
  within: readonly Place[];
  /** Undefined while loading. */
  places: Listed | undefined;
  isSearch: boolean;
  read: LoadErrorProps['read'];
  onSearch(typed: string): void;
  onWithin(chain: readonly Place[]): void;
  isDrawnOnly?: boolean;
  startQuery?: string;
};

/**
 * The sheet's view. Picking a province or city narrows the list; picking a barangay closes the
 * sheet.
 */
export function PlaceSheetView(props: PlaceSheetViewProps) {
  const {
    Sheet,
    value,
    within,
    places,
    isSearch,
    read,
    onSearch,
    onWithin,
    onDone,
    onClose,
    ...drawn
  } = props;
  const text = useText();
  const toOption = ({ above, ...place }: Listed[number]): PlaceOption => {
    const [region, ...outer] = above ?? [];
    const [province, city] = outer.map(({ name }) => name);
    const detail = city
      ? `${city}, ${province}`
      : province
        ? text('credit.place.city', { province })
        : region &&
          (region.code === place.code
            ? region.name
            : text('credit.place.province', { region: region.name }));
    return {
      value: place.code,
      label: place.name,
      detail,
      chain: [...(above ? outer : within), place],
    };
  };
  const hasFailed = !places && read.failure !== null;
  const isStart = within.length === 0 && !isSearch;
  const words = {
    title: text(`credit.place.title.${within.length as 0 | 1 | 2}`),
    searchLabel: text('credit.place.search'),
    clearLabel: text('credit.place.clear'),
    closeLabel: text('shell.close'),
    count: (found: number) =>
      isStart ? text('credit.place.start') : text('credit.place.found', { found }),
    none: places ? text('credit.place.none') : hasFailed ? '' : text('credit.place.loading'),
  };
  const inside = within.length > 0 && (
    <SpaceBetween>
      <Text as="span" size="s">
        {text('credit.place.within', {
          place: within
            .map(({ name }) => name)
            .reverse()
            .join(', '),
        })}
      </Text>
      <TextButton isAlone onClick={() => onWithin([])}>
        {text('credit.place.everywhere')}
      </TextButton>
    </SpaceBetween>
  );
  return (
    <Sheet
      {...drawn}
      value={value}
      words={words}
      options={places?.map(toOption) ?? []}
      above={
        (inside || hasFailed) && (
          <>
            {inside}
            {hasFailed && (
              <LoadError
                isSmall
                read={read}
                title={text('credit.place.failed')}
                safe={text('credit.failedSafe')}
              />
            )}
          </>
        )
      }
      onSearch={onSearch}
      onClose={onClose}
      onPick={({ chain }) => {
        if (chain.length === 3) onDone(chain);
        else onWithin(chain);
        return chain.length < 3;
      }}
    />
  );
}
