import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonCard } from '#/ui/Skeleton.tsx';

export function LimitLoading() {
  const text = useText();
  return (
    <Page>
      <SkeletonCard lines={2} label={text('limit.loading')} />
      <SkeletonCard lines={4} label={text('limit.loading')} />
    </Page>
  );
}

/** Before there is a line. */
export function NoLine() {
  const text = useText();
  return (
    <>
      <Page>
        <Empty title={text('limit.none.title')}>{text('limit.none.why')}</Empty>
      </Page>
      <Footer>
        <Dock>
          <ButtonLink look="soft" href={paths.home}>
            {text('shell.goHome')}
          </ButtonLink>
        </Dock>
      </Footer>
    </>
  );
}
