/** Names and codes of another tool that aren't valid IDs here (decisions §4.1). */
import type { NodeData } from "../../../shared/domain/graph/types.ts";
import { sourceCodeLimit } from "../../../shared/domain/questions/config/words.ts";
import type { ImportedForm } from "./importedForm.ts";

/** A part with its name in the tool and here. */
interface Renamed {
  source: string;
  here: string;
}

/** Longer codes aren't kept. */
const tooLong = `isn't kept, because it has more than ${sourceCodeLimit} characters`;

/** Parts that one issue names, so that its message isn't cut off. */
const namedEach = 20;
const nameLength = 30;

/** Notes all names and codes that became others. Nothing that respondents see changed, so the questions don't count as changed. */
export function noteSourceCodes(form: ImportedForm): void {
  const isText = (code: string, text: string | undefined) => form.hasTextCodes && code === text;
  const names = form.nodes.flatMap(({ id, data: { source_name: source, title } }): Renamed[] =>
    source === undefined || isText(source, title) ? [] : [{ source, here: id }],
  );
  for (const some of inParts([...names, ...form.renamedFields]))
    form.notes.push({
      ...issue,
      source: "names",
      node_id: null,
      message: `Names became IDs: ${listed(some)}. ${kept}`,
    });
  for (const node of form.nodes) {
    const source = form.owners.get(node.id)?.source ?? node.id;
    for (const code of dropLong(node.data))
      form.notes.push({
        ...issue,
        source,
        node_id: node.id,
        message: `The code “${code.slice(0, nameLength)}…” ${tooLong}.`,
      });
    for (const some of inParts(codesOf(node.data.config ?? {}, isText)))
      form.notes.push({
        ...issue,
        ...{ source, node_id: node.id },
        message: `Codes became values: ${listed(some)}. ${kept}`,
      });
  }
}

const issue = { severity: "changed", code: "source_code", reason: null, cause: "" } as const;
const kept = "They are kept beside them, and imports of responses find them.";

interface Part {
  value?: string;
  key?: string;
  label?: string;
  source_value?: string;
  source_name?: string;
}

/** Removes codes that are too long, and returns them. */
function dropLong(data: NodeData): string[] {
  const parts = [data, ...partsOf(data.config ?? {})] as Part[];
  return parts.flatMap((part) =>
    (["source_value", "source_name"] as const).flatMap((key) => {
      const code = part[key];
      if (code === undefined || code.length <= sourceCodeLimit) return [];
      delete part[key];
      return [code];
    }),
  );
}

function partsOf(config: Record<string, unknown>): Part[] {
  const fields = (config.fields ?? []) as { config?: Record<string, unknown> }[];
  const own = ["options", "rows", "columns"].flatMap((name) => (config[name] ?? []) as Part[]);
  return [...own, ...fields.flatMap((field) => partsOf(field.config ?? {}))];
}

type IsText = (code: string, text: string | undefined) => boolean;

const codesOf = (config: Record<string, unknown>, isText: IsText): Renamed[] =>
  partsOf(config).flatMap(({ value, key, label, source_value: source }): Renamed[] =>
    source === undefined || isText(source, label) ? [] : [{ source, here: value ?? key ?? "" }],
  );

function* inParts(all: readonly Renamed[]): Generator<readonly Renamed[]> {
  for (let at = 0; at < all.length; at += namedEach) yield all.slice(at, at + namedEach);
}

const listed = (some: readonly Renamed[]): string =>
  some
    .map(({ source, here }) => `“${source.slice(0, nameLength).toWellFormed()}” → \`${here.slice(0, nameLength)}\``)
    .join(", ");
