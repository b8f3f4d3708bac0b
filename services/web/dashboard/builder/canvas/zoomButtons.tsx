import { Panel, useReactFlow, useStore } from "@xyflow/react";
import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import { Button } from "../../../ui/button.tsx";
import styles from "./canvas.module.css";
import { wholePadding } from "./firstView.ts";

/** Zooms in and out like the wheel and two fingers. */
export function ZoomButtons({ covered }: { covered: number }) {
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100));
  const { x: left, top, bottom } = wholePadding;
  const padding = { left, right: `${covered + 16}px`, top, bottom } as const;
  return (
    <Panel position="bottom-left" className={styles.zoomPanel as string}>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons, not fields */}
      <div role="group" className={styles.zoom} aria-label={words.zoomGroup}>
        <Button look="plain" icon="minus" aria-label={words.zoomOut} onPress={() => void zoomOut()} />
        <span className={styles.percent}>{words.percent(percent)}</span>
        <Button look="plain" icon="plus" aria-label={words.zoomIn} onPress={() => void zoomIn()} />
        <Button
          look="plain"
          icon="maximize"
          aria-label={words.fit}
          onPress={() => void fitView({ padding, maxZoom: 1 })}
        />
      </div>
    </Panel>
  );
}
