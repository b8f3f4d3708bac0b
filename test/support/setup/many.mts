import { startFor } from "./product.mts";

export default () => startFor("many");
