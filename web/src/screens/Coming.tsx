import { usePath } from '#/kit/location.ts';
import { useText } from '#/kit/text.ts';
import { paths } from '#/paths.ts';
import { findRoute } from '#/routes.tsx';
import { TabFoot } from '#/shell/TabFoot.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { TopBar } from '#/ui/TopBar.tsx';

/** The honest face of a screen that is only promised. It names the issue that brings it, for those who build the program. */
export default function Coming() {
  const text = useText();
  const route = findRoute(usePath());
  return (
    <>
      {route.header === 'none' && <TopBar title={text(route.title)} />}
      <Page data-issue={route.issue ?? undefined}>
        <Empty title={text('shell.coming')}>{text('shell.comingWhy')}</Empty>
      </Page>
      {route.tab ? (
        <TabFoot />
      ) : (
        <Foot>
          <Dock>
            <ButtonLink look="soft" href={paths.home}>
              {text('shell.goHome')}
            </ButtonLink>
          </Dock>
        </Foot>
      )}
    </>
  );
}
