// What a browser fetches for one of the program's files: the file, all it imports, and their styles.
import * as zlib from 'node:zlib';
import type { Rolldown } from 'vite';

export type Bundle = Map<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;

export function bundleOf({ output }: Rolldown.RolldownOutput): Bundle {
  return new Map(output.map((one) => [one.fileName, one]));
}

/** The names of the scripts and styles that a source file (path from web/, or the end of any path) needs, its own included. */
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

/** The bytes of a file as it travels: brotli at its best quality. */
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
