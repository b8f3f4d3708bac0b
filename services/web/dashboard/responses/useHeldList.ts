import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { ResponsesList } from "../api/queries/responses.ts";

interface Held {
  /** the list as the reader got it; null: nothing is there yet */
  held: ResponsesList | null;
  hold(list: ResponsesList): void;
}

/** What is on show until the reader asks for more: the first answer to each view (`key`). An empty list holds nothing back. */
export function useHeldList({ data, isPlaceholderData }: UseQueryResult<ResponsesList>, key: string): Held {
  const [state, setState] = useState<{ key: string; list: ResponsesList } | null>(null);
  const isNew = state?.key !== key || (state.list.results.length === 0 && state.list !== data);
  if (data && !isPlaceholderData && isNew) setState({ key, list: data });
  return { held: state?.list ?? null, hold: (list) => setState({ key, list }) };
}
