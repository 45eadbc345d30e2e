import { pictureUpload } from '@sandali/contract/credit.ts';
import { expect, test } from 'vitest';
import { somePicture } from '#/credit/testing.ts';
import { newId, randomBytes } from '#/platform/random.ts';
import { testApp } from '#/testing/app.ts';

const app = await testApp();
const path = `/galaxy${pictureUpload.path}`;

/** Starts an upload that stays open until `end` is called. */
function slowUpload(token: string) {
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const writer = body.writable.getWriter();
  const request = new Request(`http://localhost:8080${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': '200000',
      'x-auth-token': token,
    },
    body: body.readable,
    duplex: 'half',
  } as RequestInit);
  const status = Promise.resolve(app.listener.fetch(request)).then((answer) => answer.status);
  return { status, end: () => writer.close() };
}

test('many slow uploads of one person do not delay another person’s picture', async () => {
  const [anna, ben] = [await app.person(), await app.person()];
  const slow = Array.from({ length: 24 }, () => slowUpload(anna.client.token ?? ''));
  const large = Buffer.concat([
    Buffer.from(await somePicture(), 'base64'),
    randomBytes(90_000),
  ]).toString('base64');
  const uploaded = await ben.client.ask(
    pictureUpload,
    { purpose: 'selfie', bytes: large },
    newId(app.clocks.wall()),
  );
  expect(uploaded.name).toBe('success');
  // The server reads one upload, lets three wait, and refuses the others with 503.
  const answered: number[] = [];
  for (const upload of slow) void upload.status.then((status) => answered.push(status));
  await app.until('the answers to the others', async () => answered.length === 20);
  for (const upload of slow) await upload.end();
  const statuses = await Promise.all(slow.map((upload) => upload.status));
  expect(statuses.filter((status) => status === 503)).toHaveLength(20);
  expect(
    (
      await anna.client.ask(
        pictureUpload,
        { purpose: 'selfie', bytes: large },
        newId(app.clocks.wall()),
      )
    ).name,
  ).toBe('success');
});
