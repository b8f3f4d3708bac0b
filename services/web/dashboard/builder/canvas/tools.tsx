import { type Ref, Suspense, useState } from "react";
import * as listWords from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import { questions } from "../../../strings/en/dashboard/builder/exchange.ts";
import { Button } from "../../../ui/button.tsx";
import { buttonRowClass } from "../../../ui/buttonRow.tsx";
import { ActionMenu, type MenuAction } from "../../../ui/menu.tsx";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { ShowIfButton } from "../conditions/showIfButton.tsx";
import { useActions } from "../editing/useActions.ts";
import { useEditor } from "../editing/useEditor.ts";
import { ConnectDialog } from "../lazyPanels.ts";
import { AddPicker } from "../palette/addPicker.tsx";
import { readable } from "../types/names.ts";
import { useIsNarrow } from "../useView.ts";
import type { Box } from "./boxes.ts";
import styles from "./canvas.module.css";
import { handleNew } from "./flow.ts";
import type { CanvasActions, MoveDirection } from "./useCanvasActions.ts";

interface Props {
  boxes: readonly Box[];
  /** the selected box */
  box: Box | null;
  /** ids that keys and buttons act on: the selected one, or several */
  targets: readonly string[];
  /** the selected rule */
  edge: string | null;
  actions: CanvasActions;
  onSelectEdge(edge: string | null): void;
  ref: Ref<HTMLDivElement>;
  /** moves the focus to the inspector */
  onInspect(): void;
}

/** Actions for the selection: everything that dragging does, as buttons (WCAG 2.5.7). */
export function SelectionTools({ box, targets, edge, ref, ...props }: Props) {
  if (targets.length === 0) return null;
  const selected = box?.rows.find((row) => row.edge !== null && row.edge === edge)?.edge ?? null;
  return (
    <div ref={ref} className={styles.chosen}>
      {box && selected !== null ? (
        <RuleTools box={box} edge={selected} {...props} />
      ) : (
        <NodeTools box={box} targets={targets} {...props} />
      )}
    </div>
  );
}

type NodeProps = Pick<Props, "boxes" | "box" | "targets" | "actions" | "onInspect">;

function NodeTools({ boxes, box, targets, actions, onInspect }: NodeProps) {
  const listActions = useActions();
  const isNarrow = useIsNarrow();
  const [isConnecting, setConnecting] = useState(false);
  const one = targets.length === 1 ? box : null;
  const name = one?.title ?? questions(targets.length);
  const moves: MenuAction[] = (Object.keys(words.move) as MoveDirection[]).map((direction) => ({
    id: direction,
    label: words.move[direction],
    keys: words.moveKeys[direction],
    onAction: () => actions.nudge(targets, direction),
  }));
  const remove: MenuAction = {
    id: "remove",
    label: words.remove,
    icon: "trash-2",
    startsGroup: true,
    isDanger: true,
    onAction: () => listActions.remove(targets),
  };
  return (
    <Toolbar className={buttonRowClass} label={targets.length > 1 ? name : words.ofNode(name)}>
      <span className={styles.chosenName} aria-hidden="true" dir="auto">
        {name}
      </span>
      {/* where the inspector is below the canvas */}
      {one && isNarrow && <Button onPress={onInspect}>{listWords.menu.edit}</Button>}
      {one && !one.isEnd && boxes.length > 1 && <Button onPress={() => setConnecting(true)}>{words.connectTo}</Button>}
      {!one && <Button onPress={() => listActions.makePage(targets)}>{listWords.menu.putOnPage}</Button>}
      {!one && <ShowIfButton ids={targets} />}
      <ActionMenu label={words.selectionActions} actions={[...moves, remove]} />
      {one && isConnecting && (
        <Suspense>
          <ConnectDialog
            box={one}
            boxes={boxes}
            handle={firstHandle(one)}
            onConnect={actions.connect}
            onClose={() => setConnecting(false)}
          />
        </Suspense>
      )}
    </Toolbar>
  );
}

/** Returns the handle to start with: the first that isn't connected, else the one for new rules. */
const firstHandle = ({ rows, hidden }: Box): string =>
  [...rows, ...hidden].find(({ to, handle }) => to === null && handle !== null)?.handle ?? handleNew;

function RuleTools({
  boxes,
  box,
  edge,
  actions,
  onSelectEdge,
  onInspect,
}: Omit<Props, "box" | "targets" | "edge" | "ref"> & { box: Box; edge: string }) {
  const editor = useEditor();
  const [dialog, setDialog] = useState<"insert" | "target" | null>(null);
  const close = () => setDialog(null);
  const row = box.rows.find((one) => one.edge === edge);
  const target = boxes.find(({ id }) => id === row?.to);
  return (
    <Toolbar className={buttonRowClass} label={words.ofRule}>
      <span className={styles.chosenName} dir="auto">
        {words.edgeName(box.title, row?.text ?? "", target?.title ?? "")}
      </span>
      <Button onPress={() => setDialog("insert")}>{words.insertHere}</Button>
      <Button onPress={() => setDialog("target")}>{words.changeTarget}</Button>
      <Button
        onPress={() => {
          actions.removeRule(edge);
          onSelectEdge(null);
        }}
      >
        {words.removeRule}
      </Button>
      {dialog === "insert" && (
        <AddPicker
          title={listWords.insertTitle}
          onClose={close}
          onChoose={(questionType) => {
            const step = { label: listWords.steps.insert(readable(questionType)) };
            editor.perform("insertOnEdge", { edge_id: edge, question_type: questionType }, step);
            onSelectEdge(null);
            onInspect();
          }}
        />
      )}
      {dialog === "target" && (
        <Suspense>
          <ConnectDialog
            box={box}
            boxes={boxes}
            handle={row?.handle ?? handleNew}
            onConnect={actions.connect}
            onClose={close}
          />
        </Suspense>
      )}
    </Toolbar>
  );
}
