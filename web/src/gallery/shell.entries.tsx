// What the shell itself puts in a screen's place: nothing there, not there yet, a script that did not come, a screen that broke.

import type { ReactNode } from 'react';
import type { PlainTextId } from '#/kit/text.ts';
import NotFound from '#/screens/NotFound.tsx';
import { Broken, LoadFailed } from '#/shell/Failed.tsx';
import { LanguageSheet } from '#/shell/LanguageSheet.tsx';
import { NotLoadedPage } from '#/shell/Query.tsx';
import { Screen } from '#/ui/Layout.tsx';
import type { Entry } from './entry.ts';
import { nothing } from './fixtures.ts';
import { notLoaded } from './reads.ts';
import { ShellBar } from './ShellBar.tsx';

const screen = (name: string, title: PlainTextId, drawn: ReactNode, at?: string): Entry => ({
  group: 'Shell',
  name,
  isScreen: true,
  ...(at && { at }),
  draw: () => (
    <Screen>
      <ShellBar title={title} />
      {drawn}
    </Screen>
  ),
});

export const entries: Entry[] = [
  screen('not found', 'title.notFound', <NotFound />),
  screen('script did not come', 'title.loan', <LoadFailed />),
  screen('not loaded', 'title.statement', <NotLoadedPage read={notLoaded('Request failed with status code 502')} />),
  screen('broken', 'title.orders', <Broken onRetry={nothing} />),
  { group: 'Shell', name: 'languages', draw: () => <LanguageSheet isDrawnOnly onClose={nothing} /> },
];
