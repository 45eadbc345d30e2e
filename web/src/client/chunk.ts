// Loads a screen's script, which can fail on a slow network or after a release.
import { chunkLoadTimeoutMs } from '@sandali/contract/constants.ts';

// A prerendered page contains only the styles that its own markup needs. It lists the complete
// style sheets in `<style data-whole="/a.css /b.css">`.

let styleFiles: Promise<unknown> = Promise.resolve();

/**
 * Fetches the complete style sheets. Resolves once each has loaded or failed, because an unstyled
 * page is better than no page.
 */
export function loadStyles(): Promise<unknown> {
  const painted = document.querySelector<HTMLStyleElement>('style[data-whole]');
  styleFiles = Promise.all(
    (painted?.dataset.whole ?? '')
      .split(' ')
      .filter(Boolean)
      .map((href) => fetchStyle(href, painted as Element)),
  );
  return styleFiles;
}

/**
 * Resolves once each requested style sheet has loaded or failed. All screens after the first page
 * wait for this promise.
 */
const stylesLoaded = () => styleFiles;

/**
 * Inserts a style sheet directly after the inlined rules, so that the styles of lazy scripts follow
 * it.
 */
function fetchStyle(href: string, painted: Element): Promise<void> {
  return new Promise((done) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => done();
    link.onerror = () => done();
    painted.after(link);
  });
}

class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

/**
 * Waits up to `timeoutMs` (by default 120 s) for a dynamic import and the requested styles.
 * @throws ChunkLoadError if loading fails or takes longer
 */
export async function loadChunk<T>(
  load: () => Promise<T>,
  timeoutMs = chunkLoadTimeoutMs,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ChunkLoadError(`No script after ${timeoutMs} ms.`)),
      timeoutMs,
    );
  });
  try {
    const [part] = await Promise.race([Promise.all([load(), stylesLoaded()]), late]);
    return part;
  } catch (cause) {
    throw cause instanceof ChunkLoadError
      ? cause
      : new ChunkLoadError('The script could not be loaded.', { cause });
  } finally {
    clearTimeout(timer);
  }
}
