import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import type { Scope } from "../expressions/scope.ts";
import type { ImportedForm, Item } from "../importedForm.ts";
import type { Repeat, Repeats } from "../repeats.ts";
import type { Texts } from "./languages.ts";
import type { Converted } from "./questions.ts";
import type { Row } from "./workbook.ts";

/** A question of the survey whose conditions aren't converted yet. */
export interface Asked {
  row: Row;
  item: Item;
  node: GraphNode;
  converted: Converted;
  /** `choice_filter`, or what its appearance says */
  filter: string;
  /** `relevant` of its groups and its own */
  relevants: string[];
  /** of a calculated question, whose value it shows: whether respondents could change it */
  shows?: "read-only" | "editable";
}

export interface Survey {
  form: ImportedForm;
  scope: Scope;
  texts: Texts;
  asked: Asked[];
  repeats: Repeats;
  /** `relevant` of repeating groups and the groups around them */
  groupRelevants: Map<Repeat, readonly string[]>;
  /** names that several questions have */
  repeatedNames: ReadonlySet<string>;
  /** groups whose titles stand above the next question */
  headings: Row[];
}
