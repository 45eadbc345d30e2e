import type { MouseEvent } from 'react';
import { loadedProgram, loadProgram } from '#/client/program.ts';
import type { Move } from '#/routes/history.ts';
import { isOwnAddress } from '#/routes/paths.ts';
import type { AnchorProps } from '#/ui/Anchor.tsx';

type AppLinkProps = AnchorProps & { move?: Move };

/**
 * The anchor that every part of ui/ draws: within the program it moves without loading a page, and
 * its screen begins to load at the touch. A click that comes before the program waits for it, so
 * that nothing that was typed is lost.
 */
export function AppLink({ href, onClick, onPointerDown, move, ...rest }: AppLinkProps) {
  const isWithin = isOwnAddress(href) && rest.download === undefined && !rest.target;
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (isWithin && isPlain(event)) navigateOnClick(event, href, move);
      }}
      onPointerDown={(event) => {
        onPointerDown?.(event);
        if (isWithin) loadedProgram()?.preloadLink(href);
      }}
    />
  );
}

/** A plain click: not handled already, no modifier key, no other target. */
const isPlain = (event: MouseEvent) =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey;

function navigateOnClick(event: MouseEvent, href: string, move?: Move): void {
  event.preventDefault();
  loadProgram().then(
    ({ navigate }) => navigate(href, move ? { move } : {}),
    () => location.assign(href), // a page can still be loaded
  );
}
