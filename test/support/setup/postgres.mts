import { startPostgres } from "../postgres.ts";
import { ensure } from "./once.mts";

export default () => ensure("postgres", startPostgres);
