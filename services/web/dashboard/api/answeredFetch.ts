/** No answer has come in time: what was asked for may have been done all the same. */
export class NoAnswer extends Error {}

/** Something between the browser and the service has answered: a network that wants a sign-in of its own, a proxy. */
export class ForeignAnswer extends Error {}

/** Longer than the service takes for any answer, a refused sign-in included (services/gateway/admission/entry.ts). */
const answerTimeoutMs = 45_000;
/** slow networks take long for a large body */
const timeoutOfKilobyteMs = 100;

/**
 * As `send`, but an answer that never comes throws NoAnswer, and a page in place of data ForeignAnswer. JSON and what is
 * refused have to arrive whole within the time; what is larger is read as it comes, and a file is sent for as long as that
 * takes.
 */
export const answered =
  (send: typeof fetch, timeoutMs = answerTimeoutMs): typeof fetch =>
  async (input, init = {}) => {
    const { body, signal } = init;
    const kilobytes = typeof body === "string" ? body.length / 1024 : 0;
    const waiting = new AbortController();
    const giveUp = () => waiting.abort(new NoAnswer());
    const isUpload = body instanceof FormData;
    const timer = isUpload ? undefined : setTimeout(giveUp, timeoutMs + kilobytes * timeoutOfKilobyteMs);
    try {
      const response = await send(input, {
        ...init,
        signal: signal ? AbortSignal.any([signal, waiting.signal]) : waiting.signal,
      });
      const type = response.headers.get("content-type") ?? "";
      if (response.ok && type.startsWith("text/html")) throw new ForeignAnswer();
      const isWhole = type.startsWith("application/json") || !response.ok;
      return isWhole ? new Response(await response.arrayBuffer(), response) : response;
    } finally {
      clearTimeout(timer);
    }
  };

export const answeredFetch = answered(fetch);
