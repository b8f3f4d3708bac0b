import { searchLengthLimit } from "../../../../../shared/domain/search.ts";
import { readPageSearch } from "../../url/pageSearch.ts";
import { type LinksSearch, linkFilters } from "../links/linksSearch.ts";

/** The page's tab. The link and the embed code are left out. */
export interface ShareSearch extends LinksSearch {
  tab?: "people" | "links" | "results" | undefined;
}

export const readShareSearch = ({ tab, show, search, page }: Record<string, unknown>): ShareSearch => ({
  tab: tab === "people" || tab === "links" || tab === "results" ? tab : undefined,
  ...(tab === "links" && {
    show: linkFilters.find((one) => one === show),
    search: typeof search === "string" && search !== "" ? search.slice(0, searchLengthLimit) : undefined,
    ...readPageSearch({ page }),
  }),
});
