// Stores each version of the catalogue when a server first starts with it. Loans refer to it for
// years, so its contents must never change under the same name.
import type { Read } from '#/db/database.ts';
import { insertCatalogue, storesSameCatalogue } from './store.ts';

type NamedCatalogue = { readonly id: string; readonly version: number };

/** Returns the name by which quotes refer to a catalogue, for example "default 1". */
export function catalogueName({ id, version }: NamedCatalogue): string {
  return `${id} ${version}`;
}

/**
 * Stores the catalogue under its name unless that name exists. Servers may call it concurrently.
 * `legalRule` is the version of the price rule against which the catalogue was checked.
 * @returns null, or a sentence for the engineer if the name already has different contents
 */
export async function keepCatalogue(
  read: Read,
  catalogue: NamedCatalogue,
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
  return `Catalogue ${catalogue.id} was changed, but version ${catalogue.version} is already stored with other contents. Give the changed catalogue the next version.`;
}
