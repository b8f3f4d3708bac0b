import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { readable } from "../types/names.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import styles from "./list.module.css";

interface Props {
  title: string;
  onChoose(questionType: string): void;
  onClose(): void;
}

/** Every type that can be added, each a button; what is chosen takes the focus. */
export function AddPicker({ title, onChoose, onClose }: Props) {
  const { names } = useQuestionTable();
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.types}>
        {names.map((name) => (
          <Button
            key={name}
            onPress={() => {
              onClose();
              onChoose(name);
            }}
          >
            {readable(name)}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
