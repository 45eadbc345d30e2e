import { expect, test } from 'vitest';
import { centavos, sumCentavos } from './money.ts';
import { partsOf } from './parts.ts';

const pesos = (amount: number) => centavos(Math.round(amount * 100));
const limits = (minimum: number, maximum: number) => ({
  minimumCentavos: pesos(minimum),
  maximumCentavos: pesos(maximum),
});
const least = pesos(500);

test.each([
  ['a sum within the limits is one payment', 50_000, limits(50, 50_000), [50_000]],
  ['the smallest sum that the channel accepts is one payment', 50, limits(50, 50_000), [50]],
  ['a sum above the maximum is two payments', 60_960, limits(50, 50_000), [50_000, 10_960]],
  [
    'a sum above three times the maximum is four payments',
    60_960,
    limits(50, 20_000),
    [20_000, 20_000, 20_000, 960],
  ],
  [
    'a last part below ₱500 is raised by reducing the part before it',
    60_300,
    limits(50, 20_000),
    [20_000, 20_000, 19_800, 500],
  ],
  [
    'a part is reduced even if the sum exceeds the maximum by a centavo',
    50_000.01,
    limits(50, 50_000),
    [49_500.01, 500],
  ],
  [
    'no part is below the channel’s minimum',
    61_000,
    limits(2_000, 20_000),
    [20_000, 20_000, 19_000, 2_000],
  ],
  [
    'a multiple of the maximum is split into full parts',
    100_000,
    limits(50, 50_000),
    [50_000, 50_000],
  ],
  ['a sum below the channel’s minimum is impossible', 49.99, limits(50, 50_000), null],
  ['a sum too small for two parts of ₱500 is impossible', 800, limits(50, 700), null],
])('%s', (_, sum, channel, parts) => {
  expect(partsOf(pesos(sum), channel, least)).toEqual(parts?.map(pesos) ?? null);
});

test('splits any sum into the fewest payments within the channel’s limits', () => {
  let seed = 20_261_124;
  const upTo = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return 1 + (seed % most);
  };
  for (let round = 0; round < 4_000; round += 1) {
    const minimumCentavos = centavos(upTo(10_000));
    const maximumCentavos = centavos(100_000 + upTo(10_000_000));
    const sum = centavos(minimumCentavos + upTo(60_000_000));
    const parts = partsOf(sum, { minimumCentavos, maximumCentavos }, least);
    const context = `${sum} within ${minimumCentavos} and ${maximumCentavos}`;
    if (parts === null) throw new Error(context);
    expect(sumCentavos(parts), context).toBe(sum);
    expect(Math.max(...parts), context).toBeLessThanOrEqual(maximumCentavos);
    expect(Math.min(...parts), context).toBeGreaterThanOrEqual(
      parts.length > 1 ? Math.max(minimumCentavos, least) : minimumCentavos,
    );
    expect(parts.length, context).toBe(Math.ceil(sum / maximumCentavos));
  }
});
