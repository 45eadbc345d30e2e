// Stores files in a bucket of S3 or of a server that speaks its protocol.
import { S3Driver } from 'flydrive/drivers/s3';
import { CannotStart } from '#/platform/cannot-start.ts';
import { nameOfPlace, type S3Place } from '#/platform/files-config.ts';
import { markName } from '#/platform/folder-mark.ts';
import type { Files } from './port.ts';

const connectionTimeoutMs = 3000;
const requestTimeoutMs = 10_000;
const attempts = 3;
/** The request header that refuses to overwrite an object. */
const onlyNew = { IfNoneMatch: '*' };

/**
 * Opens a file store in a bucket.
 * @throws CannotStart if the bucket cannot be listed
 */
export async function createS3Files(place: S3Place): Promise<Files> {
  const { prefix } = place;
  const driver = driverOf(place);
  const root = prefix ? `${prefix}/` : '';
  const name = nameOfPlace(place);
  await driver.listAll(root || '/', { recursive: true, maxResults: 1 }).catch((error: Error) => {
    throw new CannotStart(
      `The files in ${name} cannot be listed (${error.name}: ${error.message}). Check that the bucket exists and that FILES, AWS_ENDPOINT_URL, AWS_REGION and the credentials are right.`,
      { cause: error },
    );
  });

  /** Lists the entries under a prefix, page by page. */
  async function* entries(under: string, recursive: boolean) {
    let paginationToken: string | undefined;
    do {
      const page = await driver.listAll(`${root}${under}/`, {
        recursive,
        ...(paginationToken && { paginationToken }),
      });
      yield* page.objects;
      paginationToken = page.paginationToken;
    } while (paginationToken);
  }

  async function* list(under: string): AsyncGenerator<string> {
    for await (const entry of entries(under, true))
      if (entry.isFile) yield entry.key.slice(root.length);
  }

  const owner = async () => {
    try {
      return Buffer.from(await driver.getBytes(root + markName))
        .toString()
        .trim();
    } catch (error) {
      return ignoreMissing(error) ?? null;
    }
  };
  /** Writes the mark. @returns false if it exists, or if another server is writing it */
  const writeMark = async (installation: string): Promise<boolean> => {
    try {
      await driver.put(root + markName, `${installation}\n`, onlyNew);
      return true;
    } catch (error) {
      if (!isError(error, 'PreconditionFailed', 'ConditionalRequestConflict')) throw error;
      return false;
    }
  };
  return {
    place: name,
    transfer: null,
    put: (file, sealed) => driver.put(root + file, sealed, onlyNew),
    replace: (file, sealed) => driver.put(root + file, sealed),
    get: async (file) => Buffer.from(await driver.getBytes(root + file)),
    has: (file) => driver.exists(root + file),
    async move(from, to) {
      // S3 has no rename. If the server stops after the copy, the next attempt does both again.
      try {
        await driver.copy(root + from, root + to);
      } catch (error) {
        return ignoreMissing(error);
      }
      await driver.delete(root + from);
    },
    async deleteFolder(folder) {
      // The driver's `deleteAll` ignores errors about single objects.
      for await (const file of list(folder)) await driver.delete(root + file);
    },
    list,
    async folders(under) {
      const names: string[] = [];
      for await (const entry of entries(under, false))
        if (entry.isDirectory) names.push(entry.name);
      return names;
    },
    owner,
    async claim(installation) {
      await writeMark(installation);
      const first = await owner();
      if (first === null)
        throw new CannotStart(
          `Another server is writing or deleting ${name}/${markName}. Start this server again.`,
        );
      // Tests the server by rewriting the same mark, which only a server that ignores the header
      // allows.
      if (await writeMark(first)) {
        // If the mark stayed, the next start would succeed.
        await driver.delete(root + markName);
        throw new CannotStart(
          `The server of ${name} ignores If-None-Match: *, so it cannot protect files from being overwritten. Use another server.`,
        );
      }
      return first;
    },
  };
}

function driverOf({ bucket, region, endpoint, credentials }: S3Place): S3Driver {
  return new S3Driver({
    bucket,
    visibility: 'private',
    supportsACL: false,
    region,
    // Otherwise the library would use the new place's AWS_ENDPOINT_URL for the previous place.
    ignoreConfiguredEndpointUrls: true,
    // Other servers than AWS seldom have a host name for each bucket, and older ones refuse the
    // checksums that AWS added later.
    ...(endpoint && {
      endpoint,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
    ...(credentials && { credentials }),
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: connectionTimeoutMs,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
    },
  });
}

/** Ignores a missing object, but not a missing bucket, which has the same status. */
function ignoreMissing(error: unknown): undefined {
  if (!isError(error, 'NoSuchKey', 'NotFound')) throw error;
}

const isError = (error: unknown, ...codes: string[]) =>
  error instanceof Error && codes.includes(error.name);
