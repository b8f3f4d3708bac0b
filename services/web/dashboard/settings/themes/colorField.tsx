import type { ThemeColors } from "../../../../../shared/domain/theme/tokens.ts";
import * as words from "../../../strings/en/dashboard/themes.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { isColor, type weakTexts } from "./look.ts";
import styles from "./themes.module.css";

interface Props {
  color: keyof ThemeColors;
  value: string;
  /** set if respondents see another color, because this one has too little contrast */
  weak: ReturnType<typeof weakTexts>[number] | undefined;
  onChange: (value: string) => void;
}

/** A color to type or to pick. */
export function ColorField({ color, value, weak, onChange }: Props) {
  const label = words.colorNames[color];
  return (
    <div className={styles.color}>
      <input
        type="color"
        aria-label={words.pick(label)}
        value={isColor(value) ? value : "#000000"}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <TextField label={label} name={`colors.${color}`} value={value} onChange={onChange} isRequired maxLength={7} />
      {/* screen readers announce changes only inside an element that was there before */}
      <div role="status" className={styles.weak}>
        {weak && (
          <>
            <p>
              <Icon name="triangle-alert" /> <strong>{words.weak}</strong>
            </p>
            <p>
              {words.contrastOf[weak.color](weak.contrast)} {words.shownInstead(weak.shown)}
            </p>
          </>
        )}
      </div>
      {weak && (
        <Button size="small" onPress={() => onChange(weak.shown)}>
          {words.takeShown(weak.shown)}
        </Button>
      )}
    </div>
  );
}
