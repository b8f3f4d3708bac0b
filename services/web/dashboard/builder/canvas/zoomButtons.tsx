import { Panel, useReactFlow } from "@xyflow/react";
import { Button } from "../../../parts/button.tsx";
import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import styles from "./canvas.module.css";
import { wholePadding } from "./firstView.ts";

const whole = { padding: wholePadding, maxZoom: 1 };

/** What the wheel and two fingers do, as buttons. */
export function ZoomButtons() {
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  return (
    <Panel position="bottom-left">
      {/* biome-ignore lint/a11y/useSemanticElements: buttons, not fields */}
      <div role="group" className={styles.zoom} aria-label={words.zoomGroup}>
        <Button aria-label={words.zoomIn} onPress={() => void zoomIn()}>
          +
        </Button>
        <Button aria-label={words.zoomOut} onPress={() => void zoomOut()}>
          −
        </Button>
        <Button onPress={() => void fitView(whole)}>{words.fit}</Button>
      </div>
    </Panel>
  );
}
