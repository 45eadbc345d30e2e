// The files that a browser fetches for a source file: its chunk, all it imports, and their styles.
import * as zlib from 'node:zlib';
import type { Rolldown } from 'vite';

export type Bundle = Map<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;

export function bundleOf({ output }: Rolldown.RolldownOutput): Bundle {
  return new Map(output.map((one) => [one.fileName, one]));
}

/** The scripts and styles that a source file needs. `module` is the end of its path. */
export function filesOf(bundle: Bundle, module: string): string[] {
  const first = [...bundle.values()].find(
    (one) => one.type === 'chunk' && one.moduleIds.some((id) => id.endsWith(`/${module}`)),
  );
  if (!first) throw new Error(`No chunk holds ${module}.`);
  const found = new Set<string>();
  const follow = (name: string) => {
    const chunk = bundle.get(name);
    if (found.has(name) || chunk?.type !== 'chunk') return;
    found.add(name);
    for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
    chunk.imports.forEach(follow);
  };
  follow(first.fileName);
  return [...found];
}

/** A file's bytes in brotli at its best quality, as it travels. */
export function brotliBytes(bundle: Bundle, name: string): number {
  const file = bundle.get(name);
  if (!file) throw new Error(`The build made no ${name}.`);
  const body = Buffer.from(file.type === 'chunk' ? file.code : file.source);
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return zlib.brotliCompressSync(body, { params }).length;
}
