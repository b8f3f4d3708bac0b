import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FormDetail } from "../../../../../shared/domain/shapes/forms.ts";
import { versionQuery } from "../../api/queries/forms.ts";
import type { Known } from "./peopleRows.ts";

/** Returns what the published form takes. Its own language comes first. */
export function useKnown(form: FormDetail): Known {
  const version = form.published_version;
  const { data } = useQuery({ ...versionQuery(form.slug, version ?? 1), enabled: version !== null });
  return useMemo(() => {
    const { hidden_fields: hidden = [], translations = {} } = data?.graph ?? {};
    return { hidden, languages: [form.language, ...Object.keys(translations)] };
  }, [data, form.language]);
}
