// Papers that were taken once, kept sealed on the phone (client/encryptedStore.ts) for a time
// without a network.
import type { DataOf } from '@sandali/contract/call.ts';
import { type Instant, instantOf, zInstant } from '@sandali/contract/day.ts';
import { documentGet } from '@sandali/contract/document.ts';
import * as v from 'valibot';
import { businessMs } from '#/client/clock.ts';
import { readEncrypted, savedNames, updateEncrypted } from '#/client/encryptedStore.ts';
import { userGid } from '#/client/session.ts';

/** How many are kept: the last that were taken. */
const mostPapers = 20;

const zPaper = v.object({ file: documentGet.data, savedAt: zInstant });
const nameOf = (key: string) => `paper ${key}` as const;

/** Keeps a paper under its key. The keys of all that are kept. */
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
    [...keys].map(async (one) => ({ one, at: (await readPaper(one))?.savedAt ?? '' })),
  );
  const over = aged.sort((a, b) => (a.at < b.at ? -1 : 1)).slice(0, keys.size - mostPapers);
  for (const { one } of over) await updateEncrypted(nameOf(one), () => null);
  return await savedPapers();
}

/** The keys of the papers that are kept. */
export async function savedPapers(): Promise<ReadonlySet<string>> {
  return new Set((await savedNames('paper')).map((name) => name.slice('paper '.length)));
}

/**
 * A kept paper, and by business time when it was taken; null where it is not there or has another
 * shape.
 */
export async function readPaper(
  key: string,
): Promise<{ file: DataOf<typeof documentGet>; savedAt: Instant } | null> {
  const found = v.safeParse(zPaper, await readEncrypted(nameOf(key)));
  return found.success ? found.output : null;
}
