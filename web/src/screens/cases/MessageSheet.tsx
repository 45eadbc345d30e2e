import { undrawnInWords } from '@sandali/contract/paperLetters.ts';
import { mostRequestLetters, visibleWords } from '@sandali/contract/text.ts';
// A sheet for a message to staff in the borrower's own words: a dispute, a request about their
// data.
import { type ReactNode, useState } from 'react';
import { focusField } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { TextArea } from '#/ui/TextArea.tsx';

/**
 * What a sheet that asks for words is given by its screen. `start…` and `isDrawnOnly` are the
 * gallery's.
 */
export type MessageSheetProps = {
  isBusy: boolean;
  onSend(words: string): void;
  onClose(): void;
  /** The server's message about the text, until it is edited. */
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
  /** The error if nothing was written. */
  missing: string;
  /** The error if more was written than we read. */
  long: string;
  /** The error if a paper could not show these letters. */
  letters(names: { letters: string }): string;
  /** The number of characters typed. */
  used(count: { used: number; limit: number }): string;
};

/**
 * Asks for words and sends them as they are seen; without any, or with too many, it says so and
 * leads back to the field. `children` are shown below the field.
 */
export function MessageSheet({
  said,
  children,
  isBusy,
  onSend,
  onClose,
  refusal,
  onEdit,
  startWords = '',
  startWrong = false,
  isDrawnOnly,
}: MessageSheetProps & { said: MessageTexts; children?: ReactNode }) {
  const text = useText();
  const [words, setWords] = useState(startWords);
  const [isWrong, setWrong] = useState(startWrong);
  const seen = visibleWords(words);
  const undrawn = undrawnInWords(seen);
  const isLong = [...seen].length > mostRequestLetters;
  const fault = isLong
    ? said.long
    : undrawn.length > 0 && said.letters({ letters: undrawn.join(' ') });
  const Frame = isDrawnOnly ? SheetPanel : Sheet;
  const send = () => {
    setWrong(seen === '');
    if (seen === '' || fault) focusField('words');
    else onSend(seen);
  };
  const change = (typed: string) => {
    setWords(typed);
    setWrong(false);
    onEdit?.();
  };
  return (
    <Frame
      title={said.title}
      detail={said.detail}
      closeLabel={text('shell.close')}
      onClose={onClose}
      foot={
        <Button isBusy={isBusy} onClick={send}>
          {said.send}
        </Button>
      }
    >
      <Stack gap={3}>
        <TextArea
          name="words"
          rows={5}
          label={said.label}
          value={words}
          onChange={change}
          error={fault || (isWrong ? said.missing : refusal)}
          count={said.used({ used: [...words].length, limit: mostRequestLetters })}
        />
        {children}
      </Stack>
    </Frame>
  );
}
