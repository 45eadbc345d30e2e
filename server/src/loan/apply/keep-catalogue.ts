// Stores a catalogue as it is first lent from. It explains loans for years, so its name must never
// mean something else.
import type { Read } from '#/db/database.ts';
import { insertCatalogue, storesSameCatalogue } from './store.ts';

type KeptCatalogue = { readonly id: string; readonly version: number };

/** The name of a catalogue in quotes: "default 1". */
export function catalogueName({ id, version }: KeptCatalogue): string {
  return `${id} ${version}`;
}

/**
 * Stores the catalogue under its name unless it exists; several servers may do so at once.
 * `legalRule` is the version of the price rule that it was checked against.
 * @returns null, or a sentence for the operator if the name already has other contents
 */
export async function keepCatalogue(
  read: Read,
  catalogue: KeptCatalogue,
  of: { legalRule: string; at: Temporal.Instant },
): Promise<string | null> {
  const name = catalogueName(catalogue);
  await insertCatalogue(read, {
    name,
    id: catalogue.id,
    version: catalogue.version,
    content: catalogue,
    ...of,
  });
  if (await storesSameCatalogue(read, name, catalogue)) return null;
  return `Catalogue ${catalogue.id} was changed, but its version ${catalogue.version} was lent from already. Give the changed catalogue the next version.`;
}
