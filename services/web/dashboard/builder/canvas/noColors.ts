/** Replaces d3-color, which d3-transition has for attributes between two colors. The canvas moves its view alone. */
const none = (): null => null;

export { none as color, none as hcl, none as hsl, none as lab, none as cubehelix, none as rgb };
