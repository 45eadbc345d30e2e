// Finds the files that a browser fetches for a source file: its chunk, the chunk's imports, and
// their styles.
import * as zlib from 'node:zlib';
import type { Rolldown } from 'vite';

export type Bundle = Map<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;

export function bundleOf({ output }: Rolldown.RolldownOutput): Bundle {
  return new Map(output.map((file) => [file.fileName, file]));
}

/** Returns the scripts and styles that a source file needs. `module` is the end of its path. */
export function filesOf(bundle: Bundle, module: string): string[] {
  const first = [...bundle.values()].find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(`/${module}`)),
  );
  if (!first) throw new Error(`No chunk contains ${module}.`);
  const files = new Set<string>();
  const follow = (name: string) => {
    const chunk = bundle.get(name);
    if (files.has(name) || chunk?.type !== 'chunk') return;
    files.add(name);
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
    chunk.imports.forEach(follow);
  };
  follow(first.fileName);
  return [...files];
}

/** Returns a file's size after brotli compression at the best quality, as the server sends it. */
export function brotliBytes(bundle: Bundle, name: string): number {
  const file = bundle.get(name);
  if (!file) throw new Error(`The build has no ${name}.`);
  const body = Buffer.from(file.type === 'chunk' ? file.code : file.source);
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return zlib.brotliCompressSync(body, { params }).length;
}
