import type { Attachment } from "../../../../shared/api/shapes/integrations.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { Switch } from "../../ui/switch.tsx";

interface Props {
  personal: Attachment["personal"];
  onChange(personal: Attachment["personal"]): void;
}

/** Whether an integration or email gets personal answers (wants §21.5). */
export const OmitPersonal = ({ personal, onChange }: Props) => (
  <Switch
    label={words.omitPersonal}
    isOn={personal === "omit"}
    onChange={(isOn) => onChange(isOn ? "omit" : "include")}
  />
);
