import type { Centavos } from '@sandali/contract/money.ts';
import type { Growth } from '@sandali/contract/whatNow.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { loadGrowth } from '#/routes/signedInScreens.ts';

/** What is said of a higher limit. Its script comes after the home screen, which is whole without it. */
export function useGrowth(growth: Growth | null, offerCentavos: Centavos | null): ReactNode {
  const [part, setPart] = useState<ReactNode>(null);
  useEffect(() => {
    if (growth) void loadGrowth(offerCentavos).then(setPart);
  }, [growth, offerCentavos]);
  return growth && part;
}
