import type { PublicForm } from "../../../shared/api/shapes/sessions.ts";

type Shown = Pick<PublicForm["form"], "title" | "language"> &
  Partial<PublicForm["form"]> &
  Pick<PublicForm, "theme"> & {
    /** can be unfinished */
    graph: object;
  };

/** Returns a form as respondents would get it, for `FormPreview`. */
export const previewForm = ({ graph, theme, id, slug, title, language, review }: Shown): PublicForm => ({
  form: {
    id: id ?? "00000000-0000-4000-8000-000000000000",
    slug: slug ?? "preview",
    title,
    language,
    ...(review && { review }),
  },
  graph: graph as PublicForm["graph"],
  theme,
  version_number: 1,
  is_open: true,
  opens_at: null,
  closed_message: null,
});
