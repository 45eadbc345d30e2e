import { afterEach, expect, test, vi } from 'vitest';
import { closeCamera, hasTorch, openCamera, setTorch } from './stream.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser whose camera answers so. */
function withCamera(getUserMedia: (wish: MediaStreamConstraints) => Promise<MediaStream>): void {
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
}

/** A stream with one track; `takes` says whether it obeys. */
function streamOf(capabilities: object, takes = true) {
  const track = {
    stop: vi.fn(),
    getCapabilities: () => capabilities,
    applyConstraints: vi.fn(async () => (takes ? undefined : Promise.reject(new Error('not now')))),
  };
  return {
    track,
    stream: { getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream,
  };
}

test('an ID is looked at by the camera at the back, a face by the one at the front, and none listens', async () => {
  const asked: unknown[] = [];
  const { stream } = streamOf({});
  withCamera(async (wish) => {
    asked.push([wish.audio, (wish.video as MediaTrackConstraints).facingMode]);
    return stream;
  });
  expect([await openCamera('idFront'), await openCamera('selfie')]).toEqual([
    { kind: 'open', stream },
    { kind: 'open', stream },
  ]);
  expect(asked).toEqual([
    [false, { ideal: 'environment' }],
    [false, { ideal: 'user' }],
  ]);
});

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'asleep'],
  ['NotReadableError', 'asleep'],
])('%s: %s', async (name, kind) => {
  withCamera(() => Promise.reject(new DOMException('no', name)));
  expect(await openCamera('idFront')).toEqual({ kind });
});

test('the light is switched where there is one, and a camera that refuses stays dark', async () => {
  const { stream, track } = streamOf({ torch: true });
  expect([hasTorch(stream), hasTorch(streamOf({}).stream)]).toEqual([true, false]);
  expect(await setTorch(stream, true)).toBe(true);
  expect(track.applyConstraints).toHaveBeenCalledWith({ advanced: [{ torch: true }] });
  expect(await setTorch(streamOf({ torch: true }, false).stream, true)).toBe(false);
  closeCamera(stream);
  expect(track.stop).toHaveBeenCalledOnce();
});
