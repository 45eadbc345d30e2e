import type { Centavos } from '@sandali/contract/money.ts';
import type { ReactNode } from 'react';

/** What home says of a higher limit: the earned one, or the way to ask for one where there is none. */
export async function growthAtHome(offerCentavos: Centavos | null): Promise<ReactNode> {
  const { default: Growth } = await import('./Growth.tsx');
  return <Growth offerCentavos={offerCentavos} />;
}
