import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import type { Theme } from "../../../../../shared/domain/theme/themes.ts";
import * as words from "../../../strings/en/dashboard/themes.ts";
import { type Device, DevicePreview } from "../../../ui/devicePreview.tsx";
import { previewForm } from "../../../ui/previewForm.ts";
import { Segmented } from "../../../ui/segmented.tsx";
import { formQuery } from "../../api/queries/forms.ts";
import { draftQuery } from "../../api/queries/versions.ts";
import { sampleAnswers, sampleForm } from "./sampleForm.ts";
import styles from "./themes.module.css";

interface PreviewProps {
  look: Theme;
  /** the form to show; by default a sample, with a choice of its screens */
  own?: Omit<Parameters<typeof previewForm>[0], "theme">;
}

/** A form in the look of the fields, on a phone or a computer. */
export function ThemePreview({ look, own }: PreviewProps) {
  const [screen, setScreen] = useState<keyof typeof sampleAnswers>("choice");
  const [scheme, setScheme] = useState<"light" | "dark">("light");
  const [device, setDevice] = useState<Device>("phone");
  // dragging in the color picker changes the color with every step
  const theme = useDeferredValue(look);
  const form = useMemo(() => (own ? previewForm({ ...own, theme }) : sampleForm(theme)), [own, theme]);
  const isFixed = look.scheme !== "auto";
  return (
    <aside className={styles.preview} aria-label={words.preview}>
      {!own && <Segmented label={words.screen} value={screen} options={words.screens} onChange={setScreen} />}
      <DevicePreview
        device={device}
        form={form}
        title={words.previewFrame}
        start={own ? noAnswers : sampleAnswers[screen]}
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

const noAnswers: (typeof sampleAnswers)["choice"] = [];

/** The preview with the draft of a form, or the sample if the draft has errors or can't be read. */
export function OwnPreview({ slug, look }: { slug: string; look: Theme }) {
  const { data: form, isPending: isFormComing } = useQuery(formQuery(slug));
  const { data: draft, isPending: isDraftComing } = useQuery(draftQuery(slug));
  const own = useMemo(() => {
    if (!form || !draft || draft.problems.some(({ severity }) => severity === "error")) return undefined;
    const { id, title, language, review } = form;
    return { id, slug, title, language, graph: draft.graph, ...(review && { review }) };
  }, [slug, form, draft]);
  if (isFormComing || isDraftComing) return <aside className={styles.preview} aria-label={words.preview} />;
  return <ThemePreview look={look} {...(own && { own })} />;
}
