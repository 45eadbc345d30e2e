import type { DataRequestKind } from '@sandali/contract/privacy.ts';
import { useState } from 'react';
import { useText } from '#/kit/text.ts';
import { focusField } from '#/kit/write.ts';
import { Button } from '#/ui/Button.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { Text } from '#/ui/Text.tsx';
import { TextArea } from '#/ui/TextArea.tsx';

type Props = {
  kind: DataRequestKind;
  isBusy: boolean;
  onSend(words: string): void;
  onClose(): void;
  startWords?: string;
  startWrong?: boolean;
  isDrawnOnly?: boolean;
};

/** As many code points as the server takes. */
const limit = 1000;

/** A request to staff, in the person's own words. */
export function RequestSheet({ kind, isBusy, onSend, onClose, startWords = '', startWrong = false, isDrawnOnly }: Props) {
  const text = useText();
  const [words, setWords] = useState(startWords);
  const [isWrong, setWrong] = useState(startWrong);
  const Frame = isDrawnOnly ? SheetPanel : Sheet;
  const send = () => {
    setWrong(words.trim() === '');
    if (words.trim() === '') focusField('words');
    else onSend(words.trim());
  };
  const change = (typed: string) => {
    setWords([...typed].slice(0, limit).join(''));
    setWrong(false);
  };
  return (
    <Frame
      title={text(`data.request.${kind}`)}
      detail={text(`data.request.why.${kind}`)}
      closeLabel={text('shell.close')}
      onClose={onClose}
      foot={
        <Button isBusy={isBusy} onClick={send}>
          {text(isBusy ? 'data.request.sending' : 'data.request.send')}
        </Button>
      }
    >
      <Stack gap={3}>
        <TextArea
          name="words"
          rows={5}
          label={text(`data.request.words.${kind}`)}
          value={words}
          onChange={change}
          error={isWrong && text('data.request.missing')}
          count={text('data.request.used', { used: [...words].length, limit })}
        />
        <Text size="s">{text('data.request.law')}</Text>
      </Stack>
    </Frame>
  );
}
