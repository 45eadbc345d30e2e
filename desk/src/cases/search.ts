import * as v from 'valibot';
import { caseKinds } from './answers.ts';

/** `open` is the id of the open case; the others filter the list. Unknown words are left out. */
const zSearch = v.object({
  open: v.fallback(v.optional(v.string()), undefined),
  kind: v.fallback(v.optional(v.picklist(caseKinds)), undefined),
  assigned: v.fallback(v.optional(v.picklist(['me', 'nobody'])), undefined),
});
export type CasesSearch = v.InferOutput<typeof zSearch>;

export const casesSearch = (search: Record<string, unknown>): CasesSearch =>
  v.parse(zSearch, search);
