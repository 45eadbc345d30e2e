// The search parameters of the call list.
import * as v from 'valibot';
import { buckets } from './answers.ts';

/** `open` is the id of the loan whose bill is open. Unknown words are left out. */
const zSearch = v.object({
  bucket: v.fallback(v.optional(v.picklist(buckets)), undefined),
  owner: v.fallback(v.optional(v.literal('mine')), undefined),
  open: v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined),
});
export type CollectionsSearch = v.InferOutput<typeof zSearch>;

export const collectionsSearch = (search: Record<string, unknown>): CollectionsSearch =>
  v.parse(zSearch, search);
