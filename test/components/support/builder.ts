import "./dom.ts";
import "./modules.mts";
import type { ReactNode } from "react";
import type { Editor } from "../../../services/web/dashboard/builder/editing/editor.ts";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import { simulate } from "../../../shared/domain/graph/simulate.ts";
import type { Graph, Problem } from "../../../shared/domain/graph/types.ts";
import { walkableGraph } from "../../../shared/domain/graph/walkable.ts";
import { configFaults } from "../../../shared/domain/questions/read.ts";

/** The builder's inspector and palette around an editor, with the analysis in this process instead of a worker. */

export const { cleanup } = await import("@testing-library/react");
const { act, configure, render } = await import("@testing-library/react");
export const { screen, waitFor, within } = await import("@testing-library/react");
const { userEvent } = await import("@testing-library/user-event");
const { createElement } = await import("react");
const builder = "../../../services/web/dashboard/builder";
const { openEditor } = await import(`${builder}/editing/editor.ts`);
const { EditorContext, useEditorState } = await import(`${builder}/editing/useEditor.ts`);
const { Announcer } = await import(`${builder}/editing/announcer.tsx`);
const { NodeInspector } = await import(`${builder}/inspector/nodeInspector.tsx`);
const { FormInspector } = await import(`${builder}/inspector/formInspector.tsx`);
const { ChosenBar } = await import(`${builder}/list/chosenBar.tsx`);
const { AddPicker } = await import(`${builder}/palette/addPicker.tsx`);
const { AnalystContext } = await import(`${builder}/problems/analyst.ts`);
const { ScoresPanel } = await import(`${builder}/scores/scoresPanel.tsx`);
const { tryRules } = await import(`${builder}/conditions/tried.ts`);
const { withEdgeIds } = await import(`${builder}/model/ids.ts`);
const { Toasts } = await import("../../../services/web/ui/toasts.tsx");

// the text of a page says more than its markup
const getElementError = (message: string | null) =>
  new Error(`${message?.split("\n")[0]}\n${document.body.textContent}`);
configure({ getElementError, asyncUtilTimeout: 15_000 });
afterEach(cleanup);

const analyst = {
  problems: async (graph: Graph, previous: Graph | null) => analyze(graph, previous ?? undefined),
  walk: async (...args: Parameters<typeof simulate>) => simulate(...args),
  walkable: async (graph: Graph) => walkableGraph(graph),
  rules: async (...args: unknown[]) => tryRules(...args),
  config: async (node: Parameters<typeof configFaults>[0]) => configFaults(node),
  close: () => undefined,
};

interface Options {
  /** the selected question; without one, the form's settings are shown */
  selected?: string;
  /** the part that "Fix" would open */
  place?: string;
  hasPalette?: boolean;
  hasScores?: boolean;
  /** selected questions, with the actions for them */
  chosen?: string[];
}

const scoresProps = {
  run: { answers: [], hidden: {} },
  wanted: null,
  problems: [],
  onPreview: () => undefined,
  onClose: () => undefined,
};

function inspected({ place, hasPalette, hasScores, chosen }: Options) {
  const { history, selected, selection } = useEditorState();
  const node = history.graph.nodes.find(({ id }: { id: string }) => id === selected);
  const problems: Problem[] = node ? analyze(history.graph).filter(({ node_id }: Problem) => node_id === node.id) : [];
  const wanted = place === undefined ? null : { place };
  const inspector = node
    ? createElement(NodeInspector, { key: selection, node, problems, takesFocus: true, wanted })
    : createElement(FormInspector, { wanted });
  return [
    createElement("main", { key: "inspector" }, inspector),
    chosen && createElement(ChosenBar, { key: "chosen", ids: chosen }),
    hasScores && createElement(ScoresPanel, { key: "scores", ...scoresProps }),
    hasPalette && createElement(AddPicker, { key: "palette", onClose: () => undefined }),
  ];
}

/** Renders the inspector of this graph. */
export function openInspector(graph: object, options: Options = {}) {
  return openInBuilder(graph, () => createElement(inspected, options), options.selected);
}

/** Renders a part of the builder around an editor of this graph. */
export function openInBuilder(graph: object, part: (editor: Editor) => ReactNode, selected: string | null = null) {
  const editor: Editor = openEditor(withEdgeIds(graph));
  editor.select(selected);
  const inside = createElement(Announcer, null, part(editor), createElement(Toasts));
  render(
    createElement(EditorContext, { value: editor }, createElement(AnalystContext, { value: analyst as never }, inside)),
  );
  return { user: userEvent.setup(), editor, graph: () => editor.state().history.graph, undo: () => act(editor.undo) };
}
