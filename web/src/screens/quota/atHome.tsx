import type { Centavos } from '@sandali/contract/money.ts';
import type { ReactNode } from 'react';
import { speakAreas } from '#/kit/areas.ts';

/** What home says of a higher limit, with its words: the earned one, or the way to ask for one where there is none. */
export async function growthAtHome(offerCentavos: Centavos | null): Promise<ReactNode> {
  const [{ default: Growth }] = await Promise.all([import('./Growth.tsx'), speakAreas(['quota'])]);
  return <Growth offerCentavos={offerCentavos} />;
}
