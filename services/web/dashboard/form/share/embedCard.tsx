import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import * as words from "../../../strings/en/dashboard/share.ts";
import { cardClass } from "../../../ui/card.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Snippet } from "../../../ui/snippet.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { Tiles } from "../../../ui/tiles.tsx";
import { canBeEmbedded, type EmbedMode, embedCode } from "./links.ts";
import styles from "./share.module.css";

interface Props {
  form: FormDetail;
  hidden: Readonly<Record<string, string>>;
}

/** The code that shows the form on another site. */
export function EmbedCard({ form: { slug, title, embed_origins: origins }, hidden }: Props) {
  const [mode, setMode] = useState<EmbedMode>("inline");
  const [label, setLabel] = useState("");
  const filled = Object.entries(hidden).filter(([, value]) => value !== "");
  const passed = Object.fromEntries(filled.filter(([key]) => canBeEmbedded(key)));
  const left = filled.map(([key]) => key).filter((key) => !canBeEmbedded(key));
  const code = embedCode({ origin: location.origin, slug, mode, title, label, hidden: passed });
  return (
    <section className={cardClass}>
      <h2 className={styles.title}>{words.embed}</h2>
      {!origins.includes("*") && (
        <Notice kind="warning">
          {origins.length === 0 ? words.embedNobody : words.embedSome(origins.length)}{" "}
          <Link to="/forms/$slug/settings" params={{ slug }}>
            {words.nextSteps.settings}
          </Link>
        </Notice>
      )}
      <Tiles label={words.mode} isLabelHidden value={mode} tiles={modes} onChange={setMode} />
      {mode !== "inline" && (
        <TextField
          label={words.button}
          description={words.buttonHint}
          value={label}
          maxLength={100}
          onChange={setLabel}
        />
      )}
      <Snippet label={words.code} hint={words.codeHint} code={code} rows={4} copyLabel={words.copyCode} />
      {left.length > 0 && <Notice kind="warning">{words.notInCode(left.join(", "))}</Notice>}
    </section>
  );
}

const frames: Record<EmbedMode, [x: number, y: number, width: number, height: number]> = {
  inline: [10, 34, 180, 46],
  popup: [56, 16, 88, 58],
  slider: [110, 0, 90, 88],
};

/** A page with a form on it. */
function Picture({ mode }: { mode: EmbedMode }) {
  const [x, y, width, height] = frames[mode];
  return (
    <svg aria-hidden="true" viewBox="0 0 200 88">
      <g fill="var(--border)">
        <rect x="10" y="10" width="96" height="5" rx="2.5" />
        <rect x="10" y="21" width="150" height="5" rx="2.5" />
        <rect x="10" y="32" width="130" height="5" rx="2.5" />
        <rect x="10" y="43" width="80" height="5" rx="2.5" />
      </g>
      <rect x={x} y={y} width={width} height={height} rx="6" fill="var(--raised)" stroke="var(--border)" />
      <rect x={x + 8} y={y + 8} width={width * 0.6} height="5" rx="2.5" fill="var(--text-3)" />
      <rect x={x + 8} y={y + 18} width={width - 16} height="8" rx="2" fill="var(--brand-soft-2)" />
      <rect x={x + 8} y={y + 31} width={width - 16} height="8" rx="2" fill="var(--brand)" />
    </svg>
  );
}

const modes = {
  inline: { ...words.modes.inline, picture: <Picture mode="inline" /> },
  popup: { ...words.modes.popup, picture: <Picture mode="popup" /> },
  slider: { ...words.modes.slider, picture: <Picture mode="slider" /> },
};
