import type { DataRequestKind } from '@sandali/contract/privacy.ts';
import { useText } from '#/i18n/text.ts';
import { MessageSheet, type MessageSheetProps } from '#/screens/cases/MessageSheet.tsx';
import { Text } from '#/ui/Text.tsx';

/** A request to staff, in the person's own words. */
export function RequestSheet({ kind, ...asked }: MessageSheetProps & { kind: DataRequestKind }) {
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
    <MessageSheet said={said} {...asked}>
      <Text size="s">{text('data.request.law')}</Text>
    </MessageSheet>
  );
}
