import { useState } from "react";

const nothing: ReadonlySet<string> = new Set();

/** The selected rows. Empty again for another list (`key`). */
export function useSelection(key: string) {
  const [state, setState] = useState({ key, ids: nothing });
  const ids = state.key === key ? state.ids : nothing;
  return {
    ids,
    select(changed: readonly string[], isSelected: boolean) {
      const others = [...ids].filter((id) => !changed.includes(id));
      setState({ key, ids: new Set(isSelected ? [...others, ...changed] : others) });
    },
    clear: () => setState({ key, ids: nothing }),
  };
}
