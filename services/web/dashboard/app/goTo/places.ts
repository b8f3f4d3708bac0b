import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { type LinkProps, useNavigate, useParams } from "@tanstack/react-router";
import * as app from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/goTo.ts";
import { title as notifications } from "../../../strings/en/dashboard/notices.ts";
import type { IconName } from "../../../ui/iconPaths.ts";
import { type Group, rank, ranked } from "../../../ui/palette/items.ts";
import type { Place } from "../../../ui/palette/placesContext.ts";
import { dataOf } from "../../api/dataOf.ts";
import { formQuery, formsKey } from "../../api/queries/forms.ts";
import { membersKey } from "../../api/queries/members.ts";
import { workspacesQuery } from "../../api/queries/workspaces.ts";
import { currentUser } from "../../api/queryClient.ts";
import { useCan } from "../../api/rights.ts";
import { api } from "../../api/service.ts";
import { formTabs, opensTo } from "../../form/formTabs.ts";
import { navGroups } from "../navPages.ts";

type Link = Pick<LinkProps, "to" | "params" | "search">;

/** Forms listed at most. Another word in the search finds the rest. */
const formLimit = 8;

/** Forms by a search, the best first; without one, those that were changed last. */
const foundFormsQuery = (search: string) =>
  queryOptions({
    queryKey: [...formsKey, "found", search],
    queryFn: async ({ signal }) => {
      const query = { ...(search && { search }), ordering: search ? "title" : "-modified", limit: formLimit } as const;
      return (await dataOf(api.get("/api/v2/form/", { query, signal }))).results;
    },
    placeholderData: keepPreviousData,
  });

/** Members listed at most, the best first. */
const memberLimit = 5;

/** Members of a workspace by a search. */
const foundMembersQuery = (workspace: string, search: string) =>
  queryOptions({
    queryKey: [...membersKey(workspace), "found", search],
    queryFn: async ({ signal }) => {
      const query = { search, limit: memberLimit };
      return (await dataOf(api.get("/api/workspaces/{id}/members/", { path: { id: workspace }, query, signal })))
        .results;
    },
    placeholderData: keepPreviousData,
  });

/** Returns the forms, pages, people and actions that a text finds. The service searches the forms and people. */
export function usePlaces(text: string): Group<Place>[] {
  const navigate = useNavigate();
  const can = useCan();
  const { slug } = useParams({ strict: false });
  const { data: here } = useQuery({ ...formQuery(slug ?? ""), enabled: slug !== undefined });
  const { data: forms = [] } = useQuery(foundFormsQuery(text.trim()));
  const { data: user } = useQuery(currentUser);
  const { data: workspaces = [] } = useQuery(workspacesQuery);
  const workspace = user?.workspace?.id ?? "";
  const search = text.trim();
  const seesPeople = search !== "" && workspace !== "" && can("members:read");
  const { data: people = [] } = useQuery({ ...foundMembersQuery(workspace, search), enabled: seesPeople });
  const placeOf: PlaceOf = (address, name, icon, link, detail = null) => ({
    id: `place:${address}`,
    name,
    detail,
    icon,
    open: () => void navigate(link as Parameters<typeof navigate>[0]),
  });
  const tabs = slug === undefined ? [] : formTabs.filter(({ needs }) => can(needs, here?.id));
  const pages = navGroups.flatMap((group) => group.pages).filter(({ needs }) => can(needs));
  const groups: Group<Place>[] = [
    {
      name: words.groups.form,
      items: found(
        text,
        tabs.map(({ to, label }) =>
          placeOf(to.replace("$slug", `${slug}`), label, "file-text", { to, params: { slug } }),
        ),
      ),
    },
    {
      name: words.groups.actions,
      items: found(text, [
        ...actionsOf(can, placeOf),
        ...workspaces.filter(({ id }) => id !== workspace).map((one) => switchTo(one, placeOf)),
      ]),
    },
    {
      name: words.groups.forms,
      items: forms.map(({ id, slug: its, title }) =>
        placeOf(`/f/${its}`, title, "file-text", { to: opensTo(can, id), params: { slug: its } }, `/f/${its}`),
      ),
    },
    {
      name: words.groups.people,
      items: (seesPeople ? people : []).map(({ user_id: id, name, email }) =>
        placeOf(`member ${id}`, name || email, "user", { to: "/settings/members", search: { search: email } }),
      ),
    },
    {
      name: words.groups.pages,
      items: found(text, [
        ...pages.map(({ to, label, icon }) => placeOf(`${to}`, label, icon, { to })),
        ...ownPages(can, placeOf),
      ]),
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

type PlaceOf = (address: string, name: string, icon: IconName, link: Link, detail?: string | null) => Place;
type Can = ReturnType<typeof useCan>;

const actionsOf = (can: Can, placeOf: PlaceOf): Place[] => [
  ...(can("forms:write") ? [placeOf("new", words.newForm, "plus", { to: "/", search: { new: true } })] : []),
  ...(can("members:write")
    ? [placeOf("invite", words.invite, "user-plus", { to: "/settings/members", search: { invite: true } })]
    : []),
];

const switchTo = ({ id, name }: { id: string; name: string }, placeOf: PlaceOf): Place =>
  placeOf(`workspace ${id}`, words.switchTo(name), "chevrons-up-down", { to: "/", search: { workspace: id } });

/** Pages of the account's menu. */
const ownPages = (can: Can, placeOf: PlaceOf): Place[] => [
  placeOf("/settings/account", app.account, "user", { to: "/settings/account" }),
  ...(can("member")
    ? [placeOf("/settings/notifications", notifications, "bell", { to: "/settings/notifications" })]
    : []),
  placeOf("/settings/security", words.security, "lock", { to: "/settings/security" }),
];

const found = (text: string, places: Place[]): Place[] =>
  ranked(places.map((place) => [rank(text, place.name), place])).items;
