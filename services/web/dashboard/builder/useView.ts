import { useNavigate, useSearch } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { keepView, readBuilderSearch, type View, viewOf } from "./view.ts";

const narrow = matchMedia("(width < 900px)");
const subscribe = (listener: () => void) => {
  narrow.addEventListener("change", listener);
  return () => narrow.removeEventListener("change", listener);
};

/** How the form is shown, and another choice of it, which goes into the address and is kept on the device. */
export function useView(): [View, (view: View) => void] {
  const search = readBuilderSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const isNarrow = useSyncExternalStore(subscribe, () => narrow.matches);
  const choose = (view: View) => {
    keepView(view);
    void navigate({ to: ".", search: (before) => ({ ...before, view }), replace: true });
  };
  return [viewOf(search, isNarrow), choose];
}
