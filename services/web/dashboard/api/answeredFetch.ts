import { ForeignAnswer, NoAnswer } from "../../ui/apiError.ts";

/** Longer than the service takes for any response, including a rejected sign-in (services/gateway/admission/entry.ts). */
const answerTimeoutMs = 45_000;
/** extra time for large bodies on slow networks */
const timeoutOfKilobyteMs = 100;

/**
 * Wraps `send`: throws NoAnswer on timeout, and ForeignAnswer for a page instead of data. JSON and errors must arrive
 * completely in time. Larger bodies are streamed, and file uploads have no limit.
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
