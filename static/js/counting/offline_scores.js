// Counts a deal of Tarot from the parts that the server measured with its engine (games/core/facts/additive.py):
// a page without network adds them up, and no rule is written here.

const KNOWN = new Set(["bid", "taker", "partner_0", "called_0", "bouts", "points", "petit", "slam"]);
const NOTHING = new Set(["", "0", "none"]);
const HANDFUL = "handful_";

function isKnown([name, value]) {
  return KNOWN.has(name) || name.startsWith(HANDFUL) || NOTHING.has(value);
}

function halfPoints(text) {
  const points = Number(text.replace(",", ".").replace("½", ".5"));
  return text && Number.isInteger(2 * points) ? 2 * points : undefined;
}

// Scores by seat of the typed facts, null where the parts do not give them.
export function scoresOf(parts, typed, playerCount) {
  if (typed.bid === "passed") return Array(playerCount).fill(0);
  const count = parts?.counts[typed.bouts]?.[halfPoints(typed.points ?? "")];
  const factor = parts?.factors[typed.bid];
  const slam = parts?.slams[typed.slam || "none"];
  const share = parts?.shares[typed.partner_0 ? 1 : 0];
  const isSeated = typed.taker !== "" && typed.taker !== typed.partner_0;
  const missing = [count, factor, slam, share].some((part) => part === undefined || part === null);
  if (missing || !isSeated || !Object.entries(typed).every(isKnown)) return null;
  const handfuls = Object.entries(parts.handfuls).map(
    ([level, value]) => value * Number(typed[HANDFUL + level] || 0),
  );
  const shown = handfuls.reduce((sum, value) => sum + value, 0);
  const unit = (count + parts.petit[typed.petit || "none"]) * factor + slam + Math.sign(count) * shown;
  const [taker, partner, defender] = share;
  return Array.from({ length: playerCount }, (_, seat) => {
    if (String(seat) === typed.taker) return unit * taker;
    return unit * (String(seat) === typed.partner_0 ? partner : defender);
  });
}

export function signed(points) {
  return points ? `${points > 0 ? "+" : "−"}${Math.abs(points)}` : "0";
}
