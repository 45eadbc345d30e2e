// The part of S3's protocol that the adapter uses, on this machine and in memory, for tests. Npm's
// s3rver cannot page lists under OpenSSL 3 and ignores conditional writes.
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Place } from '#/platform/files-config.ts';

const bucket = 'sandali-files';
const accessKeyId = 'AKIDTEST';
/** The number of names on a page of a list, where AWS has 1000. */
const namesOnPage = 3;

/** An error that the server reports with this status and code. */
export class Fault extends Error {
  readonly status: number;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

/**
 * Starts the server. With `ignoresConditions` it overwrites despite If-None-Match.
 * @returns a place for each prefix, a function that stops the server, and hooks before each write
 * and deletion
 */
export async function startS3({ ignoresConditions = false } = {}) {
  const objects = new Map<string, Buffer>();
  const hooks = {
    beforeWrite: async (_content: string) => {},
    beforeDelete: async (_path: string) => {},
  };
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      try {
        const content = Buffer.concat(chunks);
        if (request.method === 'PUT') await hooks.beforeWrite(content.toString());
        if (request.method === 'DELETE')
          await hooks.beforeDelete(new URL(request.url ?? '', 'http://s3').pathname);
        if (ignoresConditions) delete request.headers['if-none-match'];
        const { status, body = '' } = answer(objects, request, content);
        response.writeHead(status, { 'content-length': Buffer.byteLength(body) });
        response.end(request.method === 'HEAD' ? undefined : body);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        response.writeHead(error.status, { 'content-type': 'application/xml' });
        response.end(
          request.method === 'HEAD' ? undefined : xml('Error', [['Code', error.message]]),
        );
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const place = (prefix: string, change: Partial<S3Place> = {}): S3Place => ({
    kind: 's3',
    bucket,
    prefix,
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId, secretAccessKey: 'secret' },
    ...change,
  });
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { place, stop, hooks };
}

type Answer = { status: number; body?: string | Buffer };

function answer(
  objects: Map<string, Buffer>,
  { method, url, headers }: http.IncomingMessage,
  content: Buffer,
): Answer {
  if (!headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${accessKeyId}/`))
    throw new Fault(403, 'InvalidAccessKeyId');
  const { pathname, searchParams: query } = new URL(url ?? '', 'http://s3');
  const [, named, ...keyParts] = pathname.split('/').map(decodeURIComponent);
  if (named !== bucket) throw new Fault(404, 'NoSuchBucket');
  const key = keyParts.join('/');
  if (method === 'GET' && query.get('list-type') === '2')
    return { status: 200, body: list([...objects.keys()].sort(), query) };
  if (method === 'PUT') {
    if (headers['if-none-match'] === '*' && objects.has(key))
      throw new Fault(412, 'PreconditionFailed');
    const source = headers['x-amz-copy-source'];
    if (source === undefined) objects.set(key, content);
    else objects.set(key, read(objects, String(source).slice(`/${bucket}/`.length)));
    return { status: 200, body: source === undefined ? '' : xml('CopyObjectResult', []) };
  }
  if (method === 'DELETE') {
    objects.delete(key);
    return { status: 204 };
  }
  return { status: 200, body: read(objects, key) };
}

function read(objects: Map<string, Buffer>, key: string): Buffer {
  const content = objects.get(key);
  if (!content) throw new Fault(404, 'NoSuchKey');
  return content;
}

/** Returns a page of names, where a common prefix counts as one name. */
function list(keys: readonly string[], query: URLSearchParams): string {
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter')];
  const after = query.get('continuation-token') ?? '';
  const shortened = keys
    .filter((key) => key.startsWith(prefix))
    .map((key) => {
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      return end < 0 ? key : key.slice(0, end + 1);
    });
  const names = [...new Set(shortened)].filter((name) => name > after);
  const page = names.slice(0, Number(query.get('max-keys') ?? namesOnPage));
  return xml('ListBucketResult', [
    ['IsTruncated', String(page.length < names.length)],
    ...(page.length < names.length ? [['NextContinuationToken', page.at(-1) ?? ''] as const] : []),
    ...page.map((name) =>
      delimiter && name.endsWith(delimiter)
        ? (['CommonPrefixes', `<Prefix>${name}</Prefix>`] as const)
        : ([
            'Contents',
            `<Key>${name}</Key><LastModified>2026-11-30T00:00:00.000Z</LastModified><Size>1</Size>`,
          ] as const),
    ),
  ]);
}

/** Prints elements. The names in tests have no characters that XML escapes. */
function xml(root: string, elements: readonly (readonly [string, string])[]): string {
  const printed = elements.map(([name, content]) => `<${name}>${content}</${name}>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${printed.join('')}</${root}>`;
}
