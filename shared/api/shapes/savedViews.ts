import { Closed, Nullable, type Static, Timestamp, Type, Uuid } from "../../domain/schema.ts";
import { searchLengthLimit } from "../../domain/search.ts";
import { bySessionFields } from "../lists.ts";
import { orderingsOf } from "../paging.ts";
import { AnnotationFilters } from "./annotations.ts";
import { ResponsesQuery } from "./sessions.ts";

/** Saved views of a form's responses: filters, order and columns under a name, for everybody who may read the responses. */
export const savedViewLimit = 50;
/** the columns of all questions that a form can have, and those of facts */
const columnLimit = 1_200;
const ColumnId = () => Type.String({ minLength: 1, maxLength: 80 });

export const SavedFilters = Closed({
  ...ResponsesQuery.properties,
  ...AnnotationFilters.properties,
  search: Type.Optional(Type.String({ minLength: 1, maxLength: searchLengthLimit })),
});
export const SavedColumns = Closed({
  order: Type.Array(ColumnId(), { maxItems: columnLimit }),
  shown: Type.Record(ColumnId(), Type.Boolean(), { maxProperties: columnLimit }),
});

const name = () =>
  Type.String({ minLength: 1, maxLength: 60, format: "name", pattern: "\\S", patternMessage: "must not be blank" });
const ordering = () => Type.Enum(orderingsOf(bySessionFields));
const content = {
  filters: Type.Optional(SavedFilters),
  ordering: Type.Optional(ordering()),
  columns: Type.Optional(Nullable(SavedColumns)),
};

export const CreateViewBody = Closed({ name: name(), ...content });
export const UpdateViewBody = Closed({ name: Type.Optional(name()), ...content });
export const SavedView = Closed({
  id: Uuid(),
  name: Type.String(),
  filters: SavedFilters,
  ordering: ordering(),
  columns: Nullable(SavedColumns),
  created: Timestamp(),
  modified: Timestamp(),
});
export const SavedViewList = Type.Array(SavedView);

export type CreateViewBody = Static<typeof CreateViewBody>;
export type UpdateViewBody = Static<typeof UpdateViewBody>;
export type SavedView = Static<typeof SavedView>;
