import { type ComponentProps, type CSSProperties, useLayoutEffect, useRef, useState } from "react";
import styles from "./devicePreview.module.css";
import { FormPreview } from "./formPreview.tsx";

export type Device = "phone" | "computer";

interface Props extends ComponentProps<typeof FormPreview> {
  device: Device;
}

/** Width of a computer's page in CSS pixels, as in the stylesheet. */
const computerWidth = 1280;

/** A form on the screen of a phone, or of a computer, which is scaled to the width that there is. */
export function DevicePreview({ device, ...preview }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState<number>();
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setScale(entry.contentRect.width / computerWidth));
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className={styles.device} data-device={device} style={{ "--scale": scale } as CSSProperties}>
      <FormPreview {...preview} />
    </div>
  );
}
