// The shell's own screens: not found, loading, a script that failed to load, and a screen that
// crashed.

import type { ReactNode } from 'react';
import { getText, type PlainTextId } from '#/i18n/text.ts';
import { ScreenCrashed, ScreenLoadError } from '#/shell/ErrorScreen.tsx';
import { LanguageSheet } from '#/shell/LanguageSheet.tsx';
import NotFound from '#/shell/NotFound.tsx';
import { LoadErrorPage } from '#/shell/Query.tsx';
import { Screen } from '#/ui/Layout.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing } from '#stories/fixtures.ts';
import { failed } from '#stories/queries.ts';
import { ShellBar } from '#stories/ShellBar.tsx';

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

const notLoaded = {
  ...failed(''),
  failure: {
    /** A getter, so that the message is in the screenshot's language. */
    get message() {
      return getText('http.notJson', { status: 502 });
    },
  },
};

export const entries: Entry[] = [
  screen('not found', 'title.notFound', <NotFound />),
  screen('script did not come', 'title.loan', <ScreenLoadError />),
  screen('not loaded', 'title.statement', <LoadErrorPage read={notLoaded} />),
  screen('broken', 'title.orders', <ScreenCrashed onRetry={nothing} />),
  {
    group: 'Shell',
    name: 'languages',
    draw: () => <LanguageSheet isDrawnOnly onClose={nothing} />,
  },
];
