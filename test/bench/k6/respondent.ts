import { check } from "k6";
import exec from "k6/execution";
import http from "k6/http";
import { Counter } from "k6/metrics";
import type { Published } from "./owner.ts";
import * as target from "./target.ts";

/** Sessions completed with the correct score. */
export const sessions = new Counter("sessions");
/** Correct rejections under overload: 503 with `Retry-After`, and 429. */
export const shed = new Counter("shed");

/** Fills in the form once and checks each response. Ends at a rejection. */
export function respond({ slug }: Published): void {
  const number = exec.scenario.iterationInTest;
  const headers = { "content-type": "application/json", ...target.forwarded(number) };
  const post = (name: string, path: string, status: number, body: object = {}) => {
    const response = http.post(target.url + path, JSON.stringify(body), {
      headers,
      tags: { name, part: "respondent" },
    });
    if (isShed(response)) {
      shed.add(1);
      return null;
    }
    const isGood = check(response, { [`${name}: ${status}`]: (seen) => seen.status === status });
    return isGood ? (response.json() as Record<string, unknown>) : null;
  };

  const started = post("start", `/api/v2/r/${slug}/start/`, 201);
  if (!started) return;
  const session = `/api/v2/r/session/${started.id}`;
  let node = started.current_node_id as string;
  let score = 0;
  for (let step = 0; node !== "fond" && node !== "other"; step += 1) {
    const value = node === "why" ? "It took an hour." : (number + step * 3) % 11;
    if (typeof value === "number") score += value;
    const moved = post("next", `${session}/next/`, 200, { node_id: node, value });
    if (!moved) return;
    node = moved.next_node_id as string;
  }
  const completed = post("complete", `${session}/complete/`, 200);
  if (!completed) return;
  const isRight = check(completed, {
    "the score is right": (seen) => seen.total_score === score,
    "the end is that of the score": () => node === (score >= 20 ? "fond" : "other"),
  });
  if (isRight) sessions.add(1);
}

const isShed = ({ status, headers }: { status: number; headers: Record<string, string> }): boolean =>
  status === 429 || (status === 503 && headers["Retry-After"] !== undefined);
