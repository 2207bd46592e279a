/* site/ability - whether this browser has SIMD and shared memory; there is a module for those without. */

/** A module with one function that makes a vector: a browser without SIMD refuses it. */
const VECTOR = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
  11,
];

/** Most browsers make a shared memory everywhere, and let workers share it on isolated pages only. */
function hasSharedMemory(): boolean {
  try {
    return !(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer instanceof ArrayBuffer);
  } catch {
    return false;
  }
}

export const isAble = (): boolean => WebAssembly.validate(new Uint8Array(VECTOR)) && hasSharedMemory();
