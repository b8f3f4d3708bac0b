import type { Theme } from "../../../../../shared/domain/shapes/themes.ts";
import * as words from "../../../strings/en/dashboard/themes.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { weakTexts } from "./look.ts";
import styles from "./themes.module.css";

interface Props {
  theme: Theme;
  onUse: (color: "text" | "button_text", value: string) => void;
}

/** Colors that respondents see instead of ones with too little contrast. */
export function ContrastWarnings({ theme, onUse }: Props) {
  const weak = weakTexts(theme);
  if (weak.length === 0) return null;
  return (
    <Notice kind="warning">
      <div className={styles.weak}>
        <p>
          <strong>{words.contrastTitle}</strong>
        </p>
        {weak.map(({ color, contrast, shown }) => (
          <div key={color} className={styles.weakRow}>
            <p>
              {words.contrastOf[color](contrast)} {words.shownInstead(shown)}
            </p>
            <Button onPress={() => onUse(color, shown)}>{words.takeShown(shown)}</Button>
          </div>
        ))}
      </div>
    </Notice>
  );
}
