/** An id that nobody else makes. `crypto.randomUUID` is there only where the page came over HTTPS or from this machine. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, "0")).join("-");
