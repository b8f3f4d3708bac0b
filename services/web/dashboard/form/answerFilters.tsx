import { useQuery } from "@tanstack/react-query";
import type { Graph, GraphNode } from "../../../../shared/domain/graph/types.ts";
import * as words from "../../strings/en/dashboard/filters.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/buttonRow.tsx";
import { titleText } from "../../ui/titleText.ts";
import { formQuery, versionQuery } from "../api/queries/forms.ts";
import { answerLabel } from "./answerLabel.ts";
import type { SessionFilters } from "./sessionFilters.ts";

interface Props {
  slug: string;
  filters: SessionFilters;
  onChange: (change: SessionFilters) => void;
}

/** The answers that a page is narrowed down to, each a button that removes it. They come from the plots of the insights. */
export function AnswerFilters({ slug, filters, onChange }: Props) {
  const given = Object.entries(filters.answer ?? {});
  const hasAny = given.length > 0;
  const { data: form } = useQuery({ ...formQuery(slug), enabled: hasAny });
  const number = filters.version ?? form?.published_version ?? null;
  const { data: version } = useQuery({ ...versionQuery(slug, number ?? 0), enabled: hasAny && number !== null });
  if (!hasAny) return null;
  const nodes = new Map(((version?.graph as Graph | undefined)?.nodes ?? []).map((node: GraphNode) => [node.id, node]));
  const without = (id: string) => {
    const left = given.filter(([nodeId]) => nodeId !== id);
    onChange({ answer: left.length > 0 ? Object.fromEntries(left) : undefined });
  };
  return (
    <ButtonRow>
      {given.map(([id, value]) => {
        const node = nodes.get(id);
        const text = words.answerChip(titleText(node?.data.title ?? "") || id, answerLabel(node, value));
        return (
          <Button key={id} aria-label={words.remove(text)} onPress={() => without(id)}>
            <span dir="auto">{text}</span> <span aria-hidden="true">×</span>
          </Button>
        );
      })}
    </ButtonRow>
  );
}
