// Tests pictures that are sent as raw bytes after the JSON (envelope version 2), including false
// lengths and slow bodies.

import { complaintCreate, complaintPicture } from '@sandali/contract/cases.ts';
import { pictureUpload } from '@sandali/contract/credit.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { Hono } from 'hono';
import { afterEach, expect, test, vi } from 'vitest';
import { somePicture } from '#/credit/testing.ts';
import { newId } from '#/platform/random.ts';
import { createClient } from '#/sandbox/client.ts';
import { gidOf, type Person, testApp } from '#/testing/app.ts';
import { sealFor } from '#/testing/seal.ts';
import { bytesOf, TooSlow, usualSlowest } from './bodies.ts';
import { splitRaw } from './envelope.ts';

const app = await testApp();
afterEach(() => void vi.useRealTimers());

/** Returns a person whose device seals its requests. */
async function sealedPerson(): Promise<Person> {
  const person = await app.person();
  const { deviceId, token } = person.client;
  const client = createClient({
    fetch: app.listener.fetch,
    origin: 'http://localhost:8080',
    deviceId,
    wallMs: () => app.clocks.wall().epochMilliseconds,
  });
  client.token = token;
  return { ...person, client };
}
const picture = async () => new Uint8Array(Buffer.from(await somePicture(), 'base64'));

type Wish = { path?: string; version?: 1 | 2; info?: 1 | 2; requestId?: string };
type Answer = { status: number; code: string; bytes: number };

/** Seals and sends a plaintext. `info` overrides the envelope version for the sealing. */
async function send(
  { client }: Person,
  plain: Uint8Array,
  { path = pictureUpload.path, version = 2, info = version }: Wish = {},
): Promise<Answer> {
  const bound = { path: `/galaxy${path}`, token: client.token, terminal: 'web', locale: 'en' };
  const [key] = app.keys.list(app.clocks.wall()).keys;
  if (!key) throw new Error('no key');
  const sealed = await sealFor(key, bound, new Uint8Array(plain), undefined, info);
  const body = JSON.stringify({ ...sealed.request, v: version });
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    'x-auth-token': client.token,
    'x-terminal-type': 'web',
    'x-local': 'en',
  };
  const answer = await app.listener.fetch(
    new Request(`http://localhost:8080/galaxy${path}`, { method: 'POST', headers, body }),
  );
  const json = await answer.json();
  return {
    status: answer.status,
    code: 'ct' in json ? JSON.parse(sealed.open(json)).code : json.code,
    bytes: body.length,
  };
}

function jsonOf(
  { client }: Person,
  body: unknown = { purpose: 'selfie' },
  requestId = newId(app.clocks.wall()),
): Buffer {
  return Buffer.from(
    JSON.stringify({
      ts: app.clocks.wall().epochMilliseconds,
      requestId,
      deviceId: client.deviceId,
      body,
    }),
  );
}

function framed(json: Uint8Array, raw: Uint8Array, length = json.length): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(length);
  return Buffer.concat([head, json, raw]);
}

slow('a photo of 250 kB takes a body of 334 kB, and is stored once if sent twice', async () => {
  const anna = await sealedPerson();
  const bytes = new Uint8Array(
    Buffer.concat([await picture(), Buffer.alloc(250_000)]).subarray(0, 250_000),
  );
  const requestId = newId(app.clocks.wall());
  const json = jsonOf(anna, { purpose: 'selfie' }, requestId);
  const first = await send(anna, framed(json, bytes));
  expect([first.status, first.code]).toEqual([200, '0000']);
  expect(first.bytes).toBeGreaterThan(333_000);
  expect(first.bytes).toBeLessThan(334_500);
  expect(
    await send(anna, framed(jsonOf(anna, { purpose: 'selfie' }, requestId), bytes)),
  ).toMatchObject({ code: '0000' });
  // The same bytes as base64 in the JSON, as version 1 sends them, count as the same input.
  const same = { purpose: 'selfie' as const, bytes: Buffer.from(bytes).toString('base64') };
  const { pictureId } = await anna.client.must(pictureUpload, same, requestId);
  expect(await anna.client.must(pictureUpload, { purpose: 'selfie', bytes }, requestId)).toEqual({
    pictureId,
  });
  const rows = await app.db
    .selectFrom('pictures')
    .select('id')
    .where('id', '=', pictureId)
    .execute();
  expect(rows).toHaveLength(1);
  const changed = Uint8Array.from(bytes);
  changed[249_999] = 1;
  expect(
    (await anna.client.ask(pictureUpload, { purpose: 'selfie', bytes: changed }, requestId)).name,
  ).toBe('requestIdReused');
});

