import type { ReactNode } from 'react';
import { useText } from '#/i18n/text.ts';
import { openService } from '#/shell/customerService.ts';
import { LanguageButton } from '#/shell/LanguageButton.tsx';
import { IconButton } from '#/ui/IconButton.tsx';
import { keepFocus } from '#/ui/keepFocus.ts';
import { Sky } from '#/ui/Sky.tsx';
import { TopBar } from '#/ui/TopBar.tsx';
import { WordMark } from '#/ui/WordMark.tsx';

/**
 * The header of /home: the word mark, the language picker, customer service, and the arc below
 * them.
 */
export function HomeHeader({ children }: { children: ReactNode }) {
  const text = useText();
  const mark = (
    <h1 tabIndex={-1} ref={keepFocus}>
      <WordMark />
    </h1>
  );
  const actions = (
    <>
      <LanguageButton />
      <IconButton icon="chat" label={text('my.service')} onClick={openService} />
    </>
  );
  return (
    <Sky>
      <TopBar start={mark} actions={actions} />
      {children}
    </Sky>
  );
}
