import { useEffect, useRef } from 'react';
import { usePath, useSearch } from './kit/location.ts';
import { findRoute } from './routes.tsx';
import { AppLink } from './shell/AppLink.tsx';
import { Frame } from './shell/Frame.tsx';
import { keepShellVersion } from './shell/version.ts';
import { AnchorProvider } from './ui/Anchor.tsx';

/** The program: place, links, and the frame around the screen that the place asks for. */
export function App() {
  return (
    <AnchorProvider value={AppLink}>
      <Place />
    </AnchorProvider>
  );
}

function Place() {
  const path = usePath();
  const search = useSearch();
  const first = useRef(true);
  useEffect(() => keepShellVersion(path, search), [path, search]);
  useEffect(() => {
    // A new page announces itself: its heading takes the focus. The first page is announced by the browser.
    if (first.current) first.current = false;
    else if (path) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [path]);
  return <Frame route={findRoute(path)} path={path} />;
}
