/** Of actions that go through a batch: the batch decides what is too much (store/batches.ts), not a count of calls. */
export const batched = { enabled: false } as const;
