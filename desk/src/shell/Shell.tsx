import './shell.css';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useIdleEnd, useSession } from '#/session.ts';
import { Keys } from './Keys.tsx';
import { Navigation } from './Navigation.tsx';
import { TopBar } from './TopBar.tsx';

const fields = 'input, textarea, select, [contenteditable], [role=dialog]';

/** The frame of every page: who is signed in, the menu and the page. */
export function Shell() {
  const { idleMs } = useSession();
  const [isShowingKeys, setShowingKeys] = useState(false);
  const here = useLocation({ select: ({ href }) => href });
  // The address at which a narrow window shows the menu: a followed link closes it.
  const [menuAt, setMenuAt] = useState<string | null>(null);
  const isMenuOpen = menuAt === here;
  const search = useRef<HTMLInputElement>(null);
  useIdleEnd(idleMs);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(fields);
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '?') setShowingKeys(true);
      else if (event.key === '/') {
        // The field of a closed menu cannot take the focus.
        flushSync(() => setMenuAt(here));
        search.current?.focus();
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [here]);
  return (
    <div className="shell">
      <a className="skip" href="#page">
        Skip to the page
      </a>
      <TopBar
        isMenuOpen={isMenuOpen}
        onMenu={() => setMenuAt(isMenuOpen ? null : here)}
        onKeys={() => setShowingKeys(true)}
      />
      <Navigation search={search} isOpen={isMenuOpen} />
      <main id="page" className="main" tabIndex={-1}>
        <Outlet />
      </main>
      {isShowingKeys && <Keys onClose={() => setShowingKeys(false)} />}
    </div>
  );
}
