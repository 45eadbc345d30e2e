import { useEffect } from 'react';
import { useText } from '#/kit/text.ts';
import { focusField } from '#/kit/write.ts';
import { Stack } from '#/ui/Layout.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { TextButton } from '#/ui/TextLink.tsx';
import css from './PictureCode.module.css';
import { type PictureCodeState, pictureDigits, pictureField } from './usePictureCode.ts';

/** Five digits in a picture, which are typed before another code is sent. A new picture takes the focus to its field. */
export function PictureCode({ picture }: { picture: PictureCodeState }) {
  const text = useText();
  const { shown } = picture;
  const png = shown?.png;
  useEffect(() => {
    if (png) focusField(pictureField);
  }, [png]);
  if (!shown) return null;
  const another = (
    <TextButton isAlone aria-disabled={picture.isBusy} onClick={picture.another}>
      {text(picture.isBusy ? 'account.picture.busy' : 'account.picture.another')}
    </TextButton>
  );
  return (
    <Stack>
      <img className={css.picture} src={`data:image/png;base64,${shown.png}`} width={220} height={80} alt={text('account.picture.alt')} />
      <TextField
        label={text('account.picture.label')}
        aside={another}
        name={pictureField}
        inputMode="numeric"
        autoComplete="off"
        maxLength={pictureDigits}
        value={picture.digits}
        onChange={picture.onDigits}
        hint={text('account.picture.hint')}
        error={picture.error}
      />
    </Stack>
  );
}
