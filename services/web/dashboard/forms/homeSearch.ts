import { labelLimit } from "../../../../shared/domain/labels.ts";
import { searchLengthLimit } from "../../../../shared/domain/search.ts";
import type { FormsView } from "../api/queries/forms.ts";
import { readReason } from "../integrations/integrationsSearch.ts";
import { readPageSearch } from "../url/pageSearch.ts";

const shows: readonly string[] = ["active", "changed", "archived"] satisfies FormsView["show"][];
const orderings: readonly string[] = ["-created", "-modified", "title"] satisfies FormsView["ordering"][];

/** State of the list in the URL. Missing and invalid values are left out. */
export type HomeSearch = { [K in keyof FormsView]?: FormsView[K] | undefined } & {
  /** the dialog for a new form is open */
  new?: true | undefined;
  /** why an OAuth authorization failed (docs/integrations.md) */
  error?: string | undefined;
};

export function readHomeSearch({
  show,
  search,
  label,
  ordering,
  page,
  error,
  ...others
}: Record<string, unknown>): HomeSearch {
  const labels = [label].flat().filter((text): text is string => typeof text === "string" && text !== "");
  return {
    show: shows.includes(String(show)) && show !== "active" ? (show as FormsView["show"]) : undefined,
    search: typeof search === "string" && search !== "" ? search.slice(0, searchLengthLimit) : undefined,
    label: labels.length > 0 ? labels.slice(0, labelLimit) : undefined,
    ordering:
      orderings.includes(String(ordering)) && ordering !== "-created" ? (ordering as FormsView["ordering"]) : undefined,
    ...readPageSearch({ page }),
    new: String(others.new) === "true" ? true : undefined,
    error: readReason(error),
  };
}

export const formsViewOf = ({ show, search, label, ordering, page }: HomeSearch): FormsView => ({
  show: show ?? "active",
  search: search ?? "",
  label: label ?? [],
  ordering: ordering ?? "-created",
  page: page ?? 1,
});
