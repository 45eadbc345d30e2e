import type { MouseEvent } from 'react';
import { type ProgramLoader, useProgram } from '#/client/program.ts';
import type { Move } from '#/routes/history.ts';
import { isOwnAddress } from '#/routes/paths.ts';
import type { AnchorProps } from '#/ui/Anchor.tsx';

type AppLinkProps = AnchorProps & { move?: Move };

/**
 * The link component for everything in ui/. It navigates without a page load, and starts loading
 * the screen on touch. A click before the app has started waits for the app, so that no input is
 * lost.
 */
export function AppLink({ href, onClick, onPointerDown, move, ...rest }: AppLinkProps) {
  const program = useProgram();
  const isWithin = isOwnAddress(href) && rest.download === undefined && !rest.target;
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (isWithin && isPlain(event)) navigateOnClick(program, event, href, move);
      }}
      onPointerDown={(event) => {
        onPointerDown?.(event);
        if (isWithin) program.loaded()?.preloadLink(href);
      }}
    />
  );
}

/** Whether a click is unhandled, has no modifier key, and opens in the same tab. */
const isPlain = (event: MouseEvent) =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey;

function navigateOnClick(
  program: ProgramLoader,
  event: MouseEvent,
  href: string,
  move?: Move,
): void {
  event.preventDefault();
  program.load().then(
    ({ navigate }) => navigate(href, move ? { move } : {}),
    () => location.assign(href), // a page can still be loaded
  );
}
