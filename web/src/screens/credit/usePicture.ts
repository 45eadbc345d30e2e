// Taking and sending one photo of an ID.
import { picturePurposes, pictureUpload } from '@sandali/contract/credit.ts';
import { canShell } from '#/kit/bridge.ts';
import { loadChunk } from '#/kit/chunk.ts';
import { textNow } from '#/kit/text.ts';
import { toast } from '#/kit/toast.ts';
import { useWrite } from '#/kit/write.ts';
import { type Purpose, setTaken, type Taken, takenNow, useTaken } from './takenPictures.ts';

export type PictureWork = Taken & {
  /** A file from the camera or from the phone. */
  take(file: File): void;
  /** Opens the native shell's camera; absent where the browser opens one. */
  shoot?(): void;
  /** Sends the same bytes once more, as the same request. */
  retry(): void;
};

/** One photo: made small on the phone, sent, tried again after a lost network with the same request id. */
export function usePicture(purpose: Purpose): PictureWork {
  const taken = useTaken(purpose);
  const upload = useWrite(pictureUpload, { key: purpose, onFailed: () => true });

  const send = async (bytes: string) => {
    setTaken(purpose, { state: 'sending', bytes, message: null });
    let asked = await upload.send({ purpose, bytes });
    // An id from before a reload belongs to a photo that is gone: it is settled now, and this photo gets one of its own.
    if (asked && !asked.ok && asked.name === 'requestIdReused') asked = await upload.send({ purpose, bytes });
    if (asked?.ok) setTaken(purpose, { state: 'done', bytes: null, pictureId: asked.data.pictureId });
    else setTaken(purpose, { state: 'failed', message: asked?.message ?? null, ...(asked?.isDefinite ? { bytes: null } : {}) });
  };
  const take = async (file: File) => {
    // An empty file is what a camera without permission leaves behind.
    if (file.size === 0)
      return setTaken(purpose, { state: 'failed', bytes: null, pictureId: null, message: textNow('credit.id.shootFailed') });
    setTaken(purpose, { state: 'shrinking', src: null, bytes: null, pictureId: null, message: null });
    const tools = await loadChunk(() => import('./shrink.ts')).catch(() => null);
    if (!tools) return setTaken(purpose, { state: 'failed', message: textNow('net.reload') });
    try {
      const small = await tools.shrink(file);
      setTaken(purpose, { src: URL.createObjectURL(small) });
      await send(await tools.toBase64(small));
    } catch {
      setTaken(purpose, { state: 'failed', src: null, message: textNow('credit.id.unreadable') });
    }
  };
  const shoot = async () => {
    const before = takenNow(purpose);
    // What went wrong before is put aside, so that the same trouble is a new message and read out again.
    if (before.state === 'failed') setTaken(purpose, { state: 'empty', message: null });
    const asked = takenNow(purpose);
    const calls = await loadChunk(() => import('#/kit/bridgeCalls.ts')).catch(() => null);
    if (!calls) return setTaken(purpose, { state: 'failed', message: textNow('net.reload') });
    const told = await calls.takePicture(purpose);
    // Meanwhile a file may have been chosen: a late answer changes nothing then.
    if (takenNow(purpose) !== asked) return;
    if (told.kind === 'cancelled') return setTaken(purpose, before);
    if (told.kind === 'done') {
      await take(told.data);
      // The permission has served its purpose, and the borrower is told so (NPC Circular 20-01 as amended by 2022-02, 3(D)).
      if (picturePurposes.every((one) => takenNow(one).state === 'done')) toast(textNow('credit.id.cameraOff'));
      return;
    }
    const message = textNow(told.kind === 'failed' ? 'credit.id.shootFailed' : 'credit.id.cameraAsleep');
    setTaken(purpose, { state: 'failed', src: null, bytes: null, pictureId: null, message });
  };
  const isMoving = () => ['shrinking', 'sending'].includes(takenNow(purpose).state);
  return {
    ...taken,
    take: (file) => void (isMoving() || take(file)),
    ...(canShell('takePicture') ? { shoot: () => void (isMoving() || shoot()) } : {}),
    retry: () => void (isMoving() || (taken.bytes && send(taken.bytes))),
  };
}
