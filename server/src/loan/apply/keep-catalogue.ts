// Stores each version of the catalogue when a server first starts with that version. Loans refer to
// it for years, so its contents must never change under the same name.
import { legalRules } from '#/data/legal-rules.ts';
import type { Read } from '#/db/database.ts';
import { legalRuleOn } from '#/loan/rules/legal-rule.ts';
import { todayOf } from '#/platform/days.ts';
import { insertCatalogue, storesSameCatalogue } from './store.ts';

type NamedCatalogue = { readonly id: string; readonly version: number };

/** Returns the name by which quotes refer to a catalogue, for example "default 1". */
export function catalogueName({ id, version }: NamedCatalogue): string {
  return `${id} ${version}`;
}

/**
 * Stores the catalogue under its name, unless that name is already stored. Several servers may do
 * so at once. Also stores the version of the price rule that is in force.
 * @returns null, or a sentence for the engineer if the name is stored with different contents
 */
export async function keepCatalogue(
  read: Read,
  catalogue: NamedCatalogue,
  now: Temporal.Instant,
): Promise<string | null> {
  const name = catalogueName(catalogue);
  await insertCatalogue(read, {
    name,
    id: catalogue.id,
    version: catalogue.version,
    content: catalogue,
    legalRule: legalRuleOn(legalRules, todayOf(now)).version,
    at: now,
  });
  if (await storesSameCatalogue(read, name, catalogue)) return null;
  return `Catalogue ${catalogue.id} was changed, but version ${catalogue.version} is already stored with other contents. Give the changed catalogue the next version.`;
}
