import type { MouseEvent } from 'react';
import { go, type Options } from '#/kit/location.ts';
import { isOwnAddress, splitAddress } from '#/kit/moves.ts';
import { loadScreen } from '#/routes.tsx';
import type { AnchorProps } from '#/ui/Anchor.tsx';

/** The anchor that every part of ui/ draws: within the program it moves without loading a page, and its screen begins to load at the touch. */
export function AppLink({ href, onClick, onPointerDown, move, ...rest }: AnchorProps & Pick<Options, 'move'>) {
  if (!isOwnAddress(href) || rest.download !== undefined || rest.target) {
    return <a {...rest} href={href} onClick={onClick} onPointerDown={onPointerDown} />;
  }
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void go(href, move ? { move } : {});
  };
  return (
    <a
      {...rest}
      href={href}
      onClick={follow}
      onPointerDown={(event) => {
        onPointerDown?.(event);
        void loadScreen(splitAddress(href).path);
      }}
    />
  );
}
