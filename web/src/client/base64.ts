// base64url without padding (RFC 4648 §5).

/** Encodes bytes as base64url. */
export function toBase64url(data: ArrayBuffer | Uint8Array): string {
  const bytes = new Uint8Array(data);
  let letters = '';
  // In slices, because a picture has more bytes than a function call may have arguments.
  for (let at = 0; at < bytes.length; at += 8192)
    letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes base64url. Throws on any other character. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) throw new Error('This is not base64url.');
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
}
