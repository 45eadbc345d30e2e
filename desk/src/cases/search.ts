import * as v from 'valibot';
import { caseKinds } from './answers.ts';

/** `open` is the id of the open case; the others filter the list. */
export const casesSearch = v.object({
  open: v.optional(v.string()),
  kind: v.optional(v.picklist(caseKinds)),
  assigned: v.optional(v.picklist(['me', 'nobody'])),
});
export type CasesSearch = v.InferOutput<typeof casesSearch>;
