import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Preset, presets } from "../../../../../shared/domain/theme/presets.ts";
import { close } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/themes.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { isSecondClick } from "../../../ui/doubleClick.ts";
import { problemText } from "../../../ui/failed.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { Notice } from "../../../ui/notice.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { createTheme, themeChoicesQuery, themesKey } from "../../api/queries/themes.ts";
import { freeName } from "./look.ts";
import { Dots, ThemePicture } from "./themePicture.tsx";
import styles from "./themes.module.css";

/** Adds a theme with the look of a preset. */
export function PresetDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const themes = useQuery(themeChoicesQuery);
  const add = useMutation({
    mutationFn: createTheme,
    onSuccess: ({ name }) => {
      tell(words.added(name));
      onClose();
      return queryClient.invalidateQueries({ queryKey: themesKey });
    },
  });
  const actions = <Button look="plain" icon="x" aria-label={close} onPress={onClose} />;
  return (
    <Dialog title={words.addPreset} onClose={onClose} isWide="most" actions={actions}>
      {add.error && <Notice kind="danger">{problemText(add.error)}</Notice>}
      <Loaded query={themes}>
        {({ results }) => (
          <ul className={`${styles.list} ${styles.presets}`} aria-label={words.presets}>
            {presets.map((preset) => (
              <PresetCard
                key={preset.name}
                preset={preset}
                isAdded={results.some(({ name }) => name === preset.name)}
                onAdd={() => add.isPending || add.mutate({ ...preset, name: freeName(preset.name, results) })}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  );
}

interface CardProps {
  preset: Preset;
  /** the workspace has a theme of this name */
  isAdded: boolean;
  onAdd: () => void;
}

const PresetCard = ({ preset, isAdded, onAdd }: CardProps) => (
  <li className={styles.theme}>
    <ThemePicture look={preset} />
    <div className={styles.about}>
      <div className={styles.texts}>
        <button type="button" className={styles.opens} onClick={() => isSecondClick() || onAdd()}>
          {preset.name}
        </button>
        <p className={mutedClass}>{words.presetTexts[preset.name]}</p>
      </div>
      {isAdded && <Badge kind="good">{words.isAdded}</Badge>}
      <Dots colors={preset.colors} />
    </div>
  </li>
);
