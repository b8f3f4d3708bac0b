import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { offeredIn, translatedLanguages } from "../../../../shared/domain/graph/translations/translations.ts";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import { isComing } from "../api/isComing.ts";
import { formQuery } from "../api/queries/forms.ts";
import { plainVersionQuery } from "../api/queries/plainVersions.ts";
import {
  columnsOf,
  type KeptColumns,
  nothingKept,
  ordered,
  type ResponseColumn,
  readKept,
  shownIds,
} from "./columns.ts";

export interface Columns {
  /** all columns in order */
  all: ResponseColumn[];
  shown: ReadonlySet<string>;
  kept: KeptColumns;
  keep(kept: KeptColumns): void;
  /** that respondents can choose; empty without translations */
  languages: readonly string[];
  /** The version with the questions has loaded, or can't be. */
  isKnown: boolean;
}

/** Columns of a form's responses in `shownVersion`, or its current version. Stored per form in the browser. */
export function useColumns(slug: string, shownVersion?: number, hasReferences = false): Columns {
  const formAsked = useQuery(formQuery(slug));
  const { data: form } = formAsked;
  const number = shownVersion ?? form?.published_version ?? null;
  const versionAsked = useQuery({
    ...plainVersionQuery(slug, number ?? 0),
    enabled: number !== null,
  });
  const { data: version } = versionAsked;
  const graph = (version?.graph ?? null) as Graph | null;
  const columns = useMemo(() => columnsOf(graph, hasReferences), [graph, hasReferences]);
  const name = `pathform.responseColumns.${form?.id ?? slug}`;
  const [state, setState] = useState<{ name: string; kept: KeptColumns } | null>(null);
  const kept = useMemo(() => (state?.name === name ? state.kept : readKept(localStorage.getItem(name))), [state, name]);
  return {
    all: ordered(columns, kept),
    shown: shownIds(columns, kept),
    kept,
    languages: useMemo(
      () => (graph?.translations ? offeredIn(translatedLanguages(graph), form?.language) : []),
      [graph, form],
    ),
    isKnown: !isComing(formAsked) && !isComing(versionAsked),
    keep(changed) {
      setState({ name, kept: changed });
      if (changed === nothingKept) localStorage.removeItem(name);
      else localStorage.setItem(name, JSON.stringify(changed));
    },
  };
}
