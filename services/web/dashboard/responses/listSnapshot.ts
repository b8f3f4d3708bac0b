import type { UseQueryResult } from "@tanstack/react-query";
import { createContext, useContext, useState } from "react";
import type { SessionListItem } from "../../../../shared/api/shapes/sessions.ts";
import type { ResponsesList } from "../api/queries/responses.ts";

/** The list of responses as the reader opened it: rows update in place, and none is added or moved until asked for. */
export interface Listed {
  count: number;
  count_is_exact?: false;
  results: readonly SessionListItem[];
}

/** Returns the rows of the snapshot with their latest content. */
export function refreshed(snapshot: Listed, latest: Listed): readonly SessionListItem[] {
  const now = new Map(latest.results.map((item) => [item.id, item]));
  return snapshot.results.map((item) => now.get(item.id) ?? item);
}

/** Returns how many responses were added. 0 if the list changed otherwise, null if it didn't. */
export function changeSince(snapshot: Listed, latest: Listed): number | null {
  const isSame =
    snapshot.count === latest.count &&
    snapshot.results.length === latest.results.length &&
    snapshot.results.every(({ id }, index) => id === latest.results[index]?.id);
  return isSame ? null : Math.max(0, latest.count - snapshot.count);
}

interface Snapshot {
  /** null until the list is loaded */
  snapshot: ResponsesList | null;
  setSnapshot(list: ResponsesList): void;
}

/** Keeps the first list loaded for a view (`key`). An empty list is always replaced. */
export function useListSnapshot({ data, isPlaceholderData }: UseQueryResult<ResponsesList>, key: string): Snapshot {
  const [state, setState] = useState<{ key: string; list: ResponsesList } | null>(null);
  const isNew = state?.key !== key || (state.list.results.length === 0 && state.list !== data);
  if (data && !isPlaceholderData && isNew) setState({ key, list: data });
  return { snapshot: state?.list ?? null, setSnapshot: (list) => setState({ key, list }) };
}

/** Removes deleted responses from the list beside an open response. */
export const ErasedRows = createContext<(ids: readonly string[]) => void>(() => undefined);
export const useErasedRows = () => useContext(ErasedRows);