slow(
  'accepts a picture of 5 MB in a body of 7 MB, but not one byte more',
  async () => {
    const anna = await sealedPerson();
    const most = 5 * 1024 * 1024;
    const bytes = new Uint8Array(most + 1);
    bytes.set(await picture());
    expect(await send(anna, framed(jsonOf(anna), bytes.subarray(0, most)))).toMatchObject({
      status: 200,
      code: '0000',
    });
    expect((await anna.client.ask(pictureUpload, { purpose: 'selfie', bytes })).name).toBe(
      'pictureTooLarge',
    );
    // If the headers announce a body that is too long, the server refuses it without reading it.
    const headers = {
      'content-type': 'application/json',
      'content-length': String(7 * 1024 * 1024 + 1),
      'x-auth-token': anna.client.token,
    };
    const head = new Request(`http://localhost:8080/galaxy${pictureUpload.path}`, {
      method: 'POST',
      headers,
      body: '{',
    });
    expect((await app.listener.fetch(head)).status).toBe(413);
    // The picture's header claims 14,000 by 14,000 pixels.
    const bomb = Buffer.from(
      '89504e470d0a1a0a0000000d49484452000036b0000036b008020000000000000000',
      'hex',
    );
    expect(
      (await anna.client.ask(pictureUpload, { purpose: 'selfie', bytes: new Uint8Array(bomb) }))
        .name,
    ).toBe('pictureTooLarge');
  },
  60_000,
);

test('a complaint’s picture can be sent as raw bytes', async () => {
  const anna = await sealedPerson();
  const wish = {
    kind: 'other' as const,
    loanId: null,
    payment: null,
    words: 'The screen is empty.',
  };
  const { complaintId } = await anna.client.must(complaintCreate, wish);
  expect(await anna.client.must(complaintPicture, { complaintId, bytes: await picture() })).toEqual(
    { pictures: 1 },
  );
});

test('refuses a plaintext with a false length or duplicate bytes, and stores nothing', async () => {
  const anna = await sealedPerson();
  const bytes = await picture();
  const json = jsonOf(anna);
  const whole = framed(json, bytes);
  const malformed: Record<string, Uint8Array> = {
    'nothing at all': new Uint8Array(),
    'three bytes': Buffer.from([0, 0, 0]),
    'a length and nothing after it': framed(json, new Uint8Array()).subarray(0, 4),
    'a JSON that goes on beyond the end': framed(json, bytes, json.length + bytes.length + 1),
    'a length of four gigabytes': framed(json, bytes, 0xffff_ffff),
    'a length that ends within the JSON': framed(json, bytes, json.length - 1),
    'a length that takes picture bytes in': framed(json, bytes, json.length + 8),
    'no JSON': framed(new Uint8Array(), bytes),
    'the JSON of version 1 in version 2': json,
    'bytes in the JSON as well': framed(jsonOf(anna, { purpose: 'selfie', bytes: 'AAAA' }), bytes),
    'a list for a body': framed(jsonOf(anna, []), bytes),
    'no body': framed(jsonOf(anna, null), bytes),
    'a text for a body': framed(jsonOf(anna, 'selfie'), bytes),
  };
  const outcome = await Promise.all(
    Object.entries(malformed).map(async ([name, plain]) => [name, (await send(anna, plain)).code]),
  );
  expect(outcome).toEqual(Object.keys(malformed).map((name) => [name, '1001']));
  // An envelope of one version does not open as the other, whatever version it states.
  for (const [version, info] of [
    [1, 2],
    [2, 1],
    [1, 1],
  ] as const) {
    expect(
      await send(anna, version === 1 ? whole : framed(jsonOf(anna), bytes), { version, info }),
    ).toMatchObject({
      status: 400,
      code: '1001',
    });
  }
  expect(await send(anna, whole, { version: 3 as never, info: 2 })).toMatchObject({
    status: 400,
    code: '1001',
  });
  const rows = await app.db
    .selectFrom('pictures')
    .select('id')
    .where('borrower_id', '=', await gidOf(anna))
    .execute();
  expect(rows).toEqual([]);
});

