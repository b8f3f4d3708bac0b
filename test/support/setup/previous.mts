import { previousCode, previousCommits } from "../../upgrades/previous.ts";
import { startPostgres } from "../postgres.ts";
import { ensure } from "./once.mts";

/** Unpacks each previous release once, before suites that run beside each other need it. */
export default async () => {
  await ensure("postgres", startPostgres);
  await ensure("previous", async () => {
    previousCommits.map(previousCode);
    return { stop: async () => undefined };
  });
};
