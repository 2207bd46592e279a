// Records the games that come with the page: node tools/demo.mjs ADDRESS GAME > src/games/GAME/demo.json
//
// ADDRESS is a running `damero serve`. Two engines (four in Perudo) play; every position is kept as
// the server describes it to spectators, without the moves that would be legal in it.
const [address, game] = process.argv.slice(2);
const tables = {
  damas: { rules: "", levels: ["club", "strong"] },
  trax: { rules: "", levels: ["casual", "club"] },
  perudo: { rules: "players=4,dice=3", levels: ["bold", "tricky", "careful", "bold"] },
  dots: { rules: "size=4x4", levels: ["club", "casual"] },
};
if (!address || !(game in tables)) {
  console.error("usage: node tools/demo.mjs ADDRESS damas|trax|perudo|dots");
  process.exit(2);
}
const { rules, levels } = tables[game];
const ask = async (path, init) => {
  const answer = await fetch(address + path, init);
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
};
const body = JSON.stringify({
  game,
  rules,
  listed: false,
  seats: levels.map((level) => ({ kind: "engine", level, time: 200 })),
});
const { match } = await ask("/api/matches", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body,
});
let end;
do {
  await new Promise((resolve) => setTimeout(resolve, 500));
  end = await ask(`/api/matches/${match}`);
} while (!end.verdict);
const states = [];
for (let at = 0; at <= end.at; at++) {
  const { moves, text, commitments, reveals, ...state } = await ask(`/api/matches/${match}/state?at=${at}`);
  states.push({ ...state, text: String(at), moves: [] });
}
const seats = end.seats.map(({ name, kind, called, avatar, side }) => ({ name, kind, called, avatar, side }));
console.log(JSON.stringify({ rules, seats, states }));
