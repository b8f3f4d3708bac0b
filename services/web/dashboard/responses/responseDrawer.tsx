import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Suspense, useEffect, useRef, useState } from "react";
import type { SessionDetail } from "../../../../shared/api/shapes/sessions.ts";
import { edited } from "../../strings/en/dashboard/corrections.ts";
import { print } from "../../strings/en/dashboard/printing.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import { ApiError } from "../../ui/apiError.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { recentTimeText } from "../../ui/dates.ts";
import { lazyPart } from "../../ui/lazyPart.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { type KeyActions, useKeyActions } from "../../ui/shortcuts.ts";
import { tell } from "../../ui/toasts.tsx";
import { responseQuery } from "../api/queries/responses.ts";
import { isReversed } from "../form/sessionFilters.ts";
import { useFormCan } from "../form/useFormCan.ts";
import { EraseDialog } from "./eraseDialog.tsx";
import { useErasedRows } from "./listSnapshot.ts";
import type { Neighbor } from "./neighbors.ts";
import { ResponseContent } from "./responseContent.tsx";
import styles from "./responseDrawer.module.css";
import { responsesViewOf } from "./responsesSearch.ts";
import { StatusBadge } from "./statusBadge.tsx";
import { type Direction, useNeighbors } from "./useNeighbors.ts";

const PrintSheets = lazyPart(() => import("./print/printSheets.tsx"), "PrintSheets");

/** `/forms/{slug}/responses/{id}`: a response beside the list. The URL keeps the list's filters. */
export function ResponseDrawer() {
  const { slug, id } = useParams({ from: "/layout/forms/$slug/responses/$id" });
  const query = useQuery(responseQuery(slug, id));
  const walk = useWalk(slug, id);
  const forgetRows = useErasedRows();
  const [isErasing, setErasing] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const mayErase = useFormCan(slug)("responses:write");
  const session = query.data;
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  return (
    <aside className={styles.drawer} aria-label={words.response}>
      <Head session={session} isMissing={isMissing} walk={walk} />
      {isMissing ? (
        <p className={styles.missing}>{words.missingText}</p>
      ) : (
        <div className={styles.body}>
          <Loaded query={query}>{(detail) => <ResponseContent slug={slug} session={detail} />}</Loaded>
        </div>
      )}
      <Foot
        slug={slug}
        id={id}
        isThere={Boolean(session) && !isMissing}
        onPrint={() => setPrinting(true)}
        onErase={mayErase ? () => setErasing(true) : undefined}
      />
      {isPrinting && (
        <Suspense>
          <PrintSheets slug={slug} ids={[id]} onDone={() => setPrinting(false)} />
        </Suspense>
      )}
      {isErasing && (
        <EraseDialog
          slug={slug}
          ids={[id]}
          onErased={async (ids) => {
            forgetRows(ids);
            await walk.leaveErased();
          }}
          onClose={() => setErasing(false)}
        />
      )}
    </aside>
  );
}

type Walk = ReturnType<typeof useWalk>;

/** Ways from the response: to its neighbors in the list, and back to the list. */
function useWalk(slug: string, id: string) {
  const search = useSearch({ from: "/layout/forms/$slug/responses/$id" });
  const navigate = useNavigate();
  const view = responsesViewOf(search);
  const goTo = (neighbor: Neighbor, replace = false) => {
    const page = neighbor.page > 1 ? neighbor.page : undefined;
    const params = { slug, id: neighbor.id };
    return navigate({
      to: "/forms/$slug/responses/$id",
      params,
      search: { ...search, page },
      replace,
      resetScroll: false,
    });
  };
  const list = useNeighbors(slug, id, isReversed(view.filters) ? responsesViewOf({}) : view, goTo);
  const { position } = list;
  // `replace`: Back must not return to a deleted response
  const toList = (replace = false) =>
    navigate({ to: "/forms/$slug/responses", params: { slug }, search, replace, resetScroll: false });
  const close = () => {
    document.querySelector<HTMLElement>(`a[data-response="${id}"]`)?.focus();
    void toList();
  };
  const step = (direction: Direction) => {
    const neighbor = position?.[direction];
    if (neighbor) return () => void goTo(neighbor);
    return list.isOpen(direction) ? () => list.ask(direction) : undefined;
  };
  const leaveErased = () => {
    const neighbor = position?.next ?? position?.previous;
    return neighbor ? goTo(neighbor, true) : toList(true);
  };
  const [previous, next] = [step("previous"), step("next")];
  useKeyActions({ j: next, k: previous, escape: close } satisfies KeyActions);
  return { list, previous, next, close, leaveErased };
}

