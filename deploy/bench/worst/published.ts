import type { Hunt, Input } from "./hunt.ts";
export async function published(_: Hunt): Promise<Input[]> {
  return [];
}
