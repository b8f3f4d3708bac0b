import { useState } from "react";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/scores.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { FieldGroup } from "../../../ui/fields/labelled.tsx";
import { QuestionIcon } from "../../../ui/questionIcon.tsx";
import { SearchField } from "../../../ui/searchField.tsx";
import { Select } from "../../../ui/select.tsx";
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
  const gone = goneFrom(graph, items, all);
  const wanted = search.trim().toLowerCase();
  const found = [...gone, ...all].filter((one) => textOf(one).includes(wanted));
  const offered = wanted === "" ? all.filter(({ kinds }) => kinds[0] === "points") : found;
  const chosen = new Map(items.map((item) => [item.node_id, item]));
  const put = (news: readonly Pickable[], isOn: boolean) => {
    const ids = new Set(news.map(({ id }) => id));
    const rest = items.filter(({ node_id }) => !ids.has(node_id));
    const added = news.map(({ id, kinds }): Item => chosen.get(id) ?? { kind: kinds[0] ?? "points", node_id: id });
    onChange(inOrder(isOn ? [...rest, ...added] : rest, graph));
  };
  const setKind = (id: string, kind: Item["kind"]) =>
    onChange(items.map((item) => (item.node_id === id ? { ...item, kind } : item)));
  if (all.length + gone.length === 0)
    return (
      <FieldGroup label={words.questions}>
        <p className={styles.help}>{words.nothingToRead}</p>
      </FieldGroup>
    );
  return (
    <FieldGroup label={words.questions}>
      <div className={styles.pickBar}>
        <div className={styles.search} data-own-undo>
          <SearchField label={words.search} search={search} hasShortcut={false} onSearch={setSearch} />
        </div>
        <Button
          look="soft"
          size="small"
          isDisabled={offered.every(({ id }) => chosen.has(id))}
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
    </FieldGroup>
  );
}

/** Returns chosen questions that can't be chosen anymore, such as deleted ones. */
function goneFrom(graph: Graph, items: readonly Item[], all: readonly Pickable[]): Pickable[] {
  const known = new Set(all.map(({ id }) => id));
  return items.flatMap(({ node_id, kind }): Pickable[] => {
    if (known.has(node_id)) return [];
    const node = nodeIn(graph, node_id);
    const name = node ? nameOfQuestion(node_id, { graph }) : words.goneQuestion(node_id);
    return [{ id: node_id, type: node?.question_type ?? "", name, number: 0, kinds: [kind] }];
  });
}

/** The text that a search looks in. */
const textOf = ({ number, name, id, type }: Pickable): string =>
  `${number} ${name} ${id} ${readable(type)}`.toLowerCase();

interface RowProps {
  one: Pickable;
  item: Item | undefined;
  onPut(news: readonly Pickable[], isOn: boolean): void;
  onKind(id: string, kind: Item["kind"]): void;
}

function Row({ one, item, onPut, onKind }: RowProps) {
  return (
    <li className={styles.question} data-on={item !== undefined || undefined}>
      <Checkbox
        label={
          <>
            <QuestionIcon type={one.type} isSmall />
            <span dir="auto">{one.number > 0 ? `${one.number}. ${one.name}` : one.name}</span>
          </>
        }
        isChecked={item !== undefined}
        onChange={(isChecked) => onPut([one], isChecked)}
      />
      {item && one.kinds.length > 1 ? (
        <Select
          look="small"
          label={words.readsOf(one.name)}
          value={item.kind}
          options={one.kinds.map((kind) => [kind, words.reads[kind]])}
          onChange={(kind) => onKind(one.id, kind)}
        />
      ) : (
        <span className={styles.reads}>{words.reads[item?.kind ?? one.kinds[0] ?? "points"]}</span>
      )}
    </li>
  );
}