interface HeadProps {
  session: SessionDetail | undefined;
  isMissing: boolean;
  walk: Walk;
}

function Head({ session, isMissing, walk: { list, previous, next, close } }: HeadProps) {
  const { asked, position } = list;
  const heading = useRef<HTMLHeadingElement>(null);
  // only if opened from the list
  useEffect(() => {
    if (document.querySelector("a[data-response]")) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={styles.head}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {isMissing && words.missingTitle}
        {!isMissing && (session ? <Title time={recentTimeText(session.started_at, new Date())} /> : words.response)}
      </h2>
      {session && !isMissing && <State session={session} />}
      <nav className={styles.walk} aria-label={words.listNavigation}>
        <span role="status">
          {asked
            ? words.listPage[asked]
            : position && words.positionInList(position.position, position.count, position.isMore)}
        </span>
        <StepButton icon="chevron-up" label={words.previous} keys="K" onPress={previous} />
        <StepButton icon="chevron-down" label={words.next} keys="J" onPress={next} />
      </nav>
      <Button look="plain" size="small" icon="x" aria-label={words.toList} data-keys="Esc" onPress={close} />
    </div>
  );
}

/** A corrected response is completed unless it says otherwise. */
const State = ({ session: { status, revision } }: { session: SessionDetail }) =>
  revision > 1 && status === "completed" ? <Badge kind="info">{edited}</Badge> : <StatusBadge status={status} />;

interface FootProps {
  slug: string;
  id: string;
  isThere: boolean;
  onPrint(): void;
  /** undefined without the right to */
  onErase: (() => void) | undefined;
}

const Foot = ({ slug, id, isThere, onPrint, onErase }: FootProps) => (
  <div className={styles.foot}>
    <span aria-hidden="true" className={styles.keys}>
      <kbd>{words.previousKey}</kbd> <kbd>{words.nextKey}</kbd> {words.previousNext}
    </span>
    {navigator.clipboard && (
      <Button look="plain" size="small" icon="link" onPress={() => copyLink(slug, id)}>
        {words.copyLink}
      </Button>
    )}
    <Button look="plain" size="small" isDisabled={!isThere} onPress={onPrint}>
      {print}
    </Button>
    {onErase && (
      <Button look="danger" size="small" icon="trash-2" isDisabled={!isThere} onPress={onErase}>
        {words.erase}
      </Button>
    )}
  </div>
);

const Title = ({ time }: { time: string }) => (
  <>
    <span className="visually-hidden">{words.responseOf} </span>
    {time}
  </>
);

const StepButton = ({
  icon,
  label,
  keys,
  onPress,
}: {
  icon: "chevron-up" | "chevron-down";
  label: string;
  keys: string;
  onPress: (() => void) | undefined;
}) => (
  <Button
    look="plain"
    size="small"
    icon={icon}
    aria-label={label}
    data-keys={keys}
    isDisabled={!onPress}
    {...(onPress && { onPress })}
  />
);

const copyLink = (slug: string, id: string): void =>
  void navigator.clipboard
    .writeText(`${location.origin}/forms/${encodeURIComponent(slug)}/responses/${id}`)
    .then(() => tell(words.linkCopied));
