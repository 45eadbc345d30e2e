// A catalogue is kept as it is first lent from. Loans are explained by it for years, so its name
// may never come to mean something else.
import type { Read } from '#/db/database.ts';
import { insertCatalogue, isCatalogueAsKept } from './store.ts';

type KeptCatalogue = { readonly id: string; readonly version: number };

/** The name by which quotes carry a catalogue: "default 1". */
export function catalogueName({ id, version }: KeptCatalogue): string {
  return `${id} ${version}`;
}

/**
 * Keeps the catalogue under its name where it is not kept yet; several servers may do so at once.
 * `legalRule` is the version of the price rule it was held against.
 * @returns null, or a sentence for the person who starts the server where something else is kept
 * under that name already.
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
  if (await isCatalogueAsKept(read, name, catalogue)) return null;
  return `Catalogue ${catalogue.id} was changed, but its version ${catalogue.version} has been lent from already. Give the changed one the next version.`;
}
