import { useMemo } from "react";
import * as words from "../../../strings/en/dashboard/share.ts";
import { Button } from "../../../ui/button.tsx";
import { ButtonRow } from "../../../ui/buttonRow.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Section } from "../../../ui/section.tsx";
import { download, pngOf } from "./downloads.ts";
import { linkOf } from "./links.ts";
import { qrOf, svgOf } from "./qr.ts";
import styles from "./share.module.css";

interface Props {
  slug: string;
  hidden: Readonly<Record<string, string>>;
}

export function QrSection({ slug, hidden }: Props) {
  const link = linkOf(location.origin, slug, hidden);
  const qr = useMemo(() => qrOf(link), [link]);
  if (!qr) {
    return (
      <Section title={words.qr}>
        <Notice kind="warning">{words.qrTooLong}</Notice>
      </Section>
    );
  }
  const savePng = async () => {
    const png = await pngOf(qr);
    if (png) download(png, `${slug}.png`);
  };
  return (
    <Section title={words.qr}>
      <div className={styles.qr}>
        <svg role="img" aria-label={words.qrAlt(link)} viewBox={`0 0 ${qr.size} ${qr.size}`} className={styles.code}>
          <path d={qr.path} />
        </svg>
        <div className={styles.column}>
          <p className={mutedClass}>{words.qrText}</p>
          <ButtonRow>
            <Button onPress={() => download(new Blob([svgOf(qr)], { type: "image/svg+xml" }), `${slug}.svg`)}>
              {words.downloadSvg}
            </Button>
            <Button onPress={() => void savePng()}>{words.downloadPng}</Button>
          </ButtonRow>
        </div>
      </div>
    </Section>
  );
}
