import type { ReactNode } from 'react';
import { useText } from '#/kit/text.ts';
import type { ServiceFacts } from '#/screens/my/ServiceSheet.tsx';
import { useService } from '#/screens/my/useService.tsx';
import { LanguageButton } from '#/shell/LanguageButton.tsx';
import { IconButton } from '#/ui/IconButton.tsx';
import { keepFocus } from '#/ui/keepFocus.ts';
import { Sky } from '#/ui/Sky.tsx';
import { TopBar } from '#/ui/TopBar.tsx';
import { WordMark } from '#/ui/WordMark.tsx';

/** The head of /home: the word mark, the language, customer service, and the arc below them. */
export function HomeHead({ service, children }: { service: ServiceFacts | null; children: ReactNode }) {
  const text = useText();
  const help = useService(service);
  const mark = (
    <h1 tabIndex={-1} ref={keepFocus}>
      <WordMark />
    </h1>
  );
  const actions = (
    <>
      <LanguageButton />
      <IconButton icon="chat" label={text('my.service')} onClick={help.open} />
    </>
  );
  return (
    <Sky>
      <TopBar start={mark} actions={actions} />
      {children}
      {help.sheet}
    </Sky>
  );
}
