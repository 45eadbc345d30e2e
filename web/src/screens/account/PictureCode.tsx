import { useEffect, useRef } from 'react';
import { focusField } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { Stack } from '#/ui/Layout.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { TextButton } from '#/ui/TextLink.tsx';
import css from './PictureCode.module.css';
import { type PictureCodeState, pictureField } from './usePictureCode.ts';

/**
 * Asks for the five digits in a picture before another code is sent. A new picture moves the focus
 * to the field. Borrowers who cannot see the picture can let the device compute a key instead.
 */
export function PictureCode({ picture }: { picture: PictureCodeState }) {
  const text = useText();
  const { shown } = picture;
  const png = shown && 'png' in shown ? shown.png : undefined;
  const status = useRef<HTMLParagraphElement>(null);
  const isAtWork = shown !== null && 'key' in shown;
  useEffect(() => {
    if (png) focusField(pictureField);
    else if (isAtWork) status.current?.focus(); // the pressed button has disappeared
  }, [png, isAtWork]);
  if (!shown) return null;
  return (
    <Stack>
      {png && <Digits picture={picture} png={png} />}
      <div>
        <p role="status" tabIndex={-1} ref={status}>
          {'key' in shown &&
            text(
              shown.key
                ? 'account.picture.workDone'
                : picture.isTooSoon
                  ? 'account.picture.workWait'
                  : 'account.picture.workBusy',
            )}
        </p>
        {png && (
          <TextButton isAlone aria-disabled={picture.isBusy} onClick={picture.cannotSee}>
            {text('account.picture.cannotSee')}
          </TextButton>
        )}
      </div>
    </Stack>
  );
}

function Digits({ picture, png }: { picture: PictureCodeState; png: string }) {
  const text = useText();
  const another = (
    <TextButton isAlone aria-disabled={picture.isBusy} onClick={picture.another}>
      {text(picture.isBusy ? 'account.picture.busy' : 'account.picture.another')}
    </TextButton>
  );
  return (
    <>
      <img
        className={css.picture}
        src={`data:image/png;base64,${png}`}
        width={220}
        height={80}
        alt={text('account.picture.alt')}
      />
      <TextField
        label={text('account.picture.label')}
        aside={another}
        name={pictureField}
        inputMode="numeric"
        autoComplete="off"
        value={picture.digits}
        onChange={picture.onDigits}
        error={picture.error}
      />
    </>
  );
}
