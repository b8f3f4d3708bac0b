import { stopAll } from "./once.mts";

export default stopAll;
