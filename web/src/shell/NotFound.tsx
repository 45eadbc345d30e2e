import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';

/** Shown at an unknown address. */
export default function NotFound() {
  const text = useText();
  return (
    <>
      <Page>
        <Empty title={text('shell.notFound')}>{text('shell.notFoundWhy')}</Empty>
      </Page>
      <Footer>
        <Dock>
          <ButtonLink href={paths.home}>{text('shell.goHome')}</ButtonLink>
        </Dock>
      </Footer>
    </>
  );
}
