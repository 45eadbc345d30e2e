// Loading a screen's script, which a slow line or a newer release can make fail.
import { chunkLoadTimeoutMs } from '@sandali/contract/constants.ts';
import { stylesLoaded } from './styles.ts';

export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

/** Waits for a dynamic import, and for the styles that the page has asked for, for at most 120 s. Rejects with ChunkLoadError when it fails or takes longer. */
export async function loadChunk<T>(load: () => Promise<T>, timeoutMs = chunkLoadTimeoutMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(`No script after ${timeoutMs} ms.`)), timeoutMs);
  });
  try {
    const [part] = await Promise.race([Promise.all([load(), stylesLoaded()]), late]);
    return part;
  } catch (cause) {
    throw cause instanceof ChunkLoadError ? cause : new ChunkLoadError('The script could not be loaded.', { cause });
  } finally {
    clearTimeout(timer);
  }
}
