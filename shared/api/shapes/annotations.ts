import { noteLength, tagLength, tagLimit } from "../../domain/limits.ts";
import { Closed, type Static, Type } from "../../domain/schema.ts";

/** Notes of a form's members about a response (features §18.1 "Annotations"). Respondents and receivers never see them. */
const tag = () =>
  Type.String({ minLength: 1, maxLength: tagLength, pattern: "\\S", patternMessage: "must not be blank" });
const tags = () => Type.Array(tag(), { maxItems: tagLimit });
const note = () => Type.String({ maxLength: noteLength });

/** Replaces all of them. One that is left out becomes empty. */
export const AnnotateBody = Closed({
  tags: Type.Optional(tags()),
  note: Type.Optional(note()),
  is_flagged: Type.Optional(Type.Boolean()),
});

export const Annotations = Closed({ tags: tags(), note: note(), is_flagged: Type.Boolean() });

/** Filters of the list and the export. `tag`: a response must have all of them. */
export const AnnotationFilters = Closed({
  tag: Type.Optional(tags()),
  is_flagged: Type.Optional(Type.Boolean()),
});

export type AnnotateBody = Static<typeof AnnotateBody>;
export type Annotations = Static<typeof Annotations>;
export type AnnotationFilters = Static<typeof AnnotationFilters>;
