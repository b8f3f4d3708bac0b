import { type Ref, useState } from "react";
import { Toolbar } from "react-aria-components";
import * as listWords from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import { questions } from "../../../strings/en/dashboard/builder/exchange.ts";
import { Button } from "../../../ui/button.tsx";
import { buttonRowClass } from "../../../ui/buttonRow.tsx";
import { useActions } from "../editing/useActions.ts";
import { useEditor } from "../editing/useEditor.ts";
import { AddPicker } from "../palette/addPicker.tsx";
import { readable } from "../types/names.ts";
import type { Box } from "./boxes.ts";
import styles from "./canvas.module.css";
import { ConnectDialog } from "./connectDialog.tsx";
import { handleNew, handleOfRule } from "./flow.ts";
import type { CanvasActions, MoveDirection } from "./useCanvasActions.ts";

interface Props {
  boxes: readonly Box[];
  /** what is selected */
  box: Box | null;
  /** what keys and buttons act on: it, or several that are chosen */
  targets: readonly string[];
  way: string | null;
  actions: CanvasActions;
  onChooseWay(way: string | null): void;
  /** of what lies over the canvas */
  ref: Ref<HTMLDivElement>;
  /** to go on with the form of what was chosen or added */
  onInspect(): void;
}

/** What can be done with what is chosen: everything that dragging does, as buttons (WCAG 2.5.7). */
export function ChosenTools({ box, targets, way, ref, ...props }: Props) {
  if (targets.length === 0) return null;
  const edge = box?.rows.find((row) => row.edge !== null && row.edge === way)?.edge ?? null;
  return (
    <div ref={ref} className={styles.chosen}>
      {box && edge !== null ? (
        <WayTools box={box} edge={edge} {...props} />
      ) : (
        <NodeTools box={box} targets={targets} boxes={props.boxes} actions={props.actions} />
      )}
    </div>
  );
}

function NodeTools({ boxes, box, targets, actions }: Pick<Props, "boxes" | "box" | "targets" | "actions">) {
  const listActions = useActions();
  const [isConnecting, setConnecting] = useState(false);
  const one = targets.length === 1 ? box : null;
  const name = one?.title ?? questions(targets.length);
  return (
    <Toolbar className={buttonRowClass} aria-label={words.ofNode(name)}>
      <span className={styles.chosenName} aria-hidden="true" dir="auto">
        {name}
      </span>
      {one && !one.isEnd && boxes.length > 1 && <Button onPress={() => setConnecting(true)}>{words.connectTo}</Button>}
      {/* biome-ignore lint/a11y/useSemanticElements: buttons, not fields */}
      <span role="group" className={styles.moves} aria-label={words.moveGroup}>
        {(Object.keys(words.move) as MoveDirection[]).map((direction) => (
          <Button key={direction} aria-label={words.move[direction]} onPress={() => actions.nudge(targets, direction)}>
            {words.moveShort[direction]}
          </Button>
        ))}
      </span>
      <Button onPress={() => listActions.remove(targets)}>{words.remove}</Button>
      {one && isConnecting && (
        <ConnectDialog
          box={one}
          boxes={boxes}
          handle={firstHandle(one)}
          onConnect={(handle, to) => actions.connect(one, handle, to)}
          onClose={() => setConnecting(false)}
        />
      )}
    </Toolbar>
  );
}

/** What somebody wants to connect first: the way that leads nowhere, else a new one. */
const firstHandle = ({ rows }: Box): string => {
  const open = rows.find(({ to }) => to === null);
  return open ? handleOfRule(open.edge) : handleNew;
};

function WayTools({
  boxes,
  box,
  edge,
  actions,
  onChooseWay,
  onInspect,
}: Omit<Props, "box" | "targets" | "way" | "ref"> & { box: Box; edge: string }) {
  const editor = useEditor();
  const [dialog, setDialog] = useState<"insert" | "lead" | null>(null);
  const close = () => setDialog(null);
  const row = box.rows.find((one) => one.edge === edge);
  const target = boxes.find(({ id }) => id === row?.to);
  return (
    <Toolbar className={buttonRowClass} aria-label={words.ofRule}>
      <span className={styles.chosenName} dir="auto">
        {words.way(box.title, row?.text ?? "", target?.title ?? "")}
      </span>
      <Button onPress={() => setDialog("insert")}>{words.insertHere}</Button>
      <Button onPress={() => setDialog("lead")}>{words.leadElsewhere}</Button>
      <Button
        onPress={() => {
          actions.removeWay(edge);
          onChooseWay(null);
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
            onChooseWay(null);
            onInspect();
          }}
        />
      )}
      {dialog === "lead" && (
        <ConnectDialog
          box={box}
          boxes={boxes}
          handle={handleOfRule(edge)}
          onConnect={(handle, to) => actions.connect(box, handle, to)}
          onClose={close}
        />
      )}
    </Toolbar>
  );
}
