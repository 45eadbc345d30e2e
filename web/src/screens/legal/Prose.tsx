import type { ReactNode } from 'react';
import { each } from '#/ui/each.ts';
import { Text } from '#/ui/Text.tsx';
import css from './legal.module.css';

type Block = { kind: 'words'; words: string } | { kind: 'list'; items: string[] };

/** Reads the words of a section: each line is a paragraph, and lines that begin with `- ` in a row are one list. */
export function blocksOf(words: string): Block[] {
  const blocks: Block[] = [];
  for (const line of words.split('\n')) {
    const item = line.startsWith('- ') ? line.slice(2) : null;
    const last = blocks.at(-1);
    if (item === null) blocks.push({ kind: 'words', words: line });
    else if (last?.kind === 'list') last.items.push(item);
    else blocks.push({ kind: 'list', items: [item] });
  }
  return blocks;
}

/** Paragraphs and lists, as one text of the catalogue holds them. */
export function Prose({ words }: { words: string }): ReactNode {
  return each(blocksOf(words), (block) =>
    block.kind === 'words' ? (
      <Text>{block.words}</Text>
    ) : (
      <ul className={css.list}>
        {each(block.items, (item) => (
          <li>{item}</li>
        ))}
      </ul>
    ),
  );
}
