/** SQL that lets jobs begin now which failed, wait for their time or are leased to a dead copy. */
export const jobsNow = (schema: "auth" | "forms" | "integrations"): string =>
  `update ${schema}.jobs set due_at = clock_timestamp()`;
