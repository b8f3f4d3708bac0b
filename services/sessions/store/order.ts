/** In the order of their ids: statements that lock the same sessions never wait for one another in a circle. */
export const inOrder = <T extends { session_id: string }>(writes: readonly T[]): T[] =>
  writes.toSorted((a, b) => (a.session_id < b.session_id ? -1 : 1));
