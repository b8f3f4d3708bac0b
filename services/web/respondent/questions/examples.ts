/** Examples in texts and empty fields. The number is reserved for fiction (Ofcom), until a country is chosen (phone.tsx). */
export const examples = { email: "name@example.com", phone: "+44 20 7946 0958" };
