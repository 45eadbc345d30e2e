// What one person's large uploads may take from everybody else's.
import { pictureUpload } from '@sandali/contract/credit.ts';
import { expect, test } from 'vitest';
import { somePicture } from '#/credit/testing.ts';
import { newId, randomBytes } from '#/platform/random.ts';
import { testApp } from '#/testing/app.ts';

const app = await testApp();
const path = `/galaxy${pictureUpload.path}`;

/** A picture that never comes to its end, until it is let go. */
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

test('nobody holds up the pictures of others, however many slow ones they begin', async () => {
  const [anna, ben] = [await app.person(), await app.person()];
  const slow = Array.from({ length: 24 }, () => slowUpload(anna.client.token ?? ''));
  const large = Buffer.concat([
    Buffer.from(await somePicture(), 'base64'),
    randomBytes(90_000),
  ]).toString('base64');
  const came = await ben.client.ask(
    pictureUpload,
    { purpose: 'selfie', bytes: large },
    newId(app.clocks.wall()),
  );
  expect(came.name).toBe('success');
  // One is read and three wait; for the others the phone is asked to send them later, while those
  // four last.
  const answered: number[] = [];
  for (const one of slow) void one.status.then((status) => answered.push(status));
  await app.until('the answers to the others', async () => answered.length === 20);
  for (const one of slow) await one.end();
  const told = await Promise.all(slow.map((one) => one.status));
  expect(told.filter((status) => status === 503)).toHaveLength(20);
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
