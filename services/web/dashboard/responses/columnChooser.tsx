import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import * as words from "../../strings/en/dashboard/responses.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Icon } from "../../ui/icon.tsx";
import { QuestionIcon } from "../../ui/questionIcon.tsx";
import styles from "./columnChooser.module.css";
import { moved, nothingKept, type ResponseColumn } from "./columns.ts";
import type { Columns } from "./useColumns.ts";

/** Chooses and orders the table's columns. Closes on Escape and on a click outside. */
export function ColumnChooser({ columns }: { columns: Columns }) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const onOutside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
    };
    const types = ["pointerdown", "focusin"];
    for (const type of types) addEventListener(type, onOutside);
    return () => {
      for (const type of types) removeEventListener(type, onOutside);
    };
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== "Escape") return;
    event.preventDefault();
    setOpen(false);
    box.current?.querySelector("button")?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape reaches it from the dialog within
    <div ref={box} className={styles.box} onKeyDown={onKeyDown}>
      <Button icon="columns-3" aria-haspopup="dialog" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        {words.columns}
      </Button>
      {isOpen && (
        <div role="dialog" aria-label={words.columns} className={styles.popover}>
          <Chooser columns={columns} />
        </div>
      )}
    </div>
  );
}

function Chooser({ columns }: { columns: Columns }) {
  const { all, kept, keep } = columns;
  const [search, setSearch] = useState("");
  const [said, setSaid] = useState("");
  const wanted = search.trim().toLocaleLowerCase();
  const found = all.filter(({ title }) => title.toLocaleLowerCase().includes(wanted));
  const move = (column: ResponseColumn, to: ResponseColumn | undefined) => {
    if (!to || to.kind !== column.kind) return;
    keep(moved(all, kept, column.id, to.id));
    const group = all.filter(({ kind }) => kind === column.kind);
    setSaid(words.columnMoved(column.title, group.indexOf(to) + 1, group.length));
  };
  const showAll = () => keep({ ...kept, shown: Object.fromEntries(all.map(({ id }) => [id, true])) });
  return (
    <>
      <div className={styles.search}>
        <Icon name="search" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the popover was opened to look for a column
          autoFocus
          aria-label={words.findColumn}
          placeholder={words.findColumn}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </div>
      <div className={styles.groups}>
        {(["question", "fact"] as const).map((kind) => (
          <Group key={kind} kind={kind} found={found} columns={columns} onMove={move} />
        ))}
        {found.length === 0 && <p className={styles.nothing}>{words.noColumns}</p>}
      </div>
      <div className={styles.foot}>
        <Button look="plain" size="small" onPress={showAll}>
          {words.showAllColumns}
        </Button>
        <Button look="plain" size="small" onPress={() => keep(nothingKept)}>
          {words.resetColumns}
        </Button>
      </div>
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </>
  );
}

interface GroupProps {
  kind: ResponseColumn["kind"];
  found: readonly ResponseColumn[];
  columns: Columns;
  onMove: (column: ResponseColumn, to: ResponseColumn | undefined) => void;
}

function Group({ kind, found, columns: { shown, kept, keep }, onMove }: GroupProps) {
  const [dragged, setDragged] = useState<ResponseColumn | null>(null);
  const rows = found.filter((column) => column.kind === kind);
  if (rows.length === 0) return null;
  return (
    <section aria-label={words.columnGroups[kind]}>
      <h2 className={styles.group}>{words.columnGroups[kind]}</h2>
      <ul className={styles.list}>
        {rows.map((column, index) => (
          <li
            key={column.id}
            className={styles.row}
            draggable
            onDragStart={() => setDragged(column)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => dragged && onMove(dragged, column)}
          >
            <span className={styles.grip}>
              <Icon name="grip-vertical" size={14} />
            </span>
            <Checkbox
              label={
                <>
                  {column.kind === "question" ? (
                    <QuestionIcon isSmall type={column.type} />
                  ) : (
                    <Icon name="info" size={14} />
                  )}
                  <span className={styles.title} dir="auto">
                    {column.title}
                  </span>
                </>
              }
              isChecked={shown.has(column.id)}
              onChange={(checked) => keep({ ...kept, shown: { ...kept.shown, [column.id]: checked } })}
            />
            <Moves
              title={column.title}
              above={rows[index - 1]}
              below={rows[index + 1]}
              onMove={(to) => onMove(column, to)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface MovesProps {
  title: string;
  above: ResponseColumn | undefined;
  below: ResponseColumn | undefined;
  onMove: (to: ResponseColumn | undefined) => void;
}

const Moves = ({ title, above, below, onMove }: MovesProps) => (
  <span className={styles.moves}>
    <Button
      look="plain"
      size="small"
      icon="chevron-up"
      aria-label={words.moveUp(title)}
      isDisabled={!above}
      onPress={() => onMove(above)}
    />
    <Button
      look="plain"
      size="small"
      icon="chevron-down"
      aria-label={words.moveDown(title)}
      isDisabled={!below}
      onPress={() => onMove(below)}
    />
  </span>
);
