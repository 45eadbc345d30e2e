import { minuteMs } from '@sandali/contract/day.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';

const shownMinutes = 5;

/**
 * A picture on a canvas, for some minutes. It is never in the browser's cache, has no address and
 * cannot be saved by the browser's menu.
 */
export function Picture({ data }: { data: unknown }) {
  const { jpeg } = data as { jpeg?: string };
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<'shown' | 'gone' | 'damaged'>('shown');
  useEffect(() => {
    if (!jpeg) return;
    let isLeft = false;
    const bytes = Uint8Array.from(atob(jpeg), (sign) => sign.charCodeAt(0));
    createImageBitmap(new Blob([bytes], { type: 'image/jpeg' })).then(
      (picture) => {
        if (!isLeft && canvas.current) draw(canvas.current, picture);
        picture.close();
      },
      () => setState('damaged'),
    );
    const timer = setTimeout(() => setState('gone'), shownMinutes * minuteMs);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [jpeg]);
  if (!jpeg)
    return <p className="lines">This is a PDF. The line above shows it on your machine.</p>;
  if (state === 'damaged') return <p className="lines lines-bad">The picture is damaged.</p>;
  if (state === 'gone') return <p className="lines">The picture is gone. Ask for it again.</p>;
  return (
    <figure className="picture">
      <canvas
        ref={canvas}
        role="img"
        aria-label="The picture"
        onContextMenu={(event) => event.preventDefault()}
      />
      <figcaption>
        It disappears after {shownMinutes} minutes.
        <Button className="button quiet" onPress={() => setState('gone')}>
          I have seen it
        </Button>
      </figcaption>
    </figure>
  );
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap): void {
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
}
