// Opens the browser's camera for one purpose, switches its light if it has one, and releases it.
import type { Purpose } from '#/screens/credit/takenPictures.ts';

type Opened = { kind: 'open'; stream: MediaStream } | { kind: 'denied' | 'asleep' };

/** Opens the back camera for an ID, and the front camera for a face. Never rejects. */
export async function openCamera(purpose: Purpose): Promise<Opened> {
  try {
    const facingMode = { ideal: purpose === 'idFront' ? 'environment' : 'user' };
    const video = { facingMode, width: { ideal: 2560 }, height: { ideal: 1440 } };
    return {
      kind: 'open',
      stream: await navigator.mediaDevices.getUserMedia({ video, audio: false }),
    };
  } catch (error) {
    const isDenied =
      error instanceof DOMException &&
      (error.name === 'NotAllowedError' || error.name === 'SecurityError');
    return { kind: isDenied ? 'denied' : 'asleep' };
  }
}

/** Releases the camera, which also turns off its indicator. */
export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

// Only Chromium supports the torch, and the DOM types lack it.
type Lit = { torch?: boolean };

export function hasTorch(stream: MediaStream): boolean {
  const [track] = stream.getVideoTracks();
  return (track?.getCapabilities?.() as Lit | undefined)?.torch === true;
}

/** Switches the light on or off. @returns whether it is on now. */
export async function setTorch(stream: MediaStream, isOn: boolean): Promise<boolean> {
  const [track] = stream.getVideoTracks();
  const wish = { advanced: [{ torch: isOn } as MediaTrackConstraintSet] };
  return await (track?.applyConstraints(wish) ?? Promise.reject()).then(
    () => isOn,
    () => false,
  );
}
