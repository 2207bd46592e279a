/* perudo3d - the table of Perudo in three dimensions; one part of the page, loaded when it is wanted.
 *
 *   stage.ts   the bar on a canvas and its seven scenes; room.ts, guests.ts, things.ts: what is in it
 *   motion.ts  what takes a while
 *   table.ts   driven by the states of a match
 *   stream.ts  driven by the laboratory board's line */
export { StreamTable } from "./stream.js";
export { SpatialTable } from "./table.js";
