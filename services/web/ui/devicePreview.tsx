import type { ComponentProps } from "react";
import styles from "./devicePreview.module.css";
import { FormPreview } from "./formPreview.tsx";

export type Device = "phone" | "computer";

interface Props extends ComponentProps<typeof FormPreview> {
  device: Device;
}

/** A form on the screen of a phone or a computer. */
export const DevicePreview = ({ device, ...preview }: Props) => (
  <div className={styles.device} data-device={device}>
    <FormPreview {...preview} />
  </div>
);
