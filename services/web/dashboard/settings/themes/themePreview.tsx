import { useDeferredValue, useMemo, useState } from "react";
import type { Theme } from "../../../../../shared/domain/theme/themes.ts";
import * as words from "../../../strings/en/dashboard/themes.ts";
import { type Device, DevicePreview } from "../../../ui/devicePreview.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { sampleAnswers, sampleForm } from "./sampleForm.ts";
import styles from "./themes.module.css";

/** A sample form in the look of the fields, on a phone or a computer. */
export function ThemePreview({ look }: { look: Theme }) {
  const [screen, setScreen] = useState<keyof typeof sampleAnswers>("choice");
  const [scheme, setScheme] = useState<"light" | "dark">("light");
  const [device, setDevice] = useState<Device>("phone");
  // dragging in the color picker changes the color with every step
  const shown = useDeferredValue(look);
  const form = useMemo(() => sampleForm(shown), [shown]);
  const isFixed = look.scheme !== "auto";
  return (
    <aside className={styles.preview} aria-label={words.preview}>
      <Segmented label={words.screen} value={screen} options={words.screens} onChange={setScreen} />
      <DevicePreview
        device={device}
        form={form}
        title={words.previewFrame}
        start={sampleAnswers[screen]}
        {...(!isFixed && { scheme })}
      />
      <div className={styles.previewChoices}>
        <Segmented label={words.device} value={device} options={words.devices} onChange={setDevice} />
        {!isFixed && (
          <Segmented label={words.previewScheme} value={scheme} options={words.previewSchemes} onChange={setScheme} />
        )}
      </div>
    </aside>
  );
}
