// Opens the file store that the configuration names.
import type { FilesConfig, FilesPlace } from '#/platform/files-config.ts';
import { createDiskFiles } from './disk.ts';
import { createMovingFiles } from './moving.ts';
import type { Files } from './port.ts';

/**
 * Opens the place of the files, and the previous one during a move.
 * @throws CannotStart if a bucket cannot be listed
 */
export async function openFiles({ place, previous }: FilesConfig): Promise<Files> {
  const files = await openPlace(place);
  return previous ? createMovingFiles(files, await openPlace(previous)) : files;
}

async function openPlace(place: FilesPlace): Promise<Files> {
  if (place.kind === 'disk') return await createDiskFiles(place.folder);
  // The AWS library takes memory, which a server with files on disk does not need.
  const { createS3Files } = await import('./s3.ts');
  return await createS3Files(place);
}
