/** Further than any list goes, and less than the service refuses. */
const lastPage = 1_000_000;

/** The page of a list, from its address; the first is left out. */
export function readPageSearch({ page }: Record<string, unknown>): { page?: number | undefined } {
  const number = Number(page);
  return { page: Number.isInteger(number) && number > 1 && number <= lastPage ? number : undefined };
}
