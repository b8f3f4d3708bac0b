import { useNavigate, useSearch } from "@tanstack/react-router";
import { mediaQuery } from "../../ui/mediaQuery.ts";
import { keepView, readBuilderSearch, type View, viewOf } from "./view.ts";

/** Under 900 px at the default font size, as in workspace.module.css. */
export const useIsNarrow = mediaQuery("(width < 56.25rem)");

/** Returns the current view, and a function that changes it in the URL and on this device. */
export function useView(): [View, (view: View) => void] {
  const search = readBuilderSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const choose = (view: View) => {
    keepView(view);
    void navigate({ to: ".", search: (before) => ({ ...before, view }), replace: true });
  };
  return [viewOf(search, isNarrow), choose];
}
