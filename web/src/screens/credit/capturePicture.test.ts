import { expect, test, vi } from 'vitest';
import { addPicture, sendPicture } from './capturePicture.tsx';
import { clearPictures, getPicture, setPictureTarget, updatePicture } from './takenPictures.ts';

const prepared = vi.hoisted(() => Promise.withResolvers<unknown>());
vi.mock('./camera/preparePicture.ts', () => ({
  preparePicture: () => prepared.promise,
  countFault: () => {},
}));

test('a photo that is being shrunk at logout is not sent for the next user', async () => {
  vi.stubGlobal('URL', { ...URL, createObjectURL: () => 'blob:', revokeObjectURL: () => {} });
  const send = vi.fn(async () => ({ ok: true as const, data: {} }));
  setPictureTarget(send);
  const nowhere = {
    purpose: 'idFront',
    show: () => {},
    inputs: { files: () => {}, capture: () => {} },
  } as const;
  const adding = addPicture(nowhere, new File(['photo'], 'id.jpg'));
  expect(getPicture('idFront').state).toBe('shrinking');
  clearPictures();
  prepared.resolve({ jpeg: new Blob(['photo']), quality: null, fault: null });
  await adding;
  expect([getPicture('idFront').state, send.mock.calls.length]).toEqual(['empty', 0]);
  setPictureTarget(null);
  vi.unstubAllGlobals();
});

test('ignores an upload’s response once its photo is cleared and another is taken', async () => {
  vi.stubGlobal('URL', { ...URL, revokeObjectURL: () => {} });
  const answer = Promise.withResolvers<{ ok: true; data: object }>();
  let progress: (share: number) => void = () => {};
  setPictureTarget(async (_purpose, _photo, { onProgress }) => {
    progress = onProgress;
    return await answer.promise;
  });
  updatePicture('idFront', { bytes: new Uint8Array([1]) });
  const sending = sendPicture('idFront');
  expect(getPicture('idFront').state).toBe('sending');
  clearPictures();
  const another = new Uint8Array([2]);
  updatePicture('idFront', { state: 'shrinking', bytes: another });
  progress(0.5);
  answer.resolve({ ok: true, data: { pictureId: 'of the first' } });
  await sending;
  expect(getPicture('idFront')).toMatchObject({
    state: 'shrinking',
    bytes: another,
    pictureId: null,
    percent: 0,
  });
  setPictureTarget(null);
  vi.unstubAllGlobals();
});
