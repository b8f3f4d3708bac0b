import { type ComponentProps, type CSSProperties, useLayoutEffect, useRef, useState } from "react";
import styles from "./devicePreview.module.css";
import { FormPreview } from "./formPreview.tsx";

export type Device = "phone" | "computer";

interface Props extends ComponentProps<typeof FormPreview> {
  device: Device;
}

/** Minimum widths of their pages in CSS pixels. */
const widths = { phone: 390, computer: 1024 };

/** A form on the screen of a phone or of a computer, scaled to the width that there is. */
export function DevicePreview({ device, ...preview }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState<number>();
  useLayoutEffect(() => {
    const observer = new ResizeObserver(
      ([entry]) => entry && setScale(Math.min(1, entry.contentRect.width / widths[device])),
    );
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, [device]);
  return (
    <div ref={box} className={styles.device} data-device={device} style={{ "--scale": scale } as CSSProperties}>
      <FormPreview {...preview} />
    </div>
  );
}
