import { useMemo } from "react";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import { durationText } from "../../../strings/en/dashboard/formSettings.ts";
import * as words from "../../../strings/en/dashboard/share.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ButtonRow, spreadRowClass } from "../../../ui/buttonRow.tsx";
import { cardClass } from "../../../ui/card.ts";
import { CopyButton } from "../../../ui/copyButton.tsx";
import { WithGuide } from "../../../ui/guideLink.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { Notice } from "../../../ui/notice.tsx";
import { type Qr, qrOf, svgOf } from "../../../ui/qr.ts";
import { TextField } from "../../../ui/textField.tsx";
import { availabilityOf } from "../availability.ts";
import { download, pngOf } from "./downloads.ts";
import styles from "./share.module.css";

interface Props {
  form: FormDetail;
  link: string;
  /** hidden fields that the current version declares */
  keys: readonly string[];
  values: Readonly<Record<string, string>>;
  onChange: (key: string, value: string) => void;
}

/** The link with its hidden fields, and its QR code. */
export function LinkCard({ form, link, keys, values, onChange }: Props) {
  const qr = useMemo(() => qrOf(link), [link]);
  return (
    <section className={cardClass}>
      <div className={spreadRowClass}>
        <WithGuide guide="share">
          <h2 className={styles.title}>{words.link}</h2>
        </WithGuide>
        {availabilityOf(form, Date.now()) === "open" && <Badge kind="good">{words.isOpen}</Badge>}
      </div>
      <div className={`${styles.link} labels-hidden`}>
        <TextField
          label={words.linkLabel}
          value={link}
          isReadOnly
          onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
        />
        <CopyButton look="primary" size="large" icon="copy" text={link} label={words.copyLink} />
      </div>
      {form.edit_window_minutes > 0 && (
        <p className={mutedClass}>{words.editable(durationText(form.edit_window_minutes))}</p>
      )}
      <div className={styles.qr}>
        {qr ? (
          <svg role="img" aria-label={words.qrAlt(link)} viewBox={`0 0 ${qr.size} ${qr.size}`} className={styles.code}>
            <path d={qr.path} />
          </svg>
        ) : (
          <Notice kind="warning">{words.qrTooLong}</Notice>
        )}
        <div className={styles.texts}>
          {qr && <Downloads slug={form.slug} qr={qr} />}
          <h3 className={styles.subtitle}>{words.hidden}</h3>
          <p className={mutedClass}>{keys.length === 0 ? words.noHidden : words.hiddenText}</p>
          {keys.map((key) => (
            <TextField
              key={key}
              label={key}
              value={values[key] ?? ""}
              maxLength={1000}
              onChange={(value) => onChange(key, value)}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

function Downloads({ slug, qr }: { slug: string; qr: Qr }) {
  const savePng = async () => {
    const png = await pngOf(qr);
    if (png) download(png, `${slug}.png`);
  };
  const saveSvg = () => download(new Blob([svgOf(qr)], { type: "image/svg+xml" }), `${slug}.svg`);
  return (
    <>
      <h3 className={styles.subtitle}>{words.qr}</h3>
      <p className={mutedClass}>{words.qrText}</p>
      <ButtonRow>
        <Button size="small" icon="download" aria-label={words.downloadSvg} onPress={saveSvg}>
          {words.svg}
        </Button>
        <Button size="small" icon="download" aria-label={words.downloadPng} onPress={() => void savePng()}>
          {words.png}
        </Button>
      </ButtonRow>
    </>
  );
}
