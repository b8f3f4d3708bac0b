import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { TemplateDetail } from "../../../../shared/api/shapes/templates.ts";
import { defaultThemeNames } from "../../../../shared/domain/theme/presets.ts";
import type { ThemeReference } from "../../../../shared/domain/theme/themes.ts";
import * as words from "../../strings/en/dashboard/templates.ts";
import { type Device, DevicePreview } from "../../ui/devicePreview.tsx";
import { mediaQuery } from "../../ui/mediaQuery.ts";
import { previewForm } from "../../ui/previewForm.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { themeChoicesQuery } from "../api/queries/themes.ts";
import styles from "./templates.module.css";

const useIsNarrow = mediaQuery("(width < 68rem)");

interface Props {
  template: TemplateDetail;
  /** of the form that gets the template; without it, the form is new */
  theme?: ThemeReference | undefined;
}

/** The respondent page of a form made from the template, to walk through. */
export function TemplatePage({ template, theme }: Props) {
  const isNarrow = useIsNarrow();
  const [chosen, setDevice] = useState<Device>("computer");
  const { data } = useQuery({ ...themeChoicesQuery, enabled: theme === undefined });
  const named = (name: string) => data?.results.find((one) => one.name === name);
  const look = theme ?? named(template.theme) ?? named(defaultThemeNames.new) ?? named(defaultThemeNames.old);
  const { title, language, graph } = template;
  const form = useMemo(
    () => look && previewForm({ title, language, graph, theme: look }),
    [title, language, graph, look],
  );
  return (
    <div className={styles.page}>
      {!isNarrow && <Segmented label={words.device} value={chosen} options={words.devices} onChange={setDevice} />}
      {form && <DevicePreview device={isNarrow ? "phone" : chosen} form={form} title={words.pageOf(template.title)} />}
    </div>
  );
}
