import type { CSSProperties } from "react";
import * as words from "../../strings/en/dashboard/insights.ts";
import { numberText, percentText } from "../../strings/en/dashboard/numbers.ts";
import { FollowedLink } from "../../ui/follow.tsx";
import type { Matrix } from "./distributions.ts";
import styles from "./matrixTable.module.css";

interface Props {
  title: string;
  matrix: Matrix;
  hrefOf: (value: string) => string | undefined;
}

/** A chart that is a table: the more often a cell was chosen in its row, the stronger its tint. */
export function MatrixTable({ title, matrix: { columns, rows }, hrefOf }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard (WCAG 2.1.1)
    <section className={`sideways ${styles.cells}`} aria-label={words.distributionLabel(title)} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{words.distributionLabel(title)}</caption>
        <thead>
          <tr>
            <th scope="col">{words.row}</th>
            {columns.map((label, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one label
              <th key={index} scope="col" dir="auto">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, cells }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one label
            <tr key={index}>
              <th scope="row" dir="auto">
                {label}
              </th>
              {cells.map(({ value, count }, column) => (
                <Cell
                  key={value}
                  count={count}
                  all={cells.reduce((sum, cell) => sum + cell.count, 0)}
                  href={hrefOf(value)}
                  name={words.showResponses(`${label}, ${columns[column]}: ${numberText(count)}`)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CellProps {
  count: number;
  all: number;
  href: string | undefined;
  name: string;
}

function Cell({ count, all, href, name }: CellProps) {
  const share = all === 0 ? 0 : count / all;
  return (
    <td style={{ "--share": `${share * 40}%` } as CSSProperties}>
      {count === 0 ? (
        numberText(count)
      ) : (
        <FollowedLink href={href} label={name}>
          <strong>{numberText(count)}</strong>
        </FollowedLink>
      )}{" "}
      {percentText(all === 0 ? null : share)}
    </td>
  );
}
