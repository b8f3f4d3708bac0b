import type { ApiKey } from "../../../../shared/api/shapes/auth.ts";
import { searchLengthLimit } from "../../../../shared/domain/search.ts";
import { readPageSearch } from "../url/pageSearch.ts";

/** State of the list in the URL. Keys that work are left out. */
export interface KeysSearch {
  search?: string | undefined;
  status?: ApiKey["status"] | undefined;
  page?: number | undefined;
}

export const readKeysSearch = ({ search, status, page }: Record<string, unknown>): KeysSearch => ({
  search: typeof search === "string" && search !== "" ? search.slice(0, searchLengthLimit) : undefined,
  status: status === "inactive" ? status : undefined,
  ...readPageSearch({ page }),
});
