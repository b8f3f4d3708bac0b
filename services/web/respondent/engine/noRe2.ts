/** Replaces "re2js" in pages that never match a pattern. */
// biome-ignore lint/style/useNamingConvention: the library's own names
export { nothing as RE2JS, nothing as RE2Set };

const nothing = undefined;
