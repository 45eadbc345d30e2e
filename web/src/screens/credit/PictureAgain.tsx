import { creditQuery, pictureReplace, type RequestedPicture } from '@sandali/contract/credit.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { useEffect } from 'react';
import { invalidate } from '#/client/query.ts';
import { useWrite } from '#/client/write.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Heading, Text as Words } from '#/ui/Text.tsx';
import { PictureInput, PictureProblem } from './PictureInput.tsx';
import { clearPictures } from './takenPictures.ts';
import { type PictureWork, usePicture } from './usePicture.ts';

/** A photo that a reviewer requests again: taken, uploaded, and sent in place of the old one. */
export default function PictureAgain({ requested }: { requested: RequestedPicture }) {
  const picture = usePicture(requested.purpose, null);
  useEffect(() => clearPictures, []);
  const { send, isBusy } = useWrite(pictureReplace, {
    onDone: async () => {
      clearPictures();
      await invalidate(userMulti, creditQuery);
    },
    onFailed: ({ name }) => {
      // The request has ended meanwhile. The reloaded application shows what is next.
      if (name === 'pictureNotRequested') void invalidate(userMulti, creditQuery);
      return false;
    },
  });
  const { pictureId } = picture;
  return (
    <>
      <PictureAgainView
        requested={requested}
        picture={picture}
        isBusy={isBusy}
        onSend={() => pictureId && void send({ pictureId })}
      />
      {picture.over}
    </>
  );
}

type ViewProps = {
  requested: RequestedPicture;
  picture: PictureWork;
  isBusy: boolean;
  onSend(): void;
};

/** What is requested, why, until when, and the photo. */
export function PictureAgainView({ requested, picture, isBusy, onSend }: ViewProps) {
  const text = useText();
  const { purpose, fault, until } = requested;
  const { state, message } = picture;
  const isSending = state === 'shrinking' || state === 'sending';
  return (
    <>
      <Page>
        <div role="status">
          <Heading level={2}>{text(`credit.again.${purpose}`)}</Heading>
          <Words>{text(`credit.again.${fault}`)}</Words>
        </div>
        <PictureInput purpose={purpose} picture={picture} error={undefined} />
        {state === 'failed' && <PictureProblem purpose={purpose} message={message} />}
        <Note tone="plain" icon="info">
          {text('credit.again.until', {
            day: formatDay(until, currentLocale(), { weekday: true }),
          })}
        </Note>
        <Note tone="plain" icon="lock">
          {text('credit.id.privacy')}
        </Note>
      </Page>
      <Footer>
        <Dock consequence={text('credit.again.place')}>
          <Button
            isBusy={isBusy || isSending}
            disabledReason={state !== 'done' && !isSending && text('credit.again.first')}
            onClick={onSend}
          >
            {text('credit.again.send')}
          </Button>
        </Dock>
      </Footer>
    </>
  );
}
