// The minimal app with which all sizes are compared: React, react-dom and a small router.
import { type MouseEvent, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};
addEventListener('popstate', tell);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function go(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault();
  history.pushState(null, '', event.currentTarget.href);
  tell();
}

const pages: Record<string, string> = { '/': 'Start', '/other': 'Other' };

function App() {
  const path = useSyncExternalStore(subscribe, () => location.pathname);
  return (
    <main>
      <h1>{pages[path] ?? 'Nothing here'}</h1>
      {Object.entries(pages).map(([to, name]) => (
        <a key={to} href={to} onClick={go}>
          {name}
        </a>
      ))}
    </main>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(<App />);
