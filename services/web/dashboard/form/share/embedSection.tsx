import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { FormDetail } from "../../../../../shared/domain/shapes/forms.ts";
import * as words from "../../../strings/en/dashboard/share.ts";
import { ButtonRow } from "../../../ui/buttonRow.tsx";
import { CopyButton } from "../../../ui/copyButton.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Section } from "../../../ui/section.tsx";
import { SelectField } from "../../../ui/selectField.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { canBeEmbedded, type EmbedMode, embedCode } from "./links.ts";
import styles from "./share.module.css";

interface Props {
  form: FormDetail;
  hidden: Readonly<Record<string, string>>;
}

export function EmbedSection({ form: { slug, title, embed_origins: origins }, hidden }: Props) {
  const [mode, setMode] = useState<EmbedMode>("inline");
  const [label, setLabel] = useState("");
  const filled = Object.entries(hidden).filter(([, value]) => value !== "");
  const carried = Object.fromEntries(filled.filter(([key]) => canBeEmbedded(key)));
  const left = filled.map(([key]) => key).filter((key) => !canBeEmbedded(key));
  const code = embedCode({ origin: location.origin, slug, mode, title, label, hidden: carried });
  return (
    <Section title={words.embed}>
      {!origins.includes("*") && (
        <Notice kind="warning">
          {origins.length === 0 ? words.embedNobody : words.embedSome(origins.length)}{" "}
          <Link to="/forms/$slug/settings" params={{ slug }}>
            {words.nextSteps.settings}
          </Link>
        </Notice>
      )}
      <SelectField label={words.mode} value={mode} options={words.modes} onChange={setMode} />
      {mode !== "inline" && (
        <TextField
          label={words.button}
          description={words.buttonHint}
          value={label}
          maxLength={100}
          onChange={setLabel}
        />
      )}
      <div className={styles.snippet}>
        <TextField label={words.code} description={words.codeHint} value={code} rows={5} isReadOnly />
      </div>
      {left.length > 0 && <Notice kind="warning">{words.notInCode(left.join(", "))}</Notice>}
      <ButtonRow>
        <CopyButton text={code} label={words.copyCode} />
      </ButtonRow>
    </Section>
  );
}
