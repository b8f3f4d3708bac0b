/** ms for an answer, and for each kilobyte that is sent with the request: slow networks take long for a large body. */
const answerTimeout = 30_000;
const timeoutOfKilobyte = 100;

/** As `send`; where no whole answer comes for long, it throws: a network may swallow a request without a word. */
export const withinTime =
  (send: typeof fetch, timeout = answerTimeout): typeof fetch =>
  (input, init) => {
    const kilobytes = typeof init?.body === "string" ? init.body.length / 1024 : 0;
    const late = AbortSignal.timeout(timeout + Math.ceil(kilobytes) * timeoutOfKilobyte);
    return send(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, late]) : late });
  };
