import { useQuery } from "@tanstack/react-query";
import type { Need } from "../../../../shared/api/access/allows.ts";
import { formQuery } from "../api/queries/forms.ts";
import { useCan } from "../api/rights.ts";

/** Returns what the user may do with this form: by their role, or because it is shared with them. */
export function useFormCan(slug: string): (need: Need) => boolean {
  const can = useCan();
  const { data: form } = useQuery(formQuery(slug));
  return (need) => can(need, form?.id);
}
