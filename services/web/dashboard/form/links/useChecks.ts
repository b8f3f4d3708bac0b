import { useQuery } from "@tanstack/react-query";
import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { fillPhoneNumbers } from "../../../respondent/engine/phoneNumbers.ts";
import { fillRe2 } from "../../../respondent/engine/re2.ts";

/** Loads the large libraries that check answers to these questions. Returns whether they are there. */
export function useChecks(nodes: readonly GraphNode[]): boolean {
  const hasPhone = nodes.some(({ question_type }) => question_type === "phone");
  const hasPattern = nodes.some(({ data }) => Boolean(data.config?.pattern));
  const { isSuccess } = useQuery({
    queryKey: ["checks", hasPhone, hasPattern],
    queryFn: () => Promise.all([hasPhone && fillPhoneNumbers(), hasPattern && fillRe2()]),
    staleTime: Infinity,
  });
  return isSuccess;
}
