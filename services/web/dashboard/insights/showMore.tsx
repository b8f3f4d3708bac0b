import * as words from "../../strings/en/dashboard/insights.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./questions.module.css";

interface Props {
  shown: number;
  all: number;
  step: number;
  onShow: (shown: number) => void;
}

/** A button for the next items of a long list. */
export function ShowMore({ shown, all, step, onShow }: Props) {
  if (shown >= all) return null;
  return (
    <div className={styles.more}>
      <Button onPress={() => onShow(shown + step)}>{words.showMore(Math.min(step, all - shown), all)}</Button>
    </div>
  );
}
