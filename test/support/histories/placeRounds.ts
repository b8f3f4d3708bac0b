import { randomUUID } from "node:crypto";
import type { Json } from "../../../shared/domain/json.ts";
import { publishForm } from "../api.ts";
import { Hopeless } from "../eventually.ts";
import { insist } from "../invited.ts";
import { chain, node } from "../sampleGraphs.ts";
import { change, pause, type Recording, type Round } from "./clients.ts";
import { type History, openHistory } from "./history.ts";

const places = 2;
const wanted = { node_id: "shift", value: "early" };

/** People who want the last places of an option, which become free again. */
export async function placeRounds({ owner, urls }: Recording): Promise<Round> {
  const early = { value: "early", label: "Early", limit: places };
  const options: Json[] = [early, { value: "late", label: "Late" }];
  const slug = await publishForm(owner, chain(node("shift", "multiple_choice", { options })));

  async function come(url: string, history: History<number>): Promise<void> {
    const id = randomUUID();
    const post = (path: string, body: object) => insist(url, `/api/v2/r/${path}`, body);
    await post(`${slug}/start/`, { id });
    const take = (path: string, body: object, left: number) =>
      history.call(
        path,
        async () => {
          const { status, body: reply } = await post(`session/${id}/${path}/`, body);
          if (status !== 200 && reply.code !== "option_full") throw new Hopeless(`${path}: ${status}`);
          return status === 200;
        },
        // a choice alone takes none
        (state, isTaken) => (isTaken === false ? (state === 0 ? state : null) : state < left ? null : state - left),
      );
    if (!(await take("next", wanted, 0))) return;
    if (!(await take("complete", {}, 1))) return;
    await pause();
    const send = () => owner.delete(`/api/v2/form/${slug}/responses/${id}/`);
    // 404: a repeat
    await change(history, { name: "erase", send, done: [204, 404], after: (state) => state + 1 });
  }

  return async () => {
    const history = openHistory<number>("places", places);
    await Promise.all([...urls, ...urls].map((url) => come(url, history)));
    return history.problem();
  };
}
