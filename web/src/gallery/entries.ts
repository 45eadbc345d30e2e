import type { Entry } from './entry.ts';

const files = import.meta.glob<{ entries: Entry[] }>('./*/*.entries.tsx', { eager: true });

/** Every entry of every `<slice>/<screen>.entries.tsx`. */
export const allEntries: Entry[] = Object.values(files).flatMap((file) => file.entries);
