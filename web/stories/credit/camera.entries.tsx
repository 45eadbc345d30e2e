// The camera in every state, for photos of an ID and for the QR code of a National ID.

import { type CameraState, CameraView } from '#/screens/credit/camera/CameraView.tsx';
import {
  NationalIdView,
  type ReaderMessage,
  type ReaderState,
} from '#/screens/credit/nationalId/NationalIdView.tsx';
import type { Purpose } from '#/screens/credit/takenPictures.ts';
import type { Entry } from '#stories/entries.ts';
import { idPicture, nothing } from '#stories/fixtures.ts';

const parts = { onClose: nothing, onTorch: nothing, onFiles: nothing, onPhone: nothing };
const camera = (purpose: Purpose, state: CameraState) => (
  <CameraView
    {...parts}
    purpose={purpose}
    state={state}
    onShoot={nothing}
    onRetake={nothing}
    onUse={nothing}
  />
);
const look = { kind: 'look', src: idPicture, mayUseAnyway: false } as const;
const screen = (name: string, draw: Entry['draw']): Entry => ({
  group: 'Credit',
  name,
  isScreen: true,
  draw,
});

const reader = (name: string, state: ReaderState, message: ReaderMessage | null = null) =>
  screen(`National ID, ${name}`, () => (
    <NationalIdView
      {...parts}
      state={state}
      message={message}
      isChecking={false}
      onAgain={nothing}
    />
  ));
const live = { kind: 'live', hasTorch: false, isTorchOn: false } as const;

export const entries: Entry[] = [
  screen('camera, asked for', () => camera('idFront', { kind: 'asking' })),
  screen('camera, live, ID', () =>
    camera('idFront', { kind: 'live', hasTorch: true, isTorchOn: false }),
  ),
  screen('camera, live, selfie', () =>
    camera('selfie', { kind: 'live', hasTorch: false, isTorchOn: false }),
  ),
  screen('camera, checking', () => camera('idFront', { kind: 'checking' })),
  screen('camera, good', () => camera('idFront', { ...look, fault: null })),
  screen('camera, selfie, good', () => camera('selfie', { ...look, fault: null })),
  screen('camera, too dark', () => camera('idFront', { ...look, fault: 'dark' })),
  screen('camera, blank', () => camera('selfie', { ...look, fault: 'blank' })),
  screen('camera, too blurred', () => camera('idFront', { ...look, fault: 'blurred' })),
  screen('camera, glare', () => camera('idFront', { ...look, fault: 'glare' })),
  screen('camera, too small, for the second time', () =>
    camera('idFront', { ...look, fault: 'small', mayUseAnyway: true }),
  ),
  screen('camera, permission refused', () =>
    camera('idFront', { kind: 'failed', reason: 'denied' }),
  ),
  screen('camera, asleep', () => camera('selfie', { kind: 'failed', reason: 'asleep' })),
  screen('camera, shooting failed', () =>
    camera('idFront', { kind: 'failed', reason: 'shooting' }),
  ),
  reader('its code is looked for', { ...live, hasTorch: true }),
  reader('another code', live, 'other'),
  reader('a code without details', live, 'empty'),
  reader('no code in the photo', { kind: 'denied' }, 'none'),
  reader('no camera', { kind: 'denied' }),
  reader('in the app', { kind: 'shell' }),
];
