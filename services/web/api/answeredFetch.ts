/** No answer has come in time: what was asked for may have been done all the same. */
export class NoAnswer extends Error {}

/** Something between the browser and the service has answered: a network that wants a sign-in of its own, a proxy. */
export class ForeignAnswer extends Error {}

/** Longer than the service takes for any answer, a refused sign-in included (services/gateway/entry.ts). */
export const answerTimeoutMs = 45_000;

/**
 * As fetch, but an answer that never comes throws NoAnswer, and a page in place of data ForeignAnswer. JSON has to arrive
 * whole within the time; what is larger than JSON is read as it comes, and a file is sent for as long as that takes.
 */
export const answeredFetch: typeof fetch = async (input, init = {}) => {
  const isUpload = init.body instanceof FormData;
  const waiting = new AbortController();
  const timer = isUpload ? undefined : setTimeout(() => waiting.abort(new NoAnswer()), answerTimeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, waiting.signal]) : waiting.signal;
  try {
    const response = await fetch(input, { ...init, signal });
    const type = response.headers.get("content-type") ?? "";
    if (response.ok && type.startsWith("text/html")) throw new ForeignAnswer();
    return type.startsWith("application/json") ? await whole(response) : response;
  } finally {
    clearTimeout(timer);
  }
};

const whole = async (response: Response): Promise<Response> => new Response(await response.arrayBuffer(), response);
