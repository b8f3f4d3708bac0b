import { useState } from "react";
import { NodeImage as Shape } from "../../../../../shared/domain/graph/shapes/graph.ts";
import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/inspector.ts";
import { Button } from "../../../ui/button.tsx";
import { type FieldProblem, problemsOf } from "../../../ui/fields/field.ts";
import { useEditor } from "../editing/useEditor.ts";
import type { ConfigSchema } from "../model/starterConfig.ts";
import { FieldInput } from "./fieldInput.tsx";
import { fieldsOf } from "./fields.ts";
import styles from "./inspector.module.css";

const fields = fieldsOf(Shape as unknown as ConfigSchema);

interface Props {
  node: GraphNode;
  /** problems of `data.image` */
  problems: readonly FieldProblem[];
}

/** The image above a question's title (features §11.4), or a button that adds one. */
export function NodeImage({ node, problems }: Props) {
  const editor = useEditor();
  const [isAdding, setAdding] = useState(false);
  const image = node.data?.image;
  if (!image && !isAdding)
    return (
      <div className={styles.addShowIf}>
        <Button look="plain" size="small" icon="image" onPress={() => setAdding(true)}>
          {words.addImage}
        </Button>
      </div>
    );
  const change = (key: string, value: unknown) => {
    const next = { url: "", alt: "", ...image, [key]: value ?? "" };
    if (next.url === "") setAdding(true);
    editor.perform(
      "setData",
      { id: node.id, image: next.url === "" ? undefined : next },
      { label: steps.image, key: `image:${node.id}:${key}` },
    );
  };
  // an image can be removed, and one that adds nothing to the title needs no text
  return fields
    .filter(({ key }) => key === "url" || image)
    .map((field) => (
      <FieldInput
        key={field.key}
        field={{ ...field, isRequired: false }}
        node={node}
        value={image?.[field.key as "url"]}
        onChange={(value) => change(field.key, value)}
        problems={problemsOf(field.key, problems)}
      />
    ));
}
