import { Panel, useReactFlow } from "@xyflow/react";
import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import { Button } from "../../../ui/button.tsx";
import styles from "./canvas.module.css";
import { wholePadding } from "./firstView.ts";
import { useCovered } from "./useSight.ts";

/** What the wheel and two fingers do, as buttons. */
export function ZoomButtons() {
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const covered = useCovered();
  const padding = {
    left: wholePadding.x,
    right: `${covered + 16}px`,
    top: wholePadding.top,
    bottom: wholePadding.bottom,
  } as const;
  return (
    <Panel position="bottom-left" className={styles.zoomPanel as string}>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons, not fields */}
      <div role="group" className={styles.zoom} aria-label={words.zoomGroup}>
        <Button look="plain" icon="minus" aria-label={words.zoomOut} onPress={() => void zoomOut()} />
        <Button look="plain" icon="plus" aria-label={words.zoomIn} onPress={() => void zoomIn()} />
        <Button
          look="plain"
          icon="expand"
          aria-label={words.fit}
          onPress={() => void fitView({ padding, maxZoom: 1 })}
        />
      </div>
    </Panel>
  );
}
