import { useText } from '#/i18n/text.ts';
import { Button, ButtonLink } from '#/ui/Button.tsx';
import { Dialog, DialogPanel } from '#/ui/Dialog.tsx';
import { Picture } from '#/ui/Picture.tsx';

type Props = {
  /** Where the app comes from, where it comes from somewhere. */
  download: string | null;
  isDrawnOnly?: boolean;
};

/** Over everything for a client that is too old (spec §2): it can only be updated. Loading the page again brings the web program's newest release. */
export function UpdatePrompt({ download, isDrawnOnly }: Props) {
  const text = useText();
  const Frame = isDrawnOnly ? DialogPanel : Dialog;
  const actions = (
    <>
      {download && (
        <ButtonLink href={download} icon="download">
          {text('shell.downloadApp')}
        </ButtonLink>
      )}
      <Button look={download ? 'soft' : 'primary'} icon="refresh" onClick={() => location.reload()}>
        {text('shell.reload')}
      </Button>
    </>
  );
  return (
    <Frame isStacked picture={<Picture name="update" size="s" />} title={text('shell.tooOldTitle')} actions={actions}>
      {text('shell.tooOld')}
    </Frame>
  );
}
