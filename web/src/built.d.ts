/** Whether this is the static site, whose arena runs in the browser (build.mjs). */
declare const SITE: boolean;
/** The names of its files, with the hashes of their content. A served page has those with which it thinks, or none. */
declare const SITE_FILES: {
  house?: string;
  mind: string;
  helper?: string;
  module: string;
  /** The same for browsers without SIMD or shared memory. */
  plain?: string;
  /** By game, those that its engine needs to play at its best. */
  tables: Record<string, string>;
  puzzles: Record<string, string>;
};
