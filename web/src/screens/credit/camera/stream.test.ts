import { afterEach, expect, test, vi } from 'vitest';
import { closeCamera, hasTorch, openCamera, setTorch } from './stream.ts';

afterEach(() => vi.unstubAllGlobals());

/** Stubs a browser that has this camera. */
function withCamera(getUserMedia: (wish: MediaStreamConstraints) => Promise<MediaStream>): void {
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
}

/** Returns a stream with one track, which obeys constraints unless `takes` is false. */
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

test('the back camera opens for an ID and the front camera for a face, without sound', async () => {
  const requests: unknown[] = [];
  const { stream } = streamOf({});
  withCamera(async (wish) => {
    requests.push([wish.audio, (wish.video as MediaTrackConstraints).facingMode]);
    return stream;
  });
  expect([await openCamera('idFront'), await openCamera('selfie')]).toEqual([
    { kind: 'open', stream },
    { kind: 'open', stream },
  ]);
  expect(requests).toEqual([
    [false, { ideal: 'environment' }],
    [false, { ideal: 'user' }],
  ]);
});

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'asleep'],
  ['NotReadableError', 'asleep'],
])('openCamera reports the browser’s %s as %s', async (name, kind) => {
  withCamera(() => Promise.reject(new DOMException('no', name)));
  expect(await openCamera('idFront')).toEqual({ kind });
});

test('setTorch turns on the camera’s light and returns whether the light is on', async () => {
  const { stream, track } = streamOf({ torch: true });
  expect([hasTorch(stream), hasTorch(streamOf({}).stream)]).toEqual([true, false]);
  expect(await setTorch(stream, true)).toBe(true);
  expect(track.applyConstraints).toHaveBeenCalledWith({ advanced: [{ torch: true }] });
  expect(await setTorch(streamOf({ torch: true }, false).stream, true)).toBe(false);
  closeCamera(stream);
  expect(track.stop).toHaveBeenCalledOnce();
});
