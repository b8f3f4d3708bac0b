import type { Fault } from "../../../../../shared/domain/fault.ts";
import { dotted } from "../../../../../shared/domain/fieldError.ts";
import { placeKeys } from "../../../../../shared/domain/graph/problemPath.ts";
import { reasonText, type SettingName } from "../../../../../shared/domain/graph/reasonText.ts";
import { NodeImage } from "../../../../../shared/domain/graph/shapes/graph.ts";
import type { GraphNode, Problem } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/problemTexts.ts";
import type { FieldProblem, KeySchema } from "../../../ui/fields/field.ts";
import type { ConfigSchema } from "../model/starterConfig.ts";
import { readable } from "../types/names.ts";
import type { QuestionTable } from "../types/questionTable.ts";

/** A setting at `/nodes/2/data/config/options/1/label` → `Options 2, Label: must not be empty.` */
export function settingProblem(problem: Problem, node: GraphNode | undefined, table: QuestionTable): string {
  const { reason } = problem;
  const [, , , member, ...keys] = placeKeys(problem);
  if (reason.kind === "pattern_too_slow") return words.patternTooSlow;
  if (reason.kind === "unknown_field") return words.unknownSetting(dotted(keys));
  const schema = member === "image" ? imageSchema : table.schemaOf(node?.question_type ?? "");
  const label = schema ? labelOf(keys, schema) : dotted(keys);
  return words.setting(label, reasonText(reason, schema ? settingName(schema) : undefined));
}

const imageSchema = NodeImage as unknown as ConfigSchema;

/** Words a problem of a field with the labels of other settings: `must be at most “Maximum” (5)`. */
export const fieldProblem = ({ at, reason }: Fault, schema: ConfigSchema | null): FieldProblem => ({
  at,
  text: reasonText(reason, schema ? settingName(schema) : undefined),
});

/** Returns the labels of other settings in quotes. */
const settingName =
  ({ properties }: ConfigSchema): SettingName =>
  (key) => {
    const title = Object.hasOwn(properties, key) ? properties[key]?.title : undefined;
    return title === undefined ? key : `“${title}”`;
  };

function labelOf([key = "", ...rest]: readonly string[], { properties }: ConfigSchema): string {
  const labels: string[] = [];
  let schema: KeySchema | undefined = properties[key];
  labels.push(schema?.title ?? readable(key));
  for (const part of rest) {
    const isPlace = /^\d+$/.test(part) && schema?.type === "array";
    if (isPlace) labels.push(words.numbered(labels.pop() ?? "", Number(part) + 1));
    schema = isPlace ? schema?.items : schema?.properties?.[part];
    if (!isPlace) labels.push(schema?.title ?? readable(part));
  }
  return labels.join(", ");
}
