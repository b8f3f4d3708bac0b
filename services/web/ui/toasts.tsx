import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components";
import * as words from "../strings/en/dashboard/app.ts";
import { Button } from "./button.tsx";
import styles from "./toasts.module.css";

interface Told {
  text: string;
  action: { label: string; onPress: () => void } | undefined;
}

const queue = new ToastQueue<Told>({ maxVisibleToasts: 3 });
/** Long enough to decide on Undo. Hover and focus pause the timer. */
const shownMs = 10_000;

/** Shows a notification, optionally with an action such as Undo. */
export function tell(text: string, action?: Told["action"]): void {
  queue.add({ text, action }, { timeout: shownMs });
}

/** Rendered once per page. F6 moves the focus to it. */
export function Toasts() {
  return (
    <ToastRegion queue={queue} aria-label={words.notifications} className={styles.region as string}>
      {({ toast }) => (
        <Toast toast={toast} className={styles.toast as string}>
          <ToastContent className={styles.content as string}>
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          {toast.content.action && (
            <Button
              onPress={() => {
                toast.content.action?.onPress();
                queue.close(toast.key);
              }}
            >
              {toast.content.action.label}
            </Button>
          )}
          <Button slot="close" look="plain">
            {words.close}
          </Button>
        </Toast>
      )}
    </ToastRegion>
  );
}
