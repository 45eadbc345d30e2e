import type { DataRequestKind } from '@sandali/contract/privacy.ts';
import { useText } from '#/kit/text.ts';
import { type WordsAsked, WordsSheet } from '#/screens/WordsSheet.tsx';
import { Text } from '#/ui/Text.tsx';

/** A request to staff, in the person's own words. */
export function RequestSheet({ kind, ...asked }: WordsAsked & { kind: DataRequestKind }) {
  const text = useText();
  const said = {
    title: text(`data.request.${kind}`),
    detail: text(`data.request.why.${kind}`),
    label: text(`data.request.words.${kind}`),
    send: text(asked.isBusy ? 'data.request.sending' : 'data.request.send'),
    missing: text('data.request.missing'),
    used: (count: { used: number; limit: number }) => text('data.request.used', count),
  };
  return (
    <WordsSheet said={said} {...asked}>
      <Text size="s">{text('data.request.law')}</Text>
    </WordsSheet>
  );
}
