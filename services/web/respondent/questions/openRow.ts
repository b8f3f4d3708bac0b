/** Returns the key of the row to open: the next one without an answer after this row, or the first one. Null if none is left. */
export function rowToOpen(
  rows: readonly { key: string }[],
  chosen: Readonly<Record<string, unknown>>,
  answered?: string,
): string | null {
  const isMissing = ({ key }: { key: string }) => !Object.hasOwn(chosen, key);
  const at = rows.findIndex(({ key }) => key === answered);
  return (rows.slice(at + 1).find(isMissing) ?? rows.find(isMissing))?.key ?? null;
}
