import type { ReactNode } from 'react';
import { type PlainTextId, useText } from '#/i18n/text.ts';
import { Screen } from '#/ui/Layout.tsx';
import { TopBar } from '#/ui/TopBar.tsx';
import type { Entry } from './entries.ts';
import { nothing } from './fixtures.ts';

/** The bar that the shell draws over a screen whose route has a back arrow. */
export function ShellBar({ title }: { title: PlainTextId }) {
  const text = useText();
  return <TopBar title={text(title)} onBack={nothing} backLabel={text('shell.back')} />;
}

/** Makes the entries of one group: each draws a screen under the shell's bar. */
export const screensOf =
  (group: string, title: PlainTextId) =>
  (name: string, drawn: ReactNode | (() => ReactNode)): Entry => ({
    group,
    name,
    isScreen: true,
    draw: () => (
      <Screen>
        <ShellBar title={title} />
        {typeof drawn === 'function' ? drawn() : drawn}
      </Screen>
    ),
  });
