import { moreTexts, texts } from "../../domain/texts.ts";
import { search } from "./filters.texts.ts";
import * as views from "./savedViews.ts";
import { annotationFilters, responseFilters } from "./sessions.texts.ts";

const content = {
  name: "Name of the view.",
  filters: "Filters of the list of responses, with the same names.",
  ordering: "Order of the list of responses.",
  columns: "Columns of the table. Null for those of the reader.",
};

/** Texts of the API about the properties of savedViews.ts. */
export const savedViewsTexts = [
  moreTexts(views.SavedFilters, { ...responseFilters, ...annotationFilters, search }),
  texts(views.SavedColumns, {
    order: "IDs of columns in their order: `answer.<node_id>`, or a field of the list. Others follow.",
    shown: "Whether a column is shown, by its ID. Others are shown as without a view.",
  }),
  texts([views.CreateViewBody, views.UpdateViewBody], content),
  texts(views.SavedView, {
    ...content,
    id: "ID of the view.",
    created: "Time when the view was created.",
    modified: "Time of the last change.",
  }),
];