test('refuses missing or misplaced bytes, and cuts off bytes after a picture', async () => {
  const anna = await sealedPerson();
  expect(
    (await anna.client.ask(pictureUpload, { purpose: 'selfie', bytes: new Uint8Array() })).name,
  ).toBe('inputInvalid');
  // Bytes after a picture are accepted but not stored.
  const trailing = new Uint8Array([
    ...(await picture()),
    ...Buffer.from('<script>a second file</script>'),
  ]);
  const { pictureId } = await anna.client.must(pictureUpload, {
    purpose: 'selfie',
    bytes: trailing,
  });
  const row = await app.db
    .selectFrom('pictures')
    .select('file_name')
    .where('id', '=', pictureId)
    .executeTakeFirstOrThrow();
  const stored = app.context.sealer.openBytes(
    'picture',
    row.file_name,
    await app.context.files.get(row.file_name),
  );
  expect(stored.includes('second file')).toBe(false);
  expect(
    (
      await anna.client.ask(pictureUpload, {
        purpose: 'selfie',
        bytes: new Uint8Array(Buffer.from('no picture')),
      })
    ).name,
  ).toBe('pictureKindRefused');
  const elsewhere = await send(anna, framed(jsonOf(anna, {}), Buffer.from('x')), {
    path: userMulti.path,
  });
  expect([elsewhere.status, elsewhere.code]).toEqual([200, '1007']);
});

test('splits a plaintext exactly between its JSON and its raw bytes', () => {
  const parts = (text: Buffer) => {
    const split = splitRaw(text);
    return split && [split.json.toString(), Buffer.from(split.raw).toString()];
  };
  expect(parts(framed(Buffer.from('{}'), Buffer.from('raw')))).toEqual(['{}', 'raw']);
  expect(parts(framed(Buffer.from('{}'), Buffer.alloc(0)))).toEqual(['{}', '']);
  expect(parts(framed(Buffer.alloc(0), Buffer.alloc(0)))).toEqual(['', '']);
  expect(parts(framed(Buffer.from('{}'), Buffer.alloc(0), 3))).toBeNull();
  expect(parts(Buffer.from([0, 0, 0]))).toBeNull();
});

/**
 * Reads a body of `bytes` at `bytesASecond` on fake timers.
 * @returns the body's size or the error's name, and the elapsed seconds
 */
async function readAt(bytesASecond: number, bytes: number): Promise<[number | string, number]> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'clearTimeout'] });
  let remaining = bytes;
  let seconds = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        await new Promise((done) => setTimeout(done, 1000));
        seconds += 1;
        const piece = Math.min(remaining, bytesASecond);
        remaining -= piece;
        stream.enqueue(new Uint8Array(piece));
        if (remaining === 0) stream.close();
      },
    },
    { highWaterMark: 0 },
  );
  const slow = new Hono();
  slow.post('/', async (c) => c.text(String((await bytesOf(c, usualSlowest)).length)));
  slow.onError((error, c) => c.text(error.name));
  let outcome: string | null = null;
  void Promise.resolve(
    slow.fetch(
      new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit),
    ),
  )
    .then((answer) => answer.text())
    .then((text) => {
      outcome = text;
    });
  while (outcome === null && seconds < 600) await vi.advanceTimersByTimeAsync(500);
  return [Number(outcome) || (outcome ?? 'never'), seconds];
}

test('reads a photo at 10 kB/s, but aborts a body below 2 kB/s after ten seconds', async () => {
  expect(await readAt(10_000, 333_400)).toEqual([333_400, 34]);
  // At this speed, nine chunks arrive within the first ten seconds.
  expect(await readAt(2_300, 333_400)).toEqual([333_400, 145]);
  const [outcome, seconds] = await readAt(1_900, 333_400);
  expect([outcome, seconds <= 11]).toEqual([TooSlow.name, true]);
});

test('compares a slow upload’s timestamp with the time when the upload began', async () => {
  const anna = await sealedPerson();
  const bound = {
    path: `/galaxy${pictureUpload.path}`,
    token: anna.client.token,
    terminal: 'web',
    locale: 'en',
  };
  const [key] = app.keys.list(app.clocks.wall()).keys;
  if (!key) throw new Error('no key');
  const plain = new Uint8Array(
    framed(jsonOf(anna), Buffer.concat([await picture(), Buffer.alloc(60_000)])),
  );
  const sealed = await sealFor(key, bound, plain, undefined, 2);
  const text = Buffer.from(JSON.stringify(sealed.request));
  const slowStream = new TransformStream<Uint8Array, Uint8Array>();
  const writer = slowStream.writable.getWriter();
  const headers = {
    'content-type': 'application/json',
    'content-length': String(text.length),
    'x-auth-token': anna.client.token,
    'x-terminal-type': 'web',
    'x-local': 'en',
  };
  const answer = Promise.resolve(
    app.listener.fetch(
      new Request(`http://localhost:8080${bound.path}`, {
        method: 'POST',
        headers,
        body: slowStream.readable,
        duplex: 'half',
      } as RequestInit),
    ),
  );
  await writer.write(text.subarray(0, 1000));
  app.clocks.addMs(180_000);
  await writer.write(text.subarray(1000));
  await writer.close();
  const json = await (await answer).json();
  expect(JSON.parse(sealed.open(json as never)).code).toBe('0000');
});
