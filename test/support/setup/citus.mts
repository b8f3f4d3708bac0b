import { startCitus } from "../citus.ts";
import { startProduct } from "../product.ts";
import { share } from "../run.ts";
import { ensure } from "./once.mts";

/** Starts Citus for all test databases of the run, and the product on one of them. */
export default async () => {
  await ensure("citus", async () => {
    const citus = await startCitus();
    share("postgres", citus.nodes[0]?.url ?? "");
    share("citus", JSON.stringify(citus.nodes.map(({ url }) => url)));
    return citus;
  });
  await ensure("one", async () => {
    const product = await startProduct({ way: "one" });
    share("one", product.url);
    return product;
  });
};
