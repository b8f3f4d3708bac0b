/** The page of a list, from its address; the first is left out. */
export function readPageSearch({ page }: Record<string, unknown>): { page?: number | undefined } {
  const number = Number(page);
  return { page: Number.isSafeInteger(number) && number > 1 ? number : undefined };
}
