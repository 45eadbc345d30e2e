import { useText } from '#/i18n/text.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import css from './shell.module.css';

/** The floating button that leads to the app's shop. */
export function DownloadButton({ href }: { href: string }) {
  const text = useText();
  return (
    <aside className={css.download}>
      <ButtonLink size="fit" look="soft" icon="download" href={href} rel="noopener">
        {text('shell.downloadApp')}
      </ButtonLink>
    </aside>
  );
}
