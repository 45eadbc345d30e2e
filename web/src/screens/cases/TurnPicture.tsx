import { complaintPictureShow } from '@sandali/contract/cases.ts';
import type { ComplaintId } from '@sandali/contract/id.ts';
import { useState } from 'react';
import { callServer } from '#/client/callServer.ts';
import { useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import css from './conversation.module.css';
import { kbOf } from './receipt.ts';

type Props = {
  complaintId: ComplaintId;
  turn: number;
  picture: { width: number; height: number; sizeBytes: number };
  startSrc?: string;
};

/**
 * A message's picture, loaded on request because mobile data costs money. `startSrc` is for
 * stories.
 */
export function TurnPicture({
  complaintId,
  turn,
  picture: { width, height, sizeBytes },
  startSrc,
}: Props) {
  const text = useText();
  const [src, setSrc] = useState(startSrc ?? null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const show = async () => {
    setBusy(true);
    const result = await callServer(complaintPictureShow, { complaintId, turn });
    setBusy(false);
    if (result.ok) setSrc(`data:image/jpeg;base64,${result.data.jpeg}`);
    else setFailure(result.message);
  };
  if (src)
    return (
      <img
        className={css.picture}
        src={src}
        width={width}
        height={height}
        alt={text('cases.pictureOne')}
      />
    );
  return (
    <>
      <Button
        look="quiet"
        size="fit"
        className={css.show}
        icon="camera"
        isBusy={isBusy}
        onClick={() => void show()}
      >
        {text('cases.showPicture', { kb: kbOf(sizeBytes) })}
      </Button>
      {failure && <p role="alert">{failure}</p>}
    </>
  );
}
