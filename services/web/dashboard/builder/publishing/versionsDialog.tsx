import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { dataOf } from "../../../api/apiError.ts";
import { api } from "../../../api/service.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/problems.ts";
import { useEditor } from "../editing/useEditor.ts";
import { useAnnounce } from "../list/announcer.tsx";
import { withEdgeIds } from "../model/ids.ts";
import styles from "./publishing.module.css";

/** What was published, newest first. One that is brought back is a step of the editor, which undo takes back. */
export function VersionsDialog({ slug, onClose }: { slug: string; onClose(): void }) {
  const editor = useEditor();
  const announce = useAnnounce();
  const { data, isError } = useQuery({ queryKey: ["versions", slug], queryFn: () => versionsOf(slug) });
  const restore = useMutation({
    mutationFn: async (number: number) => ({ number, graph: await graphOf(slug, number) }),
    onSuccess({ number, graph }) {
      editor.adopt(withEdgeIds(graph), steps.restoreVersion(number));
      announce(words.restored(number));
      onClose();
    },
  });
  return (
    <Dialog title={words.versionsTitle} onClose={onClose}>
      {restore.isError && <p role="alert">{words.notRestored(restore.variables)}</p>}
      {isError && <p role="alert">{words.versionsFailed}</p>}
      {data?.length === 0 && <p>{words.noVersions}</p>}
      <ol className={styles.versions}>
        {data?.map(({ version_number, published_at, node_count, is_current }) => (
          <li key={version_number}>
            <span>
              <strong>{words.version(version_number)}</strong> {is_current && <em>{words.current}</em>}
              <span className={styles.why}>
                {words.versionAbout(new Date(published_at).toLocaleString(), node_count)}
              </span>
            </span>
            <Button
              aria-label={words.restore(version_number)}
              isPending={restore.isPending && restore.variables === version_number}
              onPress={() => restore.mutate(version_number)}
            >
              {words.restoreShort}
            </Button>
          </li>
        ))}
      </ol>
      <Link to="/forms/$slug/versions" params={{ slug }}>
        {words.allVersions}
      </Link>
      <Button onPress={onClose}>{words.close}</Button>
    </Dialog>
  );
}

async function versionsOf(slug: string) {
  const answer = await api.get("/api/v2/form/{slug}/versions/", { path: { slug }, query: { limit: 100 } });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.data.results;
}

async function graphOf(slug: string, number: number): Promise<Graph> {
  const path = { slug, version_number: number };
  const { graph } = await dataOf(api.get("/api/v2/form/{slug}/versions/{version_number}/", { path }));
  return graph as Graph;
}
