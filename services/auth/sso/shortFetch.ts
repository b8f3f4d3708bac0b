/** An issuer's longest legal answer, such as the keys of hundreds of clients, is shorter. */
const limit = 1024 * 1024;

/** Fetches an answer of up to 1 MB (teams §20.21.3). Throws a TypeError for a longer one, and reads no further. */
export async function shortFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // leaving the loop cancels the rest
    if (size > limit) throw new TypeError("The issuer's response is longer than 1 MB");
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  return new Response(size > 0 ? new Blob(chunks) : null, { status, statusText, headers });
}
