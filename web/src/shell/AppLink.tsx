import type { Move } from '#/kit/moves.ts';
import { programNow } from '#/kit/program.ts';
import type { AnchorProps } from '#/ui/Anchor.tsx';

export type AppLinkProps = AnchorProps & { move?: Move };

/**
 * The anchor that every part of ui/ draws: within the program it moves without loading a page, and its screen begins to load at the touch.
 * Before the program is there it is a plain anchor.
 */
export function AppLink({ href, onClick, onPointerDown, move, ...rest }: AppLinkProps) {
  const link = { href, ...rest };
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        programNow()?.followLink(event, link, move);
      }}
      onPointerDown={(event) => {
        onPointerDown?.(event);
        programNow()?.touchLink(link);
      }}
    />
  );
}
