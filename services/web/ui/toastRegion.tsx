import {
  UNSTABLE_ToastRegion as AriaRegion,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
} from "react-aria-components";
import * as words from "../strings/en/dashboard/app.ts";
import { Button } from "./button.tsx";
import styles from "./toasts.module.css";

interface Told {
  text: string;
  action: { label: string; onPress: () => void } | undefined;
}

export const queue = new ToastQueue<Told>({ maxVisibleToasts: 3 });

export function ToastRegion() {
  return (
    <AriaRegion queue={queue} aria-label={words.notifications} className={styles.region as string}>
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
          <Button look="plain" onPress={() => queue.close(toast.key)}>
            {words.close}
          </Button>
        </Toast>
      )}
    </AriaRegion>
  );
}
