import { PlaceSheetView, type PlaceSheetViewProps } from '#/screens/credit/PlaceSheet.tsx';
import { SearchSheet } from '#/ui/SearchSheet.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing } from '#stories/fixtures.ts';
import { failed, pending } from '#stories/queries.ts';

const place = (code: string, name: string) => ({ code, name });
const region = place('0400000000', 'Region IV-A (CALABARZON)');
const quezon = place('0405600000', 'Quezon');
const manila = place('1300000000', 'Metro Manila');
const quezonCity = place('1381300000', 'Quezon City');
const capital = place('1300000000', 'National Capital Region (NCR)');
const placeSheet = (props: Partial<PlaceSheetViewProps>) => (
  <PlaceSheetView
    Sheet={SearchSheet}
    value=""
    within={[]}
    places={undefined}
    isSearch={false}
    read={pending}
    onSearch={nothing}
    onWithin={nothing}
    onDone={nothing}
    onClose={nothing}
    isDrawnOnly
    {...props}
  />
);

const screen = (name: string, draw: Entry['draw']): Entry => ({
  group: 'Credit',
  name,
  isScreen: true,
  draw,
});

export const entries: Entry[] = [
  screen('place, to choose by steps', () =>
    placeSheet({ places: [place('0401000000', 'Batangas'), manila, quezon] }),
  ),
  screen('place, found', () =>
    placeSheet({
      startQuery: 'quezon',
      isSearch: true,
      places: [
        { ...quezon, above: [region] },
        { ...manila, above: [capital] },
        { ...quezonCity, above: [capital, manila] },
        { ...place('0405636000', 'Quezon'), above: [region, quezon] },
        { ...place('1381300130', 'Bagong Lipunan ng Crame'), above: [capital, manila, quezonCity] },
      ],
    }),
  ),
  screen('place, none found', () =>
    placeSheet({ startQuery: 'quezzon', isSearch: true, places: [] }),
  ),
  screen('place, within a city', () =>
    placeSheet({ within: [manila, quezonCity], places: [place('1381300013', 'Bagumbayan')] }),
  ),
  screen('place, on its way', () => placeSheet({})),
  screen('place, not loaded', () => placeSheet({ read: failed() })),
];
