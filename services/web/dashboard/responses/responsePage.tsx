import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { SessionDetail } from "../../../../shared/domain/shapes/sessions.ts";
import { ApiError } from "../../api/apiError.ts";
import { responseQuery } from "../../api/queries/responses.ts";
import { Button } from "../../parts/button.tsx";
import { buttonRowClass } from "../../parts/buttonRow.tsx";
import { timeText } from "../../parts/dates.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import * as words from "../../strings/en/dashboard/responses.ts";
import { isReversed } from "../form/sessionFilters.ts";
import { Answers } from "./answers.tsx";
import { Deliveries } from "./deliveries.tsx";
import { EraseDialog } from "./eraseDialog.tsx";
import { Facts } from "./facts.tsx";
import type { Neighbour } from "./neighbours.ts";
import styles from "./responses.module.css";
import { responsesViewOf } from "./responsesSearch.ts";
import { type Direction, useNeighbours } from "./useNeighbours.ts";

/** `/forms/{slug}/responses/{id}`: the address has the filters of the list that it is read in. */
export function ResponsePage() {
  const { slug, id } = useParams({ from: "/layout/forms/$slug/responses/$id" });
  const search = useSearch({ from: "/layout/forms/$slug/responses/$id" });
  const navigate = useNavigate();
  const view = responsesViewOf(search);
  const query = useQuery(responseQuery(slug, id));
  const goTo = (neighbour: Neighbour, replace = false) => {
    const page = neighbour.page > 1 ? neighbour.page : undefined;
    const params = { slug, id: neighbour.id };
    return navigate({ to: "/forms/$slug/responses/$id", params, search: { ...search, page }, replace });
  };
  const list = useNeighbours(slug, id, isReversed(view.filters) ? responsesViewOf({}) : view, goTo);
  const { place } = list;
  const [isErasing, setErasing] = useState(false);
  const session = query.data;
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  // `replace`: nobody shall come back to what is gone
  const toList = (replace = false) => navigate({ to: "/forms/$slug/responses", params: { slug }, search, replace });
  const step = (direction: Direction) => {
    const neighbour = place?.[direction];
    if (neighbour) return () => void goTo(neighbour);
    return list.isOpen(direction) ? () => list.ask(direction) : undefined;
  };
  const [previous, next] = [step("previous"), step("next")];
  const keys = { keys: words.responseKeys, actions: { j: next, k: previous, u: () => void toList() } };
  const actions = (
    <>
      <nav className={`${buttonRowClass} ${styles.walk}`} aria-label={words.listNavigation}>
        <Button isDisabled={!previous} {...(previous && { onPress: previous })}>
          {words.previous}
        </Button>
        <span role="status">
          {list.asked ? words.listPage[list.asked] : place && words.placeInList(place.position, place.count)}
        </span>
        <Button isDisabled={!next} {...(next && { onPress: next })}>
          {words.next}
        </Button>
      </nav>
      <Button look="danger" isDisabled={!session || isMissing} onPress={() => setErasing(true)}>
        {words.erase}
      </Button>
    </>
  );
  return (
    <Page title={titleOf(session, isMissing)} keys={keys} actions={actions}>
      <Link to="/forms/$slug/responses" params={{ slug }} search={search}>
        {words.toList}
      </Link>
      {isMissing ? (
        <p>{words.missingText}</p>
      ) : (
        <Loaded query={query}>
          {(detail) => (
            <>
              <Facts session={detail} />
              <Answers slug={slug} session={detail} />
              <Deliveries slug={slug} id={id} />
            </>
          )}
        </Loaded>
      )}
      {isErasing && (
        <EraseDialog
          slug={slug}
          id={id}
          onErased={async () => {
            setErasing(false);
            const neighbour = place?.next ?? place?.previous;
            await (neighbour ? goTo(neighbour, true) : toList(true));
          }}
          onClose={() => setErasing(false)}
        />
      )}
    </Page>
  );
}

function titleOf(session: SessionDetail | undefined, isMissing: boolean): string {
  if (isMissing) return words.missingTitle;
  return session ? words.responseTitle(timeText(session.started_at)) : words.responsePage;
}
