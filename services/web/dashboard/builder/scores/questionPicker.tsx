import { useState } from "react";
import * as words from "../../../strings/en/dashboard/builder/scores.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldGroup } from "../../../ui/fields/labelled.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { QuestionIcon } from "../../../ui/questionIcon.tsx";
import { useGraph } from "../editing/useEditor.ts";
import { readable } from "../types/names.ts";
import { nodeIn } from "../types/nodeIndex.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { nameOfQuestion } from "./formula/formulaText.ts";
import styles from "./scores.module.css";
import { canHavePoints, type Item, inOrder, type Pickable, pickables } from "./simple.ts";

interface Props {
  items: readonly Item[];
  onChange(items: Item[]): void;
}

/** Chooses the questions of a sum or mean, those with points first. */
export function QuestionPicker({ items, onChange }: Props) {
  const graph = useGraph();
  const [search, setSearch] = useState("");
  const table = useQuestionTable();
  const all = pickables(graph, table);
  const known = new Set(all.map(({ id }) => id));
  const chosen = new Map(items.map((item) => [item.node_id, item]));
  const gone = items.flatMap(({ node_id, kind }): Pickable[] => {
    if (known.has(node_id)) return [];
    const node = nodeIn(graph, node_id);
    const name = node ? nameOfQuestion(node_id, { graph }) : words.goneQuestion(node_id);
    return [{ id: node_id, type: node?.question_type ?? "", name, number: 0, kinds: [kind] }];
  });
  const wanted = search.trim().toLowerCase();
  const found = [...gone, ...all].filter((one) =>
    `${one.number} ${one.name} ${one.id} ${readable(one.type)}`.toLowerCase().includes(wanted),
  );
  const scored = all.filter(({ kinds }) => kinds[0] === "points");
  const offered = wanted === "" ? scored : found;
  const put = (news: readonly Pickable[], isOn: boolean) => {
    const ids = new Set(news.map(({ id }) => id));
    const rest = items.filter(({ node_id }) => !ids.has(node_id));
    const added = news.map(({ id, kinds }): Item => chosen.get(id) ?? { kind: kinds[0] ?? "points", node_id: id });
    onChange(inOrder(isOn ? [...rest, ...added] : rest, graph));
  };
  const isAll = offered.every(({ id }) => chosen.has(id));
  return (
    <FieldGroup label={words.questions}>
      {all.length + gone.length === 0 ? (
        <p className={styles.help}>{words.nothingToRead}</p>
      ) : (
        <>
          <div className={styles.pickBar}>
            <div className={styles.search} data-own-undo>
              <Icon name="search" />
              <input
                type="search"
                aria-label={words.search}
                placeholder={words.search}
                value={search}
                onChange={({ target }) => setSearch(target.value)}
              />
            </div>
            <Button
              look="soft"
              size="small"
              isDisabled={offered.length === 0 || isAll}
              onPress={() => put(offered, true)}
            >
              {wanted === "" ? words.allScored : words.selectFound(offered.length)}
            </Button>
          </div>
          <ul className={styles.questions}>
            {found.map((one) => (
              <Row key={one.id} one={one} item={chosen.get(one.id)} onPut={put} onKind={setKind} />
            ))}
            {found.length === 0 && <li className={styles.help}>{words.noneFound}</li>}
          </ul>
          {canHavePoints(graph, table) && <p className={styles.help}>{words.needsPoints}</p>}
          <div className={styles.pickBar}>
            <p className={styles.help} role="status">
              {words.selected(items.length, all.length)}
            </p>
            {items.length > 0 && (
              <Button look="plain" size="small" onPress={() => onChange([])}>
                {words.clear}
              </Button>
            )}
          </div>
        </>
      )}
    </FieldGroup>
  );

  function setKind(id: string, kind: Item["kind"]): void {
    onChange(items.map((item) => (item.node_id === id ? { ...item, kind } : item)));
  }
}

interface RowProps {
  one: Pickable;
  item: Item | undefined;
  onPut(news: readonly Pickable[], isOn: boolean): void;
  onKind(id: string, kind: Item["kind"]): void;
}

function Row({ one, item, onPut, onKind }: RowProps) {
  return (
    <li className={styles.question} data-on={item !== undefined || undefined}>
      <label>
        <input type="checkbox" checked={item !== undefined} onChange={({ target }) => onPut([one], target.checked)} />
        <QuestionIcon type={one.type} isSmall />
        <span dir="auto">{one.number > 0 ? `${one.number}. ${one.name}` : one.name}</span>
      </label>
      {item && one.kinds.length > 1 ? (
        <select
          aria-label={words.readsOf(one.name)}
          value={item.kind}
          onChange={({ target }) => onKind(one.id, target.value as Item["kind"])}
        >
          {one.kinds.map((kind) => (
            <option key={kind} value={kind}>
              {words.reads[kind]}
            </option>
          ))}
        </select>
      ) : (
        <span className={styles.reads}>{words.reads[item?.kind ?? one.kinds[0] ?? "points"]}</span>
      )}
    </li>
  );
}
