import isEmail from "validator/es/lib/isEmail.js";

/** In the shape in which Node.js imports validator's CommonJS. */
export default { default: isEmail };
