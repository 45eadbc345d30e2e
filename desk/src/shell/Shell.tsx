import './shell.css';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useIdleEnd, useSession } from '#/session.ts';
import { Keys } from './Keys.tsx';
import { Navigation } from './Navigation.tsx';
import { TopBar } from './TopBar.tsx';

const fields = 'input, textarea, select, [contenteditable], [role=dialog]';

/** The frame of every page: who is signed in, the menu and the page. */
export function Shell() {
  const { idleMs } = useSession();
  const [isShowingKeys, setShowingKeys] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  useIdleEnd(idleMs);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(fields);
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '?') setShowingKeys(true);
      else if (event.key === '/') search.current?.focus();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <div className="shell">
      <a className="skip" href="#page">
        Skip to the page
      </a>
      <TopBar onKeys={() => setShowingKeys(true)} />
      <Navigation search={search} />
      <main id="page" className="main" tabIndex={-1}>
        <Outlet />
      </main>
      {isShowingKeys && <Keys onClose={() => setShowingKeys(false)} />}
    </div>
  );
}
