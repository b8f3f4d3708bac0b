import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { compactText } from "../../strings/en/dashboard/numbers.ts";
import { dataOf } from "../api/dataOf.ts";
import { type FormsView, formsKey, formsShown } from "../api/queries/forms.ts";
import { api } from "../api/service.ts";

/** Number of the forms that a tab would show with the search and labels of this view. */
export function TabCount({ show, search, label }: Pick<FormsView, "show" | "search" | "label">) {
  const { data } = useQuery({
    queryKey: [...formsKey, "count", { show, search, label }],
    queryFn: async ({ signal }) => {
      const query = { ...formsShown({ show, search, label }), limit: 1 };
      return (await dataOf(api.get("/api/v2/form/", { query, signal }))).count;
    },
    placeholderData: keepPreviousData,
  });
  return data === undefined ? null : compactText(data);
}
