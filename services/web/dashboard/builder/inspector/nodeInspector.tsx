import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { useLandmark } from "react-aria/useLandmark";
import type { GraphNode, Problem } from "../../../../../shared/domain/graph/types.ts";
import * as stepWords from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/inspector.ts";
import { Button } from "../../../ui/button.tsx";
import { lazyPart } from "../../../ui/lazyPart.ts";
import { ActionMenu } from "../../../ui/menu.tsx";
import { QuestionIcon } from "../../../ui/questionIcon.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { NodeTitle } from "../editing/nodeTitle.tsx";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import { useNodeMenu } from "../list/nodeMenu.ts";
import { EditedBy } from "../presence/people.tsx";
import { useProblemText } from "../problems/useProblemText.ts";
import { nameOfNode, readable } from "../types/names.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { AdvancedTab } from "./advancedTab.tsx";
import styles from "./inspector.module.css";
import { NodeProblems } from "./nodeProblems.tsx";
import { FocusPlace, Place, type Wanted } from "./place.tsx";
import { QuestionTab } from "./questionTab.tsx";
import { type Tab, tabOfPlace } from "./tabs.ts";
import { useFieldProblems } from "./useFieldProblems.ts";

const Rules = lazyPart(() => import("./logicParts.ts"), "Rules");

interface Props {
  node: GraphNode;
  problems: readonly Problem[];
  /** Whether selecting a node moves the focus to its title. On the canvas it stays there. */
  takesFocus: boolean;
  /** the part to go to */
  wanted: Wanted | null;
}

/** Everything about a node, in forms made from the schemas. */
export function NodeInspector({ node, problems, takesFocus, wanted }: Props) {
  const editor = useEditor();
  const { edges } = useGraph();
  const region = useRef<HTMLElement>(null);
  const { landmarkProps } = useLandmark({ role: "region", "aria-label": nameOfNode(node) }, region);
  const own = problems.filter(({ edge_index }) => edge_index === undefined);
  const fieldProblems = useFieldProblems(node, own);
  const edgeProblems = useEdgeProblems(problems);
  const { tab, setTab, tabOf } = useTab(node, wanted);
  useFirstFocus(region, takesFocus);
  const content = (one: Tab, parts: ReactNode) => () => (
    <Suspense>
      <div className={styles.parts}>
        {parts}
        <FocusPlace wanted={wanted} isHere={!!wanted && wanted.place !== "valid_if" && tabOf(wanted.place) === one} />
      </div>
    </Suspense>
  );
  const shared = { node, problems: fieldProblems };
  const rules = (
    <Place name="rules">
      <Rules node={node} problems={edgeProblems} wanted={wanted} />
    </Place>
  );
  return (
    <section
      ref={region}
      {...landmarkProps}
      aria-label={nameOfNode(node)}
      className={styles.inspector}
      data-formats
      data-tab={tab}
      onBlur={() => editor.settle()}
    >
      <Head node={node} />
      <NodeProblems problems={own} />
      <Tabs
        label={words.settings}
        selected={tab}
        onSelect={setTab}
        tabs={{
          question: {
            title: words.tabs.question,
            content: content("question", <QuestionTab {...shared} onEditLogic={() => setTab("logic")} />),
          },
          logic: {
            title: words.tabs.logic,
            count: edges.filter(({ from }) => from === node.id).length || undefined,
            content: content("logic", rules),
          },
          advanced: {
            title: words.tabs.advanced,
            content: content("advanced", <AdvancedTab {...shared} wanted={wanted} />),
          },
        }}
      />
    </section>
  );
}

/** Moves the focus to the first field when the inspector appears. */
function useFirstFocus(region: RefObject<HTMLElement | null>, takesFocus: boolean): void {
  const isTaking = useRef(takesFocus);
  useEffect(() => {
    if (isTaking.current) region.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  }, [region]);
}

/** Returns the open tab, which changes when a part of another one is wanted. */
function useTab(node: GraphNode, wanted: Wanted | null) {
  const schema = useQuestionTable().schemaOf(node.question_type);
  const [tab, setTab] = useState<Tab>("question");
  const tabOf = (place: string | null) => tabOfPlace(place, schema?.properties);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab changes when another part is asked for
  useEffect(() => {
    if (wanted && !wanted.isDone) setTab(tabOf(wanted.place));
  }, [wanted]);
  return { tab, setTab, tabOf };
}

function Head({ node }: Pick<Props, "node">) {
  const editor = useEditor();
  const { nodes } = useGraph();
  return (
    <div className={styles.head}>
      <QuestionIcon type={node.question_type} />
      <div className={styles.name}>
        <p>{stepWords.kind(nodes.indexOf(node) + 1, readable(node.question_type))}</p>
        <h2 dir="auto">
          <NodeTitle node={node} />
        </h2>
        <EditedBy id={node.id} />
      </div>
      <ActionMenu label={words.actions(nameOfNode(node))} actions={useNodeMenu(node.id).slice(1)} />
      <Button look="plain" size="small" icon="x" aria-label={words.close} onPress={() => editor.select(null)} />
    </div>
  );
}

function useEdgeProblems(problems: readonly Problem[]): ReadonlyMap<string, string[]> {
  const { edges } = useGraph();
  const textOf = useProblemText();
  const found = new Map<string, string[]>();
  for (const problem of problems) {
    const id = problem.edge_index === undefined ? undefined : edges[problem.edge_index]?.id;
    if (id !== undefined) found.set(id, [...(found.get(id) ?? []), textOf(problem)]);
  }
  return found;
}
