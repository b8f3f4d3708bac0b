/** Names and codes of another tool that aren't valid IDs here (decisions §4.1). */
import type { ImportedForm } from "./importedForm.ts";

/** A part with its name in the tool and here. */
interface Renamed {
  source: string;
  here: string;
}

/** Parts that one issue names, so that its message isn't cut off. */
const namedEach = 20;
const nameLength = 30;

/** Notes all names and codes that became others. Nothing that respondents see changed, so the questions don't count as changed. */
export function noteSourceCodes(form: ImportedForm): void {
  const isText = (code: string, text: string | undefined) => form.hasTextCodes && code === text;
  const names = form.nodes.flatMap(({ id, data: { source_name: source, title } }): Renamed[] =>
    source === undefined || isText(source, title) ? [] : [{ source, here: id }],
  );
  for (const some of inParts(names))
    form.notes.push({
      ...issue,
      source: "names",
      node_id: null,
      message: `Names became IDs: ${listed(some)}. ${kept}`,
    });
  for (const node of form.nodes) {
    const source = form.owners.get(node.id)?.source ?? node.id;
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
}

type IsText = (code: string, text: string | undefined) => boolean;

function codesOf(config: Record<string, unknown>, isText: IsText): Renamed[] {
  const parts = ["options", "rows", "columns"].flatMap((name) => (config[name] ?? []) as Part[]);
  const own = parts.flatMap(({ value, key, label, source_value: source }): Renamed[] =>
    source === undefined || isText(source, label) ? [] : [{ source, here: value ?? key ?? "" }],
  );
  const fields = (config.fields ?? []) as { config?: Record<string, unknown> }[];
  return [...own, ...fields.flatMap((field) => codesOf(field.config ?? {}, isText))];
}

function* inParts(all: readonly Renamed[]): Generator<readonly Renamed[]> {
  for (let at = 0; at < all.length; at += namedEach) yield all.slice(at, at + namedEach);
}

const listed = (some: readonly Renamed[]): string =>
  some
    .map(({ source, here }) => `“${source.slice(0, nameLength).toWellFormed()}” → \`${here.slice(0, nameLength)}\``)
    .join(", ");
