import { queryOptions } from "@tanstack/react-query";
import type { ElsewhereFormat, FormElsewhere, FormLoss } from "../../../../../shared/api/shapes/elsewhere.ts";
import { dataOf } from "../dataOf.ts";
import { api } from "../service.ts";
import { formKey } from "./forms.ts";

/** The parts of the draft that a format of another tool can't say. */
export const lossesQuery = (slug: string, format: ElsewhereFormat) =>
  queryOptions({
    queryKey: [...formKey(slug), "losses", format],
    queryFn: async ({ signal }): Promise<readonly FormLoss[]> => {
      const query = { format, report: true };
      const file = await dataOf(api.get("/api/v2/form/{slug}/draft/as/", { path: { slug }, query, signal }));
      // a JSON file and a report have one type
      const { losses = [] } = file as unknown as FormElsewhere;
      return losses;
    },
    staleTime: 0,
  });
