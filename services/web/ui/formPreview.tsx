import { useEffect, useRef, useState } from "react";
import type { PublicForm } from "../../../shared/api/shapes/sessions.ts";
import { themeBlock } from "../../../shared/domain/theme/block.ts";
import type { GivenAnswer, WalkedMessage } from "../respondent/preview/preview.ts";
import styles from "./formPreview.module.css";
import { PreviewFrame, sendPreview } from "./previewFrame.tsx";

interface Props {
  form: PublicForm;
  /** title of the frame */
  title: string;
  /** default: the device's scheme */
  scheme?: "light" | "dark";
  /** answers before the screen to show */
  start?: readonly GivenAnswer[];
  /** Called with the node that the page shows. */
  onWalk?(node: string): void;
}

const none: readonly GivenAnswer[] = [];

/**
 * The respondent page in a frame. It sends nothing. When the form changes, it repeats the answers, so that it stays where it
 * was. When `start` changes, it begins there.
 */
export function FormPreview({ form, title, scheme, start = none, onWalk }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const answers = useRef<GivenAnswer[]>([]);
  const started = useRef(none);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<WalkedMessage | { type: "ready" }>) => {
      if (!frame.current || source !== frame.current.contentWindow) return;
      if (data?.type === "ready") setReady(true);
      if (data?.type !== "walked") return;
      answers.current = data.answers;
      onWalk?.(data.current_node_id);
    };
    addEventListener("message", listen);
    return () => removeEventListener("message", listen);
  }, [onWalk]);
  useEffect(() => {
    if (!isReady) return;
    if (started.current !== start) answers.current = [...start];
    started.current = start;
    const more = { style: themeBlock(form.theme), answers: answers.current, ...(scheme && { scheme }) };
    sendPreview(frame.current, { form, ...more });
  }, [isReady, form, scheme, start]);
  return <PreviewFrame frame={frame} className={styles.frame} title={title} />;
}
