import { undrawnInMessage } from '@sandali/contract/paperLetters.ts';
import { mostRequestLetters, visibleWords } from '@sandali/contract/text.ts';
// A sheet for a message to staff in the borrower's own words, for example a dispute or a request
// about personal data.
import { type ReactNode, useState } from 'react';
import { focusField } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { TextArea } from '#/ui/TextArea.tsx';

/** Props that a screen passes through. `start…` and `isDrawnOnly` are for stories. */
export type MessageSheetProps = {
  isBusy: boolean;
  onSend(words: string): void;
  onClose(): void;
  /** The server's refusal of the message, shown until the borrower edits the message. */
  refusal?: string | undefined;
  onEdit?(): void;
  startWords?: string;
  startWrong?: boolean;
  isDrawnOnly?: boolean;
};

type MessageTexts = {
  title: string;
  detail: string;
  label: string;
  send: string;
  missing: string;
  long: string;
  /** The error for characters that a printed document cannot show. */
  letters(names: { letters: string }): string;
  used(count: { used: number; limit: number }): string;
};

/**
 * Asks for a message and sends it without invisible characters. Reports an empty or overlong
 * message at the field.
 */
export function MessageSheet({
  texts,
  children,
  isBusy,
  onSend,
  onClose,
  refusal,
  onEdit,
  startWords = '',
  startWrong = false,
  isDrawnOnly,
}: MessageSheetProps & { texts: MessageTexts; children?: ReactNode }) {
  const text = useText();
  const [words, setWords] = useState(startWords);
  const [isWrong, setWrong] = useState(startWrong);
  const visible = visibleWords(words);
  const undrawn = undrawnInMessage(visible);
  const isLong = [...visible].length > mostRequestLetters;
  const fault = isLong
    ? texts.long
    : undrawn.length > 0 && texts.letters({ letters: undrawn.join(' ') });
  const Frame = isDrawnOnly ? SheetPanel : Sheet;
  const send = () => {
    setWrong(visible === '');
    if (visible === '' || fault) focusField('words');
    else onSend(visible);
  };
  const change = (typed: string) => {
    setWords(typed);
    setWrong(false);
    onEdit?.();
  };
  return (
    <Frame
      title={texts.title}
      detail={texts.detail}
      closeLabel={text('shell.close')}
      onClose={onClose}
      foot={
        <Button isBusy={isBusy} onClick={send}>
          {texts.send}
        </Button>
      }
    >
      <Stack gap={3}>
        <TextArea
          name="words"
          rows={5}
          label={texts.label}
          value={words}
          onChange={change}
          error={fault || (isWrong ? texts.missing : refusal)}
          count={texts.used({ used: [...words].length, limit: mostRequestLetters })}
        />
        {children}
      </Stack>
    </Frame>
  );
}
