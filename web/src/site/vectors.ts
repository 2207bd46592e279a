/* site/vectors - whether this browser has SIMD, for which there is a module of its own. */

/** A module with one function that makes a vector: a browser without SIMD refuses it. */
const VECTOR = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
  11,
];

export const hasVectors = (): boolean => WebAssembly.validate(new Uint8Array(VECTOR));
