import { expect, test } from 'vitest';
import { listedKinds, placeOf } from '../server/src/context/notices.ts';
import { paths } from '../web/src/routes/paths.ts';

test('every kind of message leads to an existing screen', () => {
  const screens = Object.values(paths).map(
    (path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
  );
  const to = { borrowerId: null, phone: '', locale: 'en', about: 'id' } as const;
  const places = listedKinds.map((kind) => [kind, placeOf(kind, to)?.split('?')[0] ?? ''] as const);
  expect(places.length).toBeGreaterThan(40);
  expect(places.filter(([, place]) => !screens.some((screen) => screen.test(place)))).toEqual([]);
});
