import { useNavigate, useSearch } from "@tanstack/react-router";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import * as words from "../../../strings/en/dashboard/builder/translations.ts";
import { keyNames } from "../../../strings/en/dashboard/keys.ts";
import { numberText } from "../../../strings/en/dashboard/numbers.ts";
import { Button } from "../../../ui/button.tsx";
import { englishName, nativeName } from "../../../ui/languageNames.ts";
import { SearchField } from "../../../ui/searchField.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { useGraph } from "../editing/useEditor.ts";
import { chipName } from "../inspector/recall/recallable.ts";
import { useIsNarrow } from "../useView.ts";
import { Nearby } from "./nearby.tsx";
import { type Changes, type Counts, countsOf, type Filter, filtered, type TextGroup as Group } from "./rows.ts";
import { TextGroup } from "./textGroup.tsx";
import styles from "./translations.module.css";
import { useCellActions } from "./useCellActions.ts";

interface Props {
  form: FormDetail;
  groups: readonly Group[];
  language: string;
  changes: Changes;
  isReadOnly: boolean;
  /** the group whose text has the focus */
  onShown(group: Group): void;
}

const none = {};
/** Groups that a window shows at first. */
const firstGroups = 12;

/** The texts of one language beside the originals, grouped by question. */
export function TextTable(props: Props) {
  const { form, groups, language, changes, isReadOnly } = props;
  const graph = useGraph();
  const texts = graph.translations?.[language] ?? none;
  const [filter, setFilter] = useFilter();
  const [search, setSearch] = useState("");
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  const nodes = graph.nodes;
  const { calculations } = graph;
  // biome-ignore lint/correctness/useExhaustiveDependencies: names of inserts depend on these parts alone
  const nameOf = useMemo(() => chipName(graph), [nodes, calculations]);
  const about = useMemo(() => ({ tag: language, name: englishName(language) }), [language]);
  const cells = useCellActions({ ...props, texts, scroller });
  const shown = useMemo(
    () => filtered(groups, { filter, search }, texts, changes, cells.kept),
    [groups, filter, search, texts, changes, cells.kept],
  );
  cells.order.current = shown;
  useWantedText(cells.goTo);
  // letters come first
  const counts = countsOf(groups, useDeferredValue(texts), changes);
  return (
    <section className={styles.texts} aria-label={words.textsOf(englishName(language))}>
      <Filters
        counts={counts}
        filter={filter}
        search={search}
        onFilter={(next) => {
          cells.forgetKept();
          setFilter(next);
        }}
        onSearch={setSearch}
      />
      <ColumnHeads own={form.language} language={language} />
      <div ref={scroller} className={styles.scroller}>
        <Nearby scroller={isNarrow ? null : scroller}>
          {shown.map((group, at) => (
            <TextGroup
              key={group.id}
              group={group}
              language={about}
              own={form.language}
              texts={texts}
              changes={changes}
              nameOf={nameOf}
              isReadOnly={isReadOnly}
              wanted={group.rows.some(({ key }) => key === cells.wanted) ? cells.wanted : null}
              isFocused={group.rows.some(({ key }) => key === cells.focused)}
              isNearAtFirst={at < firstGroups}
              actions={cells.actions}
            />
          ))}
        </Nearby>
        {shown.length === 0 && <Nothing isDone={search === ""} onAll={() => setFilter("all")} />}
      </div>
      {!isReadOnly && <Foot at={cells.focused} groups={shown} />}
    </section>
  );
}

const ColumnHeads = ({ own, language }: { own: string; language: string }) => (
  <div aria-hidden="true" className={styles.columnHeads}>
    <span />
    <span>{englishName(own)}</span>
    <span lang={language}>{nativeName(language)}</span>
  </div>
);

/** Goes to the text in the URL, and takes it out, so that the same link leads there again. */
function useWantedText(goTo: (key: string) => void): void {
  const { text } = useSearch({ from: "/layout/forms/$slug/translations" });
  const navigate = useNavigate({ from: "/forms/$slug/translations" });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text
  useEffect(() => {
    if (text === undefined) return;
    goTo(text);
    void navigate({ search: (search) => ({ ...search, text: undefined }), replace: true });
  }, [text]);
}

/** Returns the filter in the URL, and a function that changes it. */
function useFilter(): [Filter, (filter: Filter) => void] {
  const { show } = useSearch({ from: "/layout/forms/$slug/translations" });
  const navigate = useNavigate({ from: "/forms/$slug/translations" });
  const choose = (filter: Filter) =>
    void navigate({ search: (search) => ({ ...search, show: filter === "all" ? undefined : filter }), replace: true });
  return [show ?? "all", choose];
}

interface FiltersProps {
  counts: Counts;
  filter: Filter;
  search: string;
  onFilter(filter: Filter): void;
  onSearch(search: string): void;
}

function Filters({ counts, filter, search, onFilter, onSearch }: FiltersProps) {
  const { all, missing, changed } = counts;
  const chips = [
    { name: "missing", label: words.missing, count: missing },
    { name: "changed", label: words.changedSince, count: changed },
  ] as const;
  return (
    <div className={styles.filters}>
      <Segmented<"all" | "todo">
        label={words.whichTexts}
        value={filter as "all" | "todo"}
        options={words.texts}
        count={(one) => numberText(one === "all" ? all : missing + changed)}
        onChange={onFilter}
      />
      {chips.map(({ name, label, count }) => (
        <button
          key={name}
          type="button"
          className={styles.chip}
          data-status={name}
          aria-pressed={filter === name}
          onClick={() => onFilter(filter === name ? "all" : name)}
        >
          <span aria-hidden="true" className={styles.dot} />
          {label} <strong>{count}</strong>
        </button>
      ))}
      <SearchField label={words.search} search={search} hasShortcut={false} onSearch={onSearch} />
    </div>
  );
}

function Nothing({ isDone, onAll }: { isDone: boolean; onAll(): void }) {
  return (
    <div className={styles.nothing}>
      <p>{isDone ? words.allDone : words.nothingFound}</p>
      <Button onPress={onAll}>{words.showAll}</Button>
    </div>
  );
}

function Foot({ at, groups }: { at: string | null; groups: readonly Group[] }) {
  const keys = groups.flatMap(({ rows }) => rows.map(({ key }) => key));
  const index = at === null ? -1 : keys.indexOf(at);
  return (
    <div className={styles.foot}>
      <span aria-hidden="true">
        <kbd>{keyNames.tab}</kbd> {words.nextText}
      </span>
      <span aria-hidden="true">
        <kbd>{keyNames.control}</kbd> <kbd>{keyNames.enter}</kbd> {words.nextTodo}
      </span>
      <span aria-hidden="true">
        <kbd>{keyNames.control}</kbd> <kbd>{keyNames.copy}</kbd> {words.copyOriginal}
      </span>
      {index >= 0 && <span className={styles.position}>{words.position(index + 1, keys.length)}</span>}
    </div>
  );
}
