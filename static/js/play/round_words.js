// Under a round that was counted: asks for new lines when the page is told that somebody wrote.

import { FAILED, GONE, keepAsking } from "../listening.js";
import { lookAtWords } from "./words.js";

const USUAL = 15000;
const SLOWEST = 60000;

async function ask() {
  const { listens } = document.querySelector("[data-listens]").dataset;
  const answer = await fetch(listens, { cache: "no-store" });
  if (answer.status === 404) return GONE;
  if (!answer.ok) return FAILED;
  lookAtWords(new DOMParser().parseFromString(await answer.text(), "text/html"));
  return document.querySelector("[data-written]") ? null : GONE;
}

keepAsking(ask, { usual: USUAL, slowest: SLOWEST, kinds: ["round"] });
