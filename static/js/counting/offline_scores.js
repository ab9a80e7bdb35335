// Counts a deal from the parts that the server measured with its engine (games/core/facts/additive.py, seat_parts.py,
// pot_parts.py): a page without network adds them up, and no rule is written here. Points are whole numbers of 1/scale.

const NOTHING = new Set(["", "0", "none"]);
const PASSED = "passed";

const whole = (text) => (/^\d+$/.test(text ?? "") ? Number(text) : undefined);
const signedWhole = (text) => (/^[-−+]?\d+$/.test(text) ? Number(text.replace("−", "-")) : undefined);

function halfPoints(text) {
  const points = Number((text ?? "").replace(",", ".").replace("½", ".5"));
  return text && Number.isInteger(2 * points) ? 2 * points : undefined;
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const named = (typed, prefix) => Object.keys(typed).filter((name) => name.startsWith(prefix) && !NOTHING.has(typed[name]));

// --- Tarot ------------------------------------------------------------------------------------------

function attackOf(parts, typed) {
  const places = Object.keys(typed).filter((name) => name.startsWith("partner_") && typed[name]);
  const called = places.map((name) => Number(typed[name]));
  if (!typed.taker) return null;
  const camps = [Number(typed.taker), ...called].map((seat) => parts.camps[seat]);
  const attackers = camps.flat();
  // a called player of the taker's own camp, or called twice
  return new Set(attackers).size === attackers.length ? { attackers, count: camps.length } : null;
}

function countOf(parts, typed) {
  if (!typed.points) return typed.margin ? parts.margins[signedWhole(typed.margin)] : undefined;
  const points = halfPoints(typed.points);
  const isSlam = typed.slam && typed.slam !== "none";
  if (typed.margin || (!isSlam && parts.slamCounts.includes(`${typed.bouts}/${points}`))) return undefined;
  return parts.counts[typed.bouts]?.[points];
}

function addMiseres(parts, typed, points, attackers, isMade) {
  const winners = points.map((_, seat) => seat).filter((seat) => attackers.includes(seat) === isMade);
  for (const name of named(typed, "misere_")) {
    if (!parts.miseres || !winners.length) continue;
    const [gain, payments] = parts.miseres;
    const times = Number(typed[name]);
    points[Number(name.split("_")[1])] += times * gain;
    for (const seat of winners) points[seat] += times * payments[winners.length];
  }
}

function tarotScores(parts, typed, playerCount) {
  if (typed.bid === PASSED) return Array(playerCount).fill(0);
  const attack = attackOf(parts, typed);
  const [count, bid, slam] = [countOf(parts, typed), parts.bids[typed.bid], parts.slams[typed.slam || "none"]];
  if (!attack || [count, bid, slam].some((part) => part === undefined || part === null)) return null;
  const [sign, [factor, extra]] = [Math.sign(count), bid];
  const shown = sum(named(typed, "handful_").map((name) => parts.handfuls[name.split("_")[1]] * Number(typed[name])));
  const petit = parts.petit[typed.petit || "none"] * Number(typed.petits || 1);
  const unit = (count + sign * extra + petit) * factor + slam + sign * shown;
  const { attackers, count: campCount } = attack;
  const points = Array.from({ length: playerCount }, (_, seat) => {
    if (!attackers.includes(seat)) return -unit * parts.scale;
    const role = String(seat) === typed.taker ? "taker" : "partner";
    return unit * parts.shares[`${attackers.length}/${campCount}/${parts.camps[seat].length}/${role}`];
  });
  addMiseres(parts, typed, points, attackers, sign > 0);
  return points;
}

// What the deal changes in the pot of a mouche.
export function potTurn(potParts, parts, typed, dealer, pot, playerCount) {
  const result = typed.bid === PASSED ? PASSED : `${typed.bid}/${countOf(parts, typed) > 0 ? "made" : "failed"}`;
  const value = ([start, growth]) => start + growth * pot;
  const turn = potParts[result];
  const payments = Array.from({ length: playerCount }, (_, seat) => {
    const role = result !== PASSED && String(seat) === typed.taker ? turn.taker : turn.other;
    return value(role) + (seat === dealer ? value(turn.dealer) : 0);
  });
  return { payments, pot: value(turn.pot) };
}

// --- other games --------------------------------------------------------------------------------------

function numbersOf(parts, typed, seat) {
  return parts.facts.map(([fact, blank, isHalf]) => {
    const text = typed[`${fact}_${seat}`]?.trim() || blank;
    return isHalf ? halfPoints(text) : whole(text);
  });
}

function seatScores(parts, typed, playerCount, sums) {
  const numbers = Array.from({ length: playerCount }, (_, seat) => numbersOf(parts, typed, seat));
  const names = parts.facts.map(([fact]) => fact);
  const isSum = ([fact, expected]) => sum(numbers.map((own) => own[names.indexOf(fact)])) === expected;
  if (!Object.entries(sums).every(isSum)) return null;
  const hasAll = (own) => own.every((number, place) => number === sums[names[place]]);
  const sole = parts.sole && numbers.findIndex(hasAll);
  if (parts.sole && sole >= 0) return numbers.map((_, seat) => parts.sole[seat === sole ? 0 : 1]);
  const points = numbers.map((own, seat) => {
    const score =
      parts.tables.length < own.length ? parts.tables[0][own[0]]?.[own[1]] : sum(own.map((number, place) => parts.tables[place][number]));
    return String(seat) === typed.excuse ? score * parts.excuseFactor : score;
  });
  return points.some((score) => !Number.isFinite(score)) ? null : points;
}

// Scores by seat of the typed facts, null where the parts do not give them.
export function scoresOf(parts, typed, playerCount, sums = {}) {
  return parts.counts ? tarotScores(parts, typed, playerCount) : seatScores(parts, typed, playerCount, sums);
}

// --- words --------------------------------------------------------------------------------------------

const divisor = (one, other) => (other ? divisor(other, one % other) : one);

// A sum with its sign, and a part of a point as a fraction; `parted` has the signs of the common fractions.
export function signed(points, scale = 1, parted = {}) {
  if (!points) return "0";
  const size = Math.abs(points);
  const [wholePoints, rest] = [Math.floor(size / scale), size % scale];
  const shared = divisor(rest, scale);
  const name = `${rest / shared}/${scale / shared}`;
  const part = rest ? (parted[name] ?? (wholePoints ? `\u00a0${name}` : name)) : "";
  return `${points > 0 ? "+" : "−"}${wholePoints || (rest ? "" : "0")}${part}`;
}
