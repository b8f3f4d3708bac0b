import { useNavigate, useSearch } from "@tanstack/react-router";
import { mediaQuery } from "../../ui/mediaQuery.ts";
import { keepView, readBuilderSearch, type View, viewOf } from "./view.ts";

/** 900 px, or fewer letters side by side than there would be then: workspace.module.css */
export const useIsNarrow = mediaQuery("(width < 56.25rem)");

/** How the form is shown, and another choice of it, which goes into the address and is kept on the device. */
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
