import type { ReactNode } from 'react';
import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';

export function HomeButton() {
  const text = useText();
  return (
    <ButtonLink look="soft" href={paths.home}>
      {text('shell.goHome')}
    </ButtonLink>
  );
}

/** The footer of a screen whose only action is to go home. */
export function GoHomeDock({ consequence }: { consequence?: ReactNode }) {
  return (
    <Footer>
      <Dock consequence={consequence}>
        <HomeButton />
      </Dock>
    </Footer>
  );
}
