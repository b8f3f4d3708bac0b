/** Query with the compared versions. By default the current version and the draft. */
export interface VersionsSearch {
  page?: number | undefined;
  from?: number | undefined;
  to?: number | "draft" | undefined;
}

export function readVersionsSearch({ page, from, to }: Record<string, unknown>): VersionsSearch {
  const shown = numberOf(page);
  return {
    page: shown !== undefined && shown > 1 ? shown : undefined,
    from: numberOf(from),
    to: to === "draft" ? "draft" : numberOf(to),
  };
}

function numberOf(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number >= 1 && number <= 2_147_483_647 ? number : undefined;
}
