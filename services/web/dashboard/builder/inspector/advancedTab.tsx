import { Suspense } from "react";
import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/inspector.ts";
import { type Field, type FieldProblem, problemsOf } from "../../../ui/fields/field.ts";
import { lazyPart } from "../../../ui/lazyPart.ts";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import { nodeIdsOf } from "../model/ids.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { ConfigForm } from "./configForm.tsx";
import styles from "./inspector.module.css";
import { NameInput } from "./nameInput.tsx";
import { FocusPlace, Place, type Wanted } from "./place.tsx";
import { tabOfKey } from "./tabs.ts";

const AnswerChecks = lazyPart(() => import("./logicParts.ts"), "AnswerChecks");

interface Props {
  node: GraphNode;
  problems: readonly FieldProblem[];
  wanted: Wanted | null;
}

/** ID, rarely changed settings and answer checks of a node. */
export function AdvancedTab({ node, problems, wanted }: Props) {
  const table = useQuestionTable();
  const schema = table.schemaOf(node.question_type);
  return (
    <>
      <div className={styles.part}>
        <Place name="id">
          <IdInput node={node} />
        </Place>
      </div>
      <div className={styles.part}>
        {schema && <ConfigForm node={node} schema={schema} problems={problemsOf("config", problems)} shows={isHere} />}
      </div>
      {!table.factsOf(node).isScreen && (
        <div className={styles.part}>
          <Suspense>
            <Place name="valid_if">
              <AnswerChecks node={node} problems={problemsOf("valid_if", problems)} />
            </Place>
            <FocusPlace wanted={wanted} isHere={wanted?.place === "valid_if"} />
          </Suspense>
        </div>
      )}
    </>
  );
}

const isHere = ({ key, schema }: Field): boolean => tabOfKey(key, schema) === "advanced";

/** Renaming updates edges, conditions and inserted answers. */
function IdInput({ node }: Pick<Props, "node">) {
  const editor = useEditor();
  return (
    <NameInput
      label={words.id}
      description={words.idHelp}
      name={node.id}
      taken={nodeIdsOf(useGraph())}
      onRename={(to) => editor.perform("renameNode", { id: node.id, to }, { label: steps.rename })}
    />
  );
}
