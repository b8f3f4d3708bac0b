import isEmail from "validator/es/lib/isEmail.js";

/** The shape in which Node.js imports validator's CommonJS. */
export default { default: isEmail };
