import type { ConfigOf } from "../../../../../shared/domain/questions/config/declaration.ts";
import type * as config from "../../../../../shared/domain/questions/config/matrix.ts";
import { drawn, marked } from "../../marks.ts";
import type { QuestionProps } from "../question.ts";
import { groupAttributes } from "./fieldAttributes.ts";
import { useRadios } from "./radios.ts";

export type MatrixConfig = ConfigOf<typeof config.matrix, "matrix">;

export interface MatrixProps {
  question: QuestionProps<MatrixConfig>;
  /** column value by row key */
  chosen: Readonly<Record<string, unknown>>;
  onChoose(row: string, column: string): void;
}

export type RowProps = MatrixProps & { row: MatrixConfig["rows"][number]; isFirst: boolean };

/** True if the error is about this row. */
export const isMissing = ({ question, chosen, row }: RowProps) => question.isInvalid && !Object.hasOwn(chosen, row.key);

/** Radio attributes of a row. Only the first row, or the first missing one, takes the focus. */
export function useRow({ question, chosen, onChoose, row, isFirst }: RowProps) {
  const { columns } = question.config;
  const value = Object.hasOwn(chosen, row.key) ? chosen[row.key] : null;
  const radio = useRadios({
    count: columns.length,
    chosen: columns.findIndex((column) => column.value === value),
    isDisabled: question.isDisabled ?? false,
    shortcut: () => null,
    onContinue: question.onContinue,
    onChoose: (index) => onChoose(row.key, columns[index]?.value ?? ""),
  });
  return (index: number) => {
    const { "data-focus": hasFocus, ...attributes } = radio(index);
    return {
      ...attributes,
      "data-focus": (isFirst && hasFocus) || undefined,
      // no element of the table groups a row's options
      "aria-posinset": index + 1,
      "aria-setsize": columns.length,
    };
  };
}

export function MatrixTable(props: MatrixProps & { firstRow: string }) {
  const { question, firstRow } = props;
  const { rows, columns } = question.config;
  const id = question.labels.title;
  return (
    <div class="matrix-scroll" {...groupAttributes(question, "group")}>
      <table class="matrix" data-wide={columns.length > 7 || undefined}>
        <thead>
          <tr>
            <td />
            {columns.map(({ value, ...label }) => (
              <th
                key={value}
                id={`${id}-column-${value}`}
                scope="col"
                dir="auto"
                {...marked(`${question.nodeId}.columns.${value}`)}
              >
                {drawn(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.key} {...props} row={row} isFirst={row.key === firstRow} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TableRow(props: RowProps) {
  const { question, row } = props;
  const { columns } = question.config;
  const radio = useRow(props);
  const id = question.labels.title;
  const rowId = `${id}-row-${row.key}`;
  return (
    <tr data-missing={isMissing(props) || undefined}>
      <th id={rowId} scope="row" dir="auto" {...marked(`${question.nodeId}.rows.${row.key}`)}>
        {drawn(row)}
      </th>
      {columns.map(({ value }, index) => (
        <td key={value}>
          <button class="matrix-cell" aria-labelledby={`${rowId} ${id}-column-${value}`} {...radio(index)}>
            <span class="matrix-dot" />
          </button>
        </td>
      ))}
    </tr>
  );
}
