import { useState } from 'react';
import { useText } from '#/kit/text.ts';
import { focusField, useWrite } from '#/kit/write.ts';

const codePic = async () => (await import('@sandali/contract/account.ts')).codePic;

export const pictureField = 'pictureDigits';
export const pictureDigits = 5;

/** What is drawn of a picture and its field. */
export type PictureCodeState = {
  /** Null while none is asked for. */
  shown: { id: string; png: string } | null;
  digits: string;
  onDigits(typed: string): void;
  error?: string | undefined;
  isBusy: boolean;
  another(): void;
};

/** The picture whose digits are asked for before another code is sent: none until `ask` is called, which the server's refusal leads to. */
export function usePictureCode() {
  const text = useText();
  const [shown, setShown] = useState<PictureCodeState['shown']>(null);
  const [digits, setDigits] = useState('');
  const [error, setError] = useState<string>();
  const write = useWrite(codePic, {
    onDone: ({ pictureCodeId, png }) => {
      setShown({ id: pictureCodeId, png });
      setDigits('');
    },
  });
  const ask = (why?: string) => {
    setError(why);
    void write.send({});
  };
  const state: PictureCodeState = {
    shown,
    digits,
    onDigits: (typed) => {
      setError(undefined);
      setDigits(typed.replace(/\D/g, ''));
    },
    error,
    isBusy: write.isBusy,
    another: () => ask(),
  };
  /** What goes with the request: nothing without a picture; null, said at the field, while its digits are missing. */
  const read = () => {
    if (!shown) return {};
    if (digits.length === pictureDigits) return { pictureCode: { pictureCodeId: shown.id, digits } };
    setError(text('account.picture.missing'));
    focusField(pictureField);
    return null;
  };
  return { state, ask, read, forget: () => setShown(null) };
}
