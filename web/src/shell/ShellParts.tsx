// The parts of the shell around every screen.
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { whenIdle } from '#/client/idle.ts';
import { offlineNote, useOnline } from '#/client/online.ts';
import { dismissToast, useToasts } from '#/client/toast.ts';
import { useText } from '#/i18n/text.ts';
import { goBack, usePath } from '#/routes/navigation.ts';
import { findRoute } from '#/routes/routes.ts';
import { IconButton } from '#/ui/IconButton.tsx';
import { OfflineBar } from '#/ui/Note.tsx';
import { TextButton } from '#/ui/TextLink.tsx';
import { Toast, ToastPlace } from '#/ui/Toast.tsx';
import { TopBar } from '#/ui/TopBar.tsx';
import { CustomerServiceSheet } from './CustomerService.tsx';
import type { ExtrasProps } from './Extras.tsx';
import { LanguageButton } from './LanguageButton.tsx';
import { ShellTabs } from './TabFooter.tsx';

/** The offline notice, and the bar with the back arrow if the route has one. */
export function ShellHeader() {
  const text = useText();
  const isOnline = useOnline();
  const note = offlineNote.use();
  const path = usePath();
  const route = findRoute(path);
  const title = text(route.title);
  const first = useRef(true);
  useEffect(() => {
    document.title = `${title} · Sandali`;
  }, [title]);
  useEffect(() => {
    // Focus the heading so that screen readers announce the new page. The browser announces the
    // first page itself.
    if (first.current) first.current = false;
    else if (path) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [path]);
  return (
    <>
      {(note || !isOnline) && <OfflineBar>{note ?? text('shell.offline')}</OfflineBar>}
      {route.header === 'back' && (
        <TopBar
          title={title}
          onBack={goBack}
          backLabel={text('shell.back')}
          actions={route.hasLanguage && <LanguageButton />}
        />
      )}
    </>
  );
}

/** Toasts, and dialogs that may open over any screen. */
export function ShellOverlays() {
  const path = usePath();
  const Extras = useExtras(path);
  const cameFrom = usePathBefore(path);
  return (
    <>
      {findRoute(path).tab && <ShellTabs />}
      <Toasts />
      <CustomerServiceSheet path={path} />
      {Extras && <Extras path={path} cameFrom={cameFrom} />}
    </>
  );
}

/**
 * Loads the extras once the screen is shown and the browser is idle. The app works without them.
 */
function useExtras(path: string): ComponentType<ExtrasProps> | null {
  const [loaded, setLoaded] = useState<{ Extras: ComponentType<ExtrasProps> } | null>(null);
  useEffect(() => {
    if (loaded || !path) return;
    return whenIdle(() => void import('./Extras.tsx').then(setLoaded, () => {}));
  }, [loaded, path]);
  return loaded?.Extras ?? null;
}

/** Returns the previous path, or null on the first page. */
function usePathBefore(path: string): string | null {
  const visited = useRef<{ now: string; before: string | null }>({ now: path, before: null });
  if (visited.current.now !== path) visited.current = { now: path, before: visited.current.now };
  return visited.current.before;
}

/**
 * Toasts, in a live region that is always mounted. A toast with an action stays until the action is
 * used or the toast is dismissed.
 */
function Toasts() {
  const text = useText();
  const toasts = useToasts();
  return (
    <ToastPlace>
      {toasts.map(({ id, text: words, tone, action }) => {
        const run = () => {
          dismissToast(id);
          action?.run();
        };
        const buttons = action && (
          <>
            <TextButton isAlone onClick={run}>
              {action.label}
            </TextButton>
            <IconButton icon="close" label={text('shell.close')} onClick={() => dismissToast(id)} />
          </>
        );
        return (
          <Toast
            key={id}
            icon={tone === 'bad' ? 'warning' : action || tone === 'info' ? 'info' : 'check'}
            action={buttons}
          >
            {words}
          </Toast>
        );
      })}
    </ToastPlace>
  );
}
