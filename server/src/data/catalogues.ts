// The catalogues that ship; configuration chooses one by its id.
import type { Catalogue } from './catalogue.ts';
import { defaultCatalogue } from './catalogues/default.ts';
import { smallTicketCatalogue } from './catalogues/small-ticket.ts';

export const catalogues: readonly Catalogue[] = [defaultCatalogue, smallTicketCatalogue];

/** The catalogue of an id, or undefined. */
export function catalogueById(id: string): Catalogue | undefined {
  return catalogues.find((catalogue) => catalogue.id === id);
}
