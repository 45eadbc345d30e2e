import type { MouseEvent } from 'react';
import { go } from '#/kit/location.ts';
import { isOwnAddress, type Move, splitAddress } from '#/kit/moves.ts';
import { loadScreen } from '#/routes.tsx';
import type { AnchorProps } from '#/ui/Anchor.tsx';

type Link = Pick<AnchorProps, 'href' | 'download' | 'target'>;

const isWithin = ({ href, download, target }: Link) => isOwnAddress(href) && download === undefined && !target;

/** Follows a link within the program without loading a page, unless it is to be opened elsewhere or somebody else has dealt with it. */
export function followLink(event: MouseEvent, link: Link, move?: Move): void {
  if (!isWithin(link) || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  void go(link.href, move ? { move } : {});
}

/** A touch: the screen begins to load before the finger is lifted. */
export function touchLink(link: Link): void {
  if (isWithin(link)) void loadScreen(splitAddress(link.href).path);
}
