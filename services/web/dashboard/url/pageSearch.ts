/** More pages than any list has, and below the service's limit. */
const lastPage = 1_000_000;

/** Reads the page of a list from the URL. The first page is left out. */
export function readPageSearch({ page }: Record<string, unknown>): { page?: number | undefined } {
  const number = Number(page);
  return { page: Number.isInteger(number) && number > 1 && number <= lastPage ? number : undefined };
}
