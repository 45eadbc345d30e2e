import { type ReactNode, useState } from 'react';
import { useText } from '#/kit/text.ts';
import { type ServiceFacts, ServiceSheet } from '#/screens/my/ServiceSheet.tsx';
import { LanguageButton } from '#/shell/LanguageButton.tsx';
import { IconButton } from '#/ui/IconButton.tsx';
import { keepFocus } from '#/ui/keepFocus.ts';
import { Sky } from '#/ui/Sky.tsx';
import { TopBar } from '#/ui/TopBar.tsx';
import { WordMark } from '#/ui/WordMark.tsx';

/** The head of /home: the word mark, the language, customer service, and the arc below them. */
export function HomeHead({ service, children }: { service: ServiceFacts | null; children: ReactNode }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const mark = (
    <h1 tabIndex={-1} ref={keepFocus}>
      <WordMark />
    </h1>
  );
  const actions = (
    <>
      <LanguageButton />
      <IconButton icon="chat" label={text('my.service')} onClick={() => setOpen(true)} />
    </>
  );
  return (
    <Sky>
      <TopBar start={mark} actions={actions} />
      {children}
      {isOpen && <ServiceSheet facts={service} onClose={() => setOpen(false)} />}
    </Sky>
  );
}
