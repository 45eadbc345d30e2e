// Where the files are: a folder, or a bucket of S3 or of a server that speaks its protocol.
import * as path from 'node:path';
import { CannotStart } from './cannot-start.ts';
import { type Environment, s3Account } from './environment.ts';
import { type Env, readVariables } from './variable.ts';

/** `credentials` is null if the AWS library finds them: a profile, or the role of the machine. */
export type S3Place = {
  kind: 's3';
  bucket: string;
  /** Without a slash at either end; empty for the whole bucket. */
  prefix: string;
  region: string;
  /** The address of a server other than AWS. */
  endpoint: string | null;
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null;
};
export type FilesPlace = { kind: 'disk'; folder: string } | S3Place;
/** `previous` is the place that files are being copied from. */
export type FilesConfig = { place: FilesPlace; previous: FilesPlace | null };

type Account = Pick<
  Environment,
  | 'AWS_REGION'
  | 'AWS_ENDPOINT_URL'
  | 'AWS_ACCESS_KEY_ID'
  | 'AWS_SECRET_ACCESS_KEY'
  | 'AWS_SESSION_TOKEN'
>;

/** The prefix of the variables for a previous place in another S3. */
const ofPrevious = 'FILES_PREVIOUS_';

/** Reads only the place of the files, for tools. @throws CannotStart */
export function filesPlaceOf(
  { FILES: named }: Pick<Environment, 'FILES'>,
  dataDir: string,
  env: Env,
  root: string,
): FilesPlace {
  const account = readVariables(s3Account, env, root);
  return placeOf(named, account, '', root) ?? { kind: 'disk', folder: path.join(dataDir, 'files') };
}

/** Returns the place of the files and the previous one. @throws CannotStart */
export function filesOf(read: Environment, dataDir: string, env: Env, root: string): FilesConfig {
  const place = placeOf(read.FILES, read, '', root) ?? {
    kind: 'disk' as const,
    folder: path.join(dataDir, 'files'),
  };
  const hasOwnAccount = Object.keys(s3Account.entries).some(
    (name) => env[ofPrevious + name] || env[`${ofPrevious}${name}_FILE`],
  );
  const previous = hasOwnAccount
    ? placeOf(
        read.FILES_PREVIOUS,
        readVariables(s3Account, env, root, (name) => ofPrevious + name),
        ofPrevious,
        root,
      )
    : placeOf(read.FILES_PREVIOUS, read, '', root);
  if (previous && nameOfPlace(previous) === nameOfPlace(place))
    throw new CannotStart(
      'FILES_PREVIOUS and FILES are the same place. Set FILES to the new one, or remove FILES_PREVIOUS.',
    );
  return { place, previous };
}

function placeOf(
  named: string | undefined,
  account: Account,
  accountPrefix: string,
  root: string,
): FilesPlace | null {
  if (!named) return null;
  if (!named.startsWith('s3://')) return { kind: 'disk', folder: path.resolve(root, named) };
  const [bucket = '', ...folders] = named.slice('s3://'.length).replace(/\/$/, '').split('/');
  return {
    kind: 's3',
    bucket,
    prefix: folders.join('/'),
    region: account.AWS_REGION,
    endpoint: account.AWS_ENDPOINT_URL ?? null,
    credentials: credentialsOf(account, accountPrefix),
  };
}

function credentialsOf(account: Account, prefix: string): S3Place['credentials'] {
  const {
    AWS_ACCESS_KEY_ID: id,
    AWS_SECRET_ACCESS_KEY: secret,
    AWS_SESSION_TOKEN: token,
  } = account;
  if (!id && !secret) return null;
  if (!id || !secret)
    throw new CannotStart(
      `Set both ${prefix}AWS_ACCESS_KEY_ID and ${prefix}AWS_SECRET_ACCESS_KEY, or neither.`,
    );
  return { accessKeyId: id, secretAccessKey: secret, ...(token && { sessionToken: token }) };
}

/** Returns the unique address of a place, for messages to operators. */
export function nameOfPlace(place: FilesPlace): string {
  if (place.kind === 'disk') return place.folder;
  const { endpoint, bucket, prefix } = place;
  return `${endpoint ? `${endpoint}/` : 's3://'}${bucket}${prefix && `/${prefix}`}`;
}
