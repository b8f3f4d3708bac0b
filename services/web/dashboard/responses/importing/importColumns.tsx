import type { CheckedImport } from "../../../../../shared/api/shapes/responseImports.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/importResponses.ts";
import { Select } from "../../../ui/select.tsx";
import { columnsOf } from "../columns.ts";
import styles from "./importing.module.css";
import type { Given } from "./useImport.ts";

interface Props {
  columns: CheckedImport["columns"];
  graph: Graph;
  given: Given["columns"];
  onChange: (columns: Given["columns"]) => void;
}

/** The target of each column of a file. */
export function ImportColumns({ columns, graph, given, onChange }: Props) {
  const questions = targetsOf(graph);
  const names = new Set(questions.map(([id]) => id));
  const headers = columns.map(({ header }) => header);
  return (
    <section aria-label={words.columnsTitle} className={styles.columns}>
      <h3>{words.columnsTitle}</h3>
      <ul>
        {columns.map(({ header, suggestion, samples }, at) => {
          // a header that stands twice is named by its place
          const key = headers.indexOf(header) === headers.lastIndexOf(header) ? header : `#${at + 1}`;
          const value = (Object.hasOwn(given, key) ? given[key] : suggestion) ?? "";
          return (
            <li key={key}>
              <div>
                <strong>{header || key}</strong>
                <span>{samples.join(" · ")}</span>
              </div>
              <Select
                look="small"
                label={words.columnUse(header || key)}
                value={value}
                options={{ "": words.leave }}
                onChange={(next) => onChange({ ...given, [key]: next === "" ? null : next })}
              >
                <Group label={words.questions} options={questions} />
                <Group
                  label={words.hiddenFields}
                  options={(graph.hidden_fields ?? []).map((one) => [`hidden:${one}`, one])}
                />
                <Group label={words.own} options={Object.entries(words.ownUses)} />
                {isOther(value, names, graph) && <option value={value}>{value}</option>}
              </Select>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Group({ label, options }: { label: string; options: readonly (readonly [value: string, name: string])[] }) {
  if (options.length === 0) return null;
  return (
    <optgroup label={label}>
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </optgroup>
  );
}

const isOther = (value: string, questions: ReadonlySet<string>, { hidden_fields: hidden = [] }: Graph): boolean =>
  value !== "" &&
  !questions.has(value) &&
  !Object.hasOwn(words.ownUses, value) &&
  !hidden.some((one) => value === `hidden:${one}`);

/** Questions, and rows of matrices, as targets of columns. */
function targetsOf(graph: Graph): [id: string, name: string][] {
  return columnsOf(graph).flatMap((column): [string, string][] => {
    if (column.kind !== "question") return [];
    const { nodeId, title, question } = column;
    const rows = question?.columns.filter(({ suffix }) => suffix !== undefined) ?? [];
    return [
      [nodeId, title],
      ...rows.map(({ suffix, label }): [string, string] => [`${nodeId}.${suffix}`, `${title} – ${label}`]),
    ];
  });
}
