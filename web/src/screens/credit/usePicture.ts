// One photo of an ID: its state for the form, and access to the lazily loaded code that takes and
// sends the photo.
import type { DataOf } from '@sandali/contract/call.ts';
import type { creditQuery } from '@sandali/contract/credit.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { shellSupports } from '#/client/bridge.ts';
import { loadChunk } from '#/client/chunk.ts';
import { whenIdle } from '#/client/idle.ts';
import { getText } from '#/i18n/text.ts';
import {
  type Inputs,
  noPicture,
  type Purpose,
  type TakenPicture,
  updatePicture,
  useTakenPicture,
} from './takenPictures.ts';

type EarlierPicture = DataOf<typeof creditQuery>['frontPicture'];

export type PictureWork = TakenPicture & {
  /**
   * When the photo was sent, if it was sent from another device or before a reload. The picture
   * itself is not available.
   */
  sentAt: NonNullable<EarlierPicture>['sentAt'] | null;
  /** Adds a photo taken with the phone's camera or chosen from its files. */
  take(file: File, inputs: Inputs): void;
  /** Opens the native shell's camera or the browser's; absent if there is neither. */
  shoot?(inputs: Inputs): void;
  /** Sends the same bytes again, as the same request. */
  retry(): void;
  /** Stops the upload but retains the photo. */
  cancel(): void;
  /** The full-screen camera or photo review, rendered over the page. */
  over: ReactNode;
};

const load = () => import('./capturePicture.tsx');
type Tools = Awaited<ReturnType<typeof load>>;

/**
 * Takes, checks, shrinks and sends one photo. A retry after a network failure is the same request.
 */
export function usePicture(purpose: Purpose, sentBefore: EarlierPicture): PictureWork {
  const picture = useTakenPicture(purpose);
  const [over, show] = useState<ReactNode>(null);
  useEffect(() => whenIdle(() => void load().catch(() => {})), []);
  const work = async (run: (tools: Tools) => unknown) => {
    const tools = await loadChunk(load).catch(() => null);
    if (tools) await run(tools);
    else updatePicture(purpose, { ...noPicture, state: 'failed', message: getText('net.reload') });
  };
  const isMoving = picture.state === 'shrinking' || picture.state === 'sending';
  const unlessMoving = (run: Parameters<typeof work>[0]) => void (isMoving || work(run));
  const mayShoot =
    shellSupports('takePicture') || typeof navigator.mediaDevices?.getUserMedia === 'function';
  const known: TakenPicture =
    picture.state === 'empty' && sentBefore
      ? { ...picture, state: 'done', pictureId: sentBefore.id }
      : picture;
  return {
    ...known,
    sentAt: picture.state === 'empty' && sentBefore ? sentBefore.sentAt : null,
    take: (file, inputs) =>
      unlessMoving((tools) => tools.addPicture({ purpose, show, inputs }, file)),
    ...(mayShoot
      ? {
          shoot: (inputs: Inputs) =>
            unlessMoving((tools) => tools.capturePicture({ purpose, show, inputs })),
        }
      : {}),
    retry: () => unlessMoving((tools) => tools.sendPicture(purpose)),
    cancel: () => void work((tools) => tools.cancelSending(purpose)),
    over,
  };
}
