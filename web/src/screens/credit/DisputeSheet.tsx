import { useState } from 'react';
import { useText } from '#/kit/text.ts';
import { focusField } from '#/kit/write.ts';
import { Button } from '#/ui/Button.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { TextArea } from '#/ui/TextArea.tsx';

type Props = {
  isBusy: boolean;
  onSend(words: string): void;
  onClose(): void;
  startWords?: string;
  startWrong?: boolean;
  isDrawnOnly?: boolean;
};

/** As many code points as the server takes. */
const limit = 1000;

/** Why a refusal is wrong, in the person's own words. */
export function DisputeSheet({ isBusy, onSend, onClose, startWords = '', startWrong = false, isDrawnOnly }: Props) {
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
      title={text('credit.dispute.title')}
      detail={text('credit.dispute.why')}
      closeLabel={text('shell.close')}
      onClose={onClose}
      foot={
        <Button isBusy={isBusy} onClick={send}>
          {text(isBusy ? 'credit.dispute.sending' : 'credit.dispute.send')}
        </Button>
      }
    >
      <TextArea
        name="words"
        rows={5}
        label={text('credit.dispute.words')}
        value={words}
        onChange={change}
        error={isWrong && text('credit.dispute.missing')}
        count={text('credit.dispute.used', { used: [...words].length, limit })}
      />
    </Frame>
  );
}
