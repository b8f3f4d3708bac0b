/** How the builder shows the form: by the URL, else the last choice on this device, else by the width. */
export type View = "list" | "canvas";

export interface BuilderSearch {
  view?: View | undefined;
}

const isView = (value: unknown): value is View => value === "list" || value === "canvas";

export const readBuilderSearch = ({ view }: Record<string, unknown>): BuilderSearch => ({
  view: isView(view) ? view : undefined,
});

const key = "pathform.builder.view";

export function viewOf({ view }: BuilderSearch, isNarrow: boolean): View {
  if (view) return view;
  // a canvas is too small to read here
  if (isNarrow) return "list";
  const chosen = kept();
  return isView(chosen) ? chosen : "canvas";
}

export function keepView(view: View): void {
  try {
    localStorage.setItem(key, view);
  } catch {
    // private windows may refuse to store anything
  }
}

function kept(): unknown {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
