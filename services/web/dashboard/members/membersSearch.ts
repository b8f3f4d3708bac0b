import type { Role } from "../../../../shared/api/access/roles.ts";
import { searchLengthLimit } from "../../../../shared/domain/search.ts";
import { roles } from "../../strings/en/dashboard/rights.ts";
import { readPageSearch } from "../url/pageSearch.ts";

/** State of the list in the URL. */
export interface MembersSearch {
  search?: string | undefined;
  role?: Role | undefined;
  page?: number | undefined;
  /** the dialog that invites is open */
  invite?: true | undefined;
}

// by their words, which every page has
const isRole = (value: unknown): value is Role => typeof value === "string" && Object.hasOwn(roles, value);

export const readMembersSearch = ({ search, role, page, invite }: Record<string, unknown>): MembersSearch => ({
  search: typeof search === "string" && search !== "" ? search.slice(0, searchLengthLimit) : undefined,
  role: isRole(role) ? role : undefined,
  ...readPageSearch({ page }),
  invite: invite === true || invite === "true" ? true : undefined,
});
