import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/problemTexts.ts";
import type { KeySchema } from "../../../ui/fields/field.ts";
import type { ConfigSchema } from "../model/starterConfig.ts";
import { readable } from "../types/names.ts";
import type { QuestionTable } from "../types/questionTable.ts";

/** `config.options.1.label: must not be empty` → `Options 2, Label: must not be empty.` */
export function settingProblem(message: string, node: GraphNode | undefined, table: QuestionTable): string {
  const [, path = "", text = message] = /^config\.([^:]*): (.*)$/s.exec(message) ?? [];
  if (text.startsWith("too expensive for texts")) return words.patternTooSlow;
  if (text === "unknown field") return words.unknownSetting(path);
  const schema = table.schemaOf(node?.question_type ?? "");
  return schema ? words.setting(labelOf(path.split("."), schema), labelled(text, schema)) : message;
}

/** `config.min: must not be more than max (5)`, with the label of `max`. */
export function withLabels(message: string, schema: ConfigSchema): string {
  const at = message.indexOf(": ") + 1;
  return message.slice(0, at) + labelled(message.slice(at), schema);
}

/** Replaces names of other settings by their labels. */
function labelled(text: string, { properties }: ConfigSchema): string {
  return text.replace(/"[^"]*"|\b[a-z]+(?:_[a-z]+)*\b/g, (word) => {
    const title = Object.hasOwn(properties, word) && isKeyAlone(word) ? properties[word]?.title : undefined;
    return title === undefined ? word : `“${title}”`;
  });
}

/** Returns false for `options` and `rows`, which are also plain words. */
const isKeyAlone = (word: string): boolean => word.includes("_") || word === "min" || word === "max";

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
