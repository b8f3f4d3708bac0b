import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CheckedImport, ResponseImport } from "../../../../../shared/api/shapes/responseImports.ts";
import { fieldErrors } from "../../../ui/apiError.ts";
import { dataOf } from "../../api/dataOf.ts";
import { formKey } from "../../api/queries/forms.ts";
import { api } from "../../api/service.ts";

/** Order of the parts of dates in figures. */
export type DateOrder = "dmy" | "mdy" | "ymd";

/** The user's answers about a file. */
export interface Given {
  zone?: string;
  encoding?: string;
  date_order?: DateOrder;
  /** by header; null leaves a column out */
  columns: Readonly<Record<string, string | null>>;
}

const nothingGiven: Given = { columns: {} };

const path = "/api/v2/form/{slug}/responses/import/";
const pollMs = 1_000;

/** Checks a file whenever something about it is said, then imports it and follows the import to its end. */
export function useImport(slug: string) {
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [given, setGiven] = useState(nothingGiven);
  const [id, setId] = useState<string | null>(null);
  const texts = { mapping: JSON.stringify(given) };
  const check = useQuery({
    queryKey: ["import-check", slug, file?.name, file?.size, file?.lastModified, given],
    enabled: file !== null && id === null,
    queryFn: async ({ signal }) => {
      const query = { dry_run: true };
      return (await dataOf(
        api.post(path, { path: { slug }, file: file as File, texts, query, signal }),
      )) as CheckedImport;
    },
    placeholderData: (previous) => previous,
    retry: false,
    gcTime: 0,
  });
  const starting = useMutation({
    mutationFn: async () =>
      (await dataOf(api.post(path, { path: { slug }, file: file as File, texts }))) as ResponseImport,
    onSuccess: ({ id: started }) => setId(started),
  });
  const running = useQuery({
    queryKey: ["import", slug, id],
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      const found = await dataOf(api.get(`${path}{id}/`, { path: { slug, id: id ?? "" }, signal }));
      // its lists and figures, too
      if (isOver(found)) void client.invalidateQueries({ queryKey: formKey(slug) });
      return found;
    },
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : pollMs),
  });
  const stopping = useMutation({
    mutationFn: () => dataOf(api.delete(`${path}{id}/`, { path: { slug, id: id ?? "" } })),
    onSuccess: () => running.refetch(),
  });
  return {
    file,
    given,
    check,
    starting,
    stopping,
    import: running.data ?? null,
    isRunning: id !== null,
    /** The file doesn't say it, and the service asks. */
    asks: { ...asksIn(check.error), dateOrder: asksForOrder(check.data) },
    choose(chosen: File) {
      setFile(chosen);
      setGiven(nothingGiven);
    },
    say: (more: Partial<Given>) => setGiven({ ...given, ...more }),
  };
}

export const isOver = ({ status }: ResponseImport): boolean => status === "done" || status === "cancelled";

/** Returns what the service asks about a file. */
function asksIn(error: unknown): { zone: boolean; encoding: boolean } {
  const errors = fieldErrors(error);
  const isAsked = (name: string) => errors[`mapping.${name}`]?.startsWith("is required") ?? false;
  return { zone: isAsked("zone"), encoding: isAsked("encoding") };
}

/** Returns whether dates can be read in two ways. */
const asksForOrder = (checked: CheckedImport | undefined): boolean =>
  checked?.refused.some(({ details }) => details?.kind === "date_order") ?? false;
