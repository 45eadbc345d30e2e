// A borrower's device, which makes calls as the web app does: sealed or, if the server allows it,
// in plain JSON.
import { createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import type { AnyCall, Call, DataOf } from '@sandali/contract/call.ts';
import { type RefusalName, refusalName, successCode } from '@sandali/contract/codes.ts';
import type { KeyList } from '@sandali/contract/init.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import type * as v from 'valibot';
import { newId } from '#/platform/random.ts';

type InputOf<C> = C extends Call<infer I, infer _O, infer _R> ? v.InferInput<I> : never;

/** The result of a call. `name` is 'success' or the refusal's name; only a success has `data`. */
export type ClientAnswer<C> = {
  code: string;
  name: RefusalName | 'success';
  message: string;
  data: DataOf<C>;
};

export type Client = {
  readonly deviceId: string;
  /** The session token; empty before login. */
  token: string;
  /** Makes a call. Passing the request id of an earlier call repeats that call. */
  ask<C extends AnyCall>(call: C, input: InputOf<C>, requestId?: string): Promise<ClientAnswer<C>>;
  /** Makes a call. Throws unless it succeeds. */
  must<C extends AnyCall>(call: C, input: InputOf<C>, requestId?: string): Promise<DataOf<C>>;
};

export type ClientOptions = {
  /** The server: `app.fetch` in the same process, or a function that uses HTTP. */
  fetch(request: Request): Response | Promise<Response>;
  /** This is read at each call, because a restarted server may listen on another port. */
  origin: string;
  /** 128 random bits in base64url. */
  deviceId: string;
  wallMs(): number;
  locale?: Locale;
  /** Sends bodies without the envelope, which only a server with ALLOW_PLAIN=1 accepts. */
  isPlain?: boolean;
};

type Answer = { code: string; message: string; data: unknown };

/** Sends a request over HTTP, and repeats it once if the response has the header `retry-after`. */
export async function fetchWithRetry(request: Request): Promise<Response> {
  const answer = await fetch(request.clone());
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
  if (Number.isNaN(seconds)) return answer;
  await answer.body?.cancel();
  await new Promise((done) => setTimeout(done, seconds * 1000));
  return await fetch(request);
}

/** Returns a new device without a session. */
export function createClient(options: ClientOptions): Client {
  const { deviceId, locale = 'en', isPlain = false } = options;
  let keys: KeyList['keys'] = [];

  async function post(path: string, token: string, body: unknown): Promise<unknown> {
    const text = JSON.stringify(body);
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      'x-auth-token': token,
      'x-terminal-type': 'web',
      'x-local': locale,
      'x-encrypted': isPlain ? '0' : '1',
    };
    const answer = await options.fetch(
      new Request(`${options.origin}/galaxy${path}`, { method: 'POST', headers, body: text }),
    );
    return await answer.json();
  }

  async function send(
    path: string,
    token: string,
    body: unknown,
    requestId: string,
  ): Promise<Answer> {
    const { bytes: raw, ...rest } = (body ?? {}) as { bytes?: unknown };
    const isRaw = raw instanceof Uint8Array;
    if (isPlain && isRaw)
      return await send(
        path,
        token,
        { ...rest, bytes: Buffer.from(raw).toString('base64') },
        requestId,
      );
    const inside = { ts: options.wallMs(), requestId, deviceId, body: isRaw ? rest : body };
    if (isPlain) return (await post(path, token, inside)) as Answer;
    if (keys.length === 0)
      keys = (((await post('/init', '', {})) as Answer).data as { keyList: KeyList }).keyList.keys;
    const [key] = keys;
    if (!key) throw new Error('the server has no key');
    const bound = [
      'POST',
      `/galaxy${path}`,
      createHash('sha256').update(token).digest('base64url'),
      'web',
      locale,
    ].join('\n');
    const sealed = await seal(key, bound, inside, isRaw ? raw : null);
    return sealed.open(await post(path, token, sealed.body));
  }

  const client: Client = {
    deviceId,
    token: '',
    async ask<C extends AnyCall>(
      call: C,
      input: InputOf<C>,
      requestId = newId(Temporal.Instant.fromEpochMilliseconds(options.wallMs())),
    ) {
      const { code, message, data } = await send(call.path, client.token, input, requestId);
      const name = code === successCode ? 'success' : refusalName(code);
      if (!name) throw new Error(`${call.path} answered with an unknown code: ${code}`);
      return { code, name, message, data: data as DataOf<C> };
    },
    async must<C extends AnyCall>(call: C, input: InputOf<C>, requestId?: string) {
      const answer = await client.ask(call, input, requestId);
      if (answer.name !== 'success')
        throw new Error(
          `${call.path} was refused: ${answer.name} (${JSON.stringify(answer.data)})`,
        );
      return answer.data;
    },
  };
  return client;
}

const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes128Gcm(),
});
const bytes = (text: string) => new TextEncoder().encode(text);

/**
 * Seals a request with HPKE (docs/integrators/protocol.md). `open` opens a sealed response as in
 * RFC 9458, and returns a plain response unchanged.
 */
async function seal(
  key: KeyList['keys'][number],
  bound: string,
  inside: unknown,
  raw: Uint8Array | null,
) {
  const recipientPublicKey = await suite.kem.importKey('jwk', key.jwk, true);
  const sender = await suite.createSenderContext({
    recipientPublicKey,
    info: bytes(`sandali request ${raw ? 2 : 1}`),
  });
  const json = bytes(JSON.stringify(inside));
  const ct = Buffer.from(await sender.seal(raw ? withRaw(json, raw) : json, bytes(bound)));
  const enc = Buffer.from(sender.enc);
  const secret = Buffer.from(await sender.export(bytes('sandali answer'), 16));
  const open = (answer: unknown): Answer => {
    const { nonce, ct: sealed } = answer as { nonce?: string; ct?: string };
    if (!nonce || !sealed) return answer as Answer;
    const salt = Buffer.concat([enc, Buffer.from(nonce, 'base64url')]);
    const derive = (info: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, info, length));
    const opener = createDecipheriv('aes-128-gcm', derive('key', 16), derive('nonce', 12));
    const body = Buffer.from(sealed, 'base64url');
    opener.setAuthTag(body.subarray(-16));
    return JSON.parse(
      Buffer.concat([opener.update(body.subarray(0, -16)), opener.final()]).toString('utf8'),
    ) as Answer;
  };
  return {
    body: {
      v: raw ? 2 : 1,
      kid: key.kid,
      enc: enc.toString('base64url'),
      ct: ct.toString('base64url'),
    },
    open,
  };
}

/** Returns a version 2 plaintext: the length of the JSON, the JSON, and the raw bytes. */
function withRaw(json: Uint8Array, raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return new Uint8Array(Buffer.concat([length, json, raw]));
}
