import { type Role, roles } from "../../../../shared/domain/access/capabilities.ts";
import { searchLengthLimit } from "../../../../shared/domain/search.ts";
import { readPageSearch } from "../url/pageSearch.ts";

/** State of the list in the URL. */
export interface MembersSearch {
  search?: string | undefined;
  role?: Role | undefined;
  page?: number | undefined;
  /** the dialog that invites is open */
  invite?: true | undefined;
}

export const readMembersSearch = ({ search, role, page, invite }: Record<string, unknown>): MembersSearch => ({
  search: typeof search === "string" && search !== "" ? search.slice(0, searchLengthLimit) : undefined,
  role: roles.find((one) => one === role),
  ...readPageSearch({ page }),
  invite: invite === true || invite === "true" ? true : undefined,
});
