// Picture uploads: raw bytes beside the JSON (docs/integrators/protocol.md), and a `fetch` with
// upload progress. It is based on XMLHttpRequest, because streamed request bodies exist only in
// Chromium and count bytes before they are sent.

/** Returns a `fetch` that calls `onProgress` with the fraction of the body sent so far (0 to 1). */
export function postWithProgress(onProgress: (share: number) => void): typeof fetch {
  return (input, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const request = new XMLHttpRequest();
      request.open(method, String(input));
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ lengthComputable, loaded, total }) =>
        lengthComputable && onProgress(loaded / total);
      request.onload = () => {
        const later = request.getResponseHeader('retry-after');
        resolve(
          new Response(request.responseText, {
            status: request.status,
            headers: later === null ? {} : { 'retry-after': later },
          }),
        );
      };
      request.onerror = () => reject(new TypeError('The request did not arrive.'));
      request.onabort = () =>
        reject(signal?.reason ?? new DOMException('The request was stopped.', 'AbortError'));
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body as XMLHttpRequestBodyInit | null);
    });
}

export function splitRaw(body: unknown): { body: unknown; raw: Uint8Array | null } {
  const { bytes, ...rest } = (body ?? {}) as { bytes?: unknown };
  return bytes instanceof Uint8Array ? { body: rest, raw: bytes } : { body, raw: null };
}

const stepBytes = 256;

/**
 * Returns the plaintext: the length of the JSON (four bytes, big-endian), the JSON in UTF-8, and
 * the raw bytes. The JSON is padded with spaces to a multiple of 256 bytes.
 */
export function appendRaw(value: unknown, raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(value));
  const plaintext = new Uint8Array(
    Math.ceil((4 + json.length + raw.length) / stepBytes) * stepBytes,
  ).fill(0x20);
  const jsonLength = plaintext.length - 4 - raw.length;
  new DataView(plaintext.buffer).setUint32(0, jsonLength);
  plaintext.set(json, 4);
  plaintext.set(raw, 4 + jsonLength);
  return plaintext;
}
