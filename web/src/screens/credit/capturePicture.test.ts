import { expect, test, vi } from 'vitest';
import { sendPicture } from './capturePicture.tsx';
import { clearPictures, getPicture, setPictureTarget, updatePicture } from './takenPictures.ts';

test('a photo whose answer comes after a logout, or after another was taken, changes nothing', async () => {
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
  expect(getPicture('idFront')).toMatchObject({ state: 'shrinking', bytes: another, pictureId: null, percent: 0 });
  setPictureTarget(null);
  vi.unstubAllGlobals();
});
