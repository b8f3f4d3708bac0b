import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { drawn, marked } from "../../marks.ts";
import { hasModifier, isEnter } from "../keys.ts";
import { rowToOpen } from "../openRow.ts";
import { Check } from "./cardMarks.tsx";
import { groupAttributes } from "./fieldAttributes.ts";
import { isMissing, type MatrixProps, type RowProps, useRow } from "./matrixTable.tsx";

/** The layout for narrow screens: one row is open, and the others are lines. An answer opens the next row. */
export function MatrixRows(props: MatrixProps) {
  const { question, chosen, onChoose } = props;
  const { rows } = question.config;
  const [open, setOpen] = useState(() => rowToOpen(rows, chosen));
  const group = useRef<HTMLDivElement>(null);
  const nextFocus = useRef("");
  useLayoutEffect(() => {
    if (question.isInvalid) setOpen(rowToOpen(rows, chosen));
  }, [question.isInvalid]);
  // the focused element was replaced
  useLayoutEffect(() => {
    if (!nextFocus.current) return;
    group.current?.querySelector<HTMLElement>(nextFocus.current)?.focus({ preventScroll: true });
    group.current?.querySelector("[data-open]")?.scrollIntoView({ block: "nearest" });
    nextFocus.current = "";
  });
  const openRow = (key: string | null, focus: string) => {
    nextFocus.current = focus;
    setOpen(key);
  };
  return (
    <div class="matrix-rows" ref={group} {...groupAttributes(question, "group")}>
      {rows.map((row, index) => (
        <Row
          key={row.key}
          {...props}
          row={row}
          number={index + 1}
          isFirst={row.key === (open ?? rows[0]?.key)}
          isOpen={row.key === open}
          onOpen={() => openRow(row.key, "[data-focus]")}
          onChoose={(key, column) => {
            onChoose(key, column);
            openRow(rowToOpen(rows, { ...chosen, [key]: column }, key), `[data-row="${key}"] .matrix-line`);
          }}
        />
      ))}
    </div>
  );
}

interface LineProps {
  number: number;
  isOpen: boolean;
  onOpen(): void;
}

function Row(props: RowProps & LineProps) {
  const { question, row, isOpen } = props;
  const { columns } = question.config;
  const radio = useRow(props);
  const title = `${question.labels.title}-row-${row.key}`;
  const isInvalid = isMissing(props);
  const labels = { title, describedBy: question.labels.describedBy };
  return (
    <fieldset
      class="matrix-row"
      // the radio group in it has the row's name, which would be read twice
      role="none"
      data-row={row.key}
      data-open={isOpen || undefined}
      data-missing={isInvalid || undefined}
    >
      <legend>
        <Line {...props} titleId={title} />
      </legend>
      <div class="cards" {...groupAttributes({ ...question, isInvalid, labels }, "radiogroup")}>
        {isOpen &&
          columns.map(({ value, ...label }, index) => (
            <button key={value} class="card card-slim" {...radio(index)}>
              <Check />
              <span class="card-label" dir="auto" {...marked(`${question.nodeId}.columns.${value}`)}>
                {drawn(label)}
              </span>
            </button>
          ))}
      </div>
    </fieldset>
  );
}

/** The row's number and label, and its answer if it is closed. */
function Line({
  question,
  chosen,
  row,
  number,
  isFirst,
  isOpen,
  onOpen,
  titleId,
}: RowProps & LineProps & { titleId: string }) {
  const answer = question.config.columns.find(({ value }) => value === chosen[row.key]);
  const content = (
    <>
      <span class="matrix-number" aria-hidden="true">
        {answer && !isOpen ? <Check /> : number}
      </span>
      <span id={titleId} class="matrix-label" dir="auto" {...marked(`${question.nodeId}.rows.${row.key}`)}>
        {drawn(row)}
      </span>
    </>
  );
  if (isOpen) return <span class="matrix-line">{content}</span>;
  return (
    <button
      type="button"
      class="matrix-line"
      aria-expanded={false}
      data-focus={isFirst || undefined}
      onClick={onOpen}
      onKeyDown={(event) => {
        // as in all groups, Enter continues and Space selects
        if (hasModifier(event) || !isEnter(event)) return;
        event.preventDefault();
        question.onContinue();
      }}
    >
      {content}
      {answer && (
        <span class="matrix-answer" dir="auto" {...marked(`${question.nodeId}.columns.${answer.value}`)}>
          {drawn(answer)}
        </span>
      )}
    </button>
  );
}
