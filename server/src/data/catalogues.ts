// The shipped catalogues. The configuration chooses one by its id.
import type { Catalogue } from './catalogue.ts';
import { defaultCatalogue } from './catalogues/default.ts';
import { smallTicketCatalogue } from './catalogues/small-ticket.ts';

export const catalogues: readonly Catalogue[] = [defaultCatalogue, smallTicketCatalogue];

export function catalogueById(id: string): Catalogue | undefined {
  return catalogues.find((catalogue) => catalogue.id === id);
}
