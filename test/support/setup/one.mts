import { startFor } from "./product.mts";

export default () => startFor("one");
