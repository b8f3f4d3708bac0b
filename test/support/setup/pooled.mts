import { startPostgres } from "../postgres.ts";
import { startProduct } from "../product.ts";
import { share } from "../run.ts";
import { ensure } from "./once.mts";

export default async () => {
  await ensure("postgres", startPostgres);
  await ensure("pooled", async () => {
    const product = await startProduct({ way: "one", isPooled: true });
    share("pooled", product.url);
    return product;
  });
};
