/** Reads a body as text, or returns null if it is larger than `maxBytes`. */
export async function textWithin(response: Response, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return null; // leaving the loop cancels the download
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
