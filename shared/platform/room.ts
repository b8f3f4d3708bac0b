/** Bytes in memory, by account. */
export interface Room {
  /** Counts bytes of an account. Negative ones are free again. */
  hold(accountId: string, bytes: number): void;
  /** Returns whether this account or all together hold more than they may. */
  isFull(accountId: string): boolean;
}

/** Opens room for bytes of one account, and of all accounts of this process together. */
export function openRoom({ perAccount, total }: { perAccount: number; total: number }): Room {
  const held = new Map<string, number>();
  return {
    hold(accountId, bytes) {
      const now = (held.get(accountId) ?? 0) + bytes;
      if (now > 0) held.set(accountId, now);
      else held.delete(accountId);
    },
    isFull: (accountId) =>
      (held.get(accountId) ?? 0) > perAccount || held.values().reduce((sum, bytes) => sum + bytes, 0) > total,
  };
}
