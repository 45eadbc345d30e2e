// Downloaded documents, encrypted on the phone (client/encryptedStore.ts) for use without a
// network.
import type { DataOf } from '@sandali/contract/call.ts';
import { type Instant, instantOf, zInstant } from '@sandali/contract/day.ts';
import { documentGet } from '@sandali/contract/document.ts';
import * as v from 'valibot';
import { businessMs } from '#/client/clock.ts';
import { readEncrypted, savedNames, updateEncrypted } from '#/client/encryptedStore.ts';
import { userGid } from '#/client/session.ts';

/** The maximum number of stored documents; the oldest are deleted. */
const mostPapers = 20;

const zPaper = v.object({ file: documentGet.data, savedAt: zInstant });
const nameOf = (key: string) => `paper ${key}` as const;

/** Stores a document under its key. Returns the keys of all stored documents. */
export async function savePaper(
  key: string,
  file: DataOf<typeof documentGet>,
): Promise<ReadonlySet<string>> {
  const owner = userGid();
  await updateEncrypted(nameOf(key), (before) =>
    owner === userGid() ? { file, savedAt: instantOf(businessMs()) } : before,
  );
  const keys = await savedPapers();
  if (keys.size <= mostPapers) return keys;
  const aged = await Promise.all(
    [...keys].map(async (paper) => ({ paper, at: (await readPaper(paper))?.savedAt ?? '' })),
  );
  const oldest = aged.sort((a, b) => (a.at < b.at ? -1 : 1)).slice(0, keys.size - mostPapers);
  for (const { paper } of oldest) await updateEncrypted(nameOf(paper), () => null);
  return await savedPapers();
}

/** Returns the keys of all stored documents. */
export async function savedPapers(): Promise<ReadonlySet<string>> {
  return new Set((await savedNames('paper')).map((name) => name.slice('paper '.length)));
}

/**
 * Returns a stored document and the business time of its download; null if it is missing or
 * malformed.
 */
export async function readPaper(
  key: string,
): Promise<{ file: DataOf<typeof documentGet>; savedAt: Instant } | null> {
  const parsed = v.safeParse(zPaper, await readEncrypted(nameOf(key)));
  return parsed.success ? parsed.output : null;
}
